/** People of a deployed model, by ids: what its settings name by codes and usernames, as the deployment found it. */
import type { TaskSettings } from '../../model/workflow/settings.ts'

/** Who can be asked. What can change (who holds a role, which organisation lies above) is looked up whenever somebody is asked. */
export type DeployedRule = Named & {
  /** What the votes of those whom it names count; 1 where it says nothing. */
  readonly weight?: number | undefined
}
type Named =
  | { readonly kind: 'user' | 'role'; readonly id: string }
  | {
      readonly kind: 'post'
      readonly id: string
      readonly where: 'anywhere' | 'starter' | 'above' | 'organisation'
      readonly levels?: number | undefined
      readonly organisation?: string | undefined
    }
  | { readonly kind: 'organisation'; readonly id: string }
  | { readonly kind: 'starter' | 'pool' | 'managers' }
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'same-as'; readonly node: string }
  | { readonly kind: 'expression'; readonly expression: string }

export interface DefinitionRules {
  readonly managers: readonly DeployedRule[]
  /** Whether whoever starts it picks who does a task. */
  readonly picks?: boolean | undefined
  /** Whether it begins with its events alone, and nobody can start it. */
  readonly byEvents?: boolean | undefined
  /** By the id of a task. */
  readonly tasks: Readonly<Record<string, TaskRules>>
  /** Of services that tell people, by the id of the node. */
  readonly receivers: Readonly<Record<string, readonly DeployedRule[]>>
  /** Names of what its instances bring about for others, each once. Absent of what was deployed before it was noted: it counts as bringing about whatever it names. */
  readonly throws?: { readonly message: readonly string[]; readonly signal: readonly string[] } | undefined
}

export interface TaskRules {
  readonly people: readonly DeployedRule[]
  readonly nobodyPeople?: readonly DeployedRule[] | undefined
  readonly copies?: readonly DeployedRule[] | undefined
  readonly late?: readonly { readonly to: readonly DeployedRule[] }[] | undefined
  /** Whom the node bars though they are among its people, for SQL to ask: who began the process, who has approved before. Absent of what was deployed before it was noted. */
  readonly barred?: { readonly starter: boolean; readonly same: TaskSettings['whenSame'] } | undefined
}
