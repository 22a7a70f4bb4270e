/** A process as a model of BPMN says it: what the engine walks, who is asked, and what keeps it from being deployed. */
import type { ProcessDefinition } from '../core/graph.ts'
import type { GroupRule } from '../core/groups.ts'

/** Who is asked, as the model says it; mapped to users, roles and posts where it is deployed. */
export interface TaskPeople {
  readonly assignee?: string | undefined
  readonly candidateUsers: readonly string[]
  readonly candidateGroups: readonly string[]
  readonly formKey?: string | undefined
  readonly dueDate?: string | undefined
  /** Where several decide together: of whom the list is, and by which rule. */
  readonly group?:
    { readonly collection?: string | undefined; readonly variable?: string | undefined; readonly rule: GroupRule } | undefined
}

export const MODEL_FAULTS = [
  'no-process',
  'several-processes',
  'no-start',
  'several-starts',
  'unsupported',
  'expression',
  'reference',
  'duplicate-id',
  'no-id',
  'timer',
  'too-large',
  'no-edge',
  'endless',
  'flow-across',
] as const

/** What keeps a model from being deployed, by the element that it is about. */
export interface ModelFault {
  readonly code: (typeof MODEL_FAULTS)[number]
  readonly element: string
  readonly name?: string | undefined
  /** The kind of element that is not supported, the text that cannot be read, or the id that leads nowhere. */
  readonly about?: string | undefined
}

export interface ProcessModel {
  /** The id of the process, which is its key. */
  readonly key: string
  readonly name: string | undefined
  readonly definition: ProcessDefinition
  readonly people: ReadonlyMap<string, TaskPeople>
  /** Of call activities, the key of the process they call. */
  readonly calls: ReadonlyMap<string, string>
  readonly faults: readonly ModelFault[]
}
