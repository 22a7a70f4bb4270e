/** Who is asked: rules of a deployed model become rows of `process_task_people`, members of a group, or the way that is taken where nobody can be asked. */
import type { TaskSettings } from '../../model/workflow/settings.ts'
import type { DefinitionRules, DeployedRule } from './definition-rules.ts'
import type { StoredValue } from './tables.ts'

/** One row of those who can take a task: looked up whenever somebody asks, so that who joins a role counts and who leaves does not. */
export interface Asked {
  readonly kind: 'user' | 'role' | 'post' | 'organisation'
  readonly id: string
  /** Of a post: in this organisation alone. */
  readonly within?: string | undefined
}

/** What a rule may be about. */
export interface AskedAbout {
  readonly modelId: string | null
  readonly rules: DefinitionRules
  readonly starterId: string | null
  /** Of the process, for which somebody may have a deputy. */
  readonly category?: string | null | undefined
  variable(name: string): StoredValue | undefined
  /** Who did an earlier task last, by its node. */
  doneBy(node: string): string | undefined
  /** Everybody who has approved a task of the instance, the latest last. */
  readonly approvers: readonly string[]
  evaluate(expression: string): StoredValue
}

export interface TaskQuestion {
  readonly node: string
  readonly rules: readonly DeployedRule[]
  readonly settings: TaskSettings
  readonly about: AskedAbout
  /** Whom the starter or the one before picked. */
  readonly picked?: string | undefined
}

export type TaskAnswer =
  /** Nobody needs to be asked: the rule about nobody, about the starter or about the same person says so. */
  | { readonly skip: 'approved' | 'rejected' }
  | {
      readonly asked: readonly Asked[]
      /** Where exactly one person can be asked: it is theirs at once. */
      readonly assigneeId?: string | undefined
      /** Of a group: who decides, in the order of their turns. */
      readonly members?: readonly string[] | undefined
      /** What their votes count, of those that count more than once. */
      readonly weights?: ReadonlyMap<string, number> | undefined
      /** In whose place somebody is given it, by the id of whoever is. */
      readonly owners?: ReadonlyMap<string, string> | undefined
      /** Where nobody of the rules could be asked: who is asked instead. */
      readonly instead?: 'people' | 'managers' | 'administrators' | undefined
    }
