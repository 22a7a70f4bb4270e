/** A process as a model of BPMN says it: what the engine walks, who is asked, what services do, and what keeps it from being deployed. */
import type { ProcessDefinition } from '../core/graph.ts'
import type { CallSettings, MessageSettings, ProcessSettings, Service, TaskSettings } from '../settings.ts'

export const MODEL_FAULTS = [
  'no-process',
  'several-processes',
  'no-start',
  'several-starts',
  'unsupported',
  'unsupported-service',
  'no-service',
  'settings',
  'expression',
  'reference',
  'duplicate-id',
  'no-id',
  'timer',
  'too-large',
  'no-edge',
  'endless',
  'flow-across',
  /** A flow from an end, or to what begins by itself. */
  'flow-place',
  /** An event that cannot stand where it stands. */
  'event-place',
  /** After a gateway that waits for events, something that is none. */
  'after-gateway',
] as const
/**
 * `not-taken`: something of another tool that has no counterpart, and without which the model still means what it draws. `goes-on`: a rejection of
 * the task takes the flow that is drawn for it, in place of the end.
 */
export const MODEL_WARNINGS = ['not-taken', 'goes-on'] as const

/** What is said of a model, by the element that it is about. */
export interface Remark<Code extends string> {
  readonly code: Code
  readonly element: string
  readonly name?: string | undefined
  /** The kind of element that is not supported, the text that cannot be read, the path in the settings, or the id that leads nowhere. */
  readonly about?: string | undefined
}
/** What keeps a model from being deployed. */
export type ModelFault = Remark<(typeof MODEL_FAULTS)[number]>
/** What somebody should know who deploys it. */
export type ModelWarning = Remark<(typeof MODEL_WARNINGS)[number]>

/** A call activity: which process it calls, and what is handed there and back. */
export type Call = CallSettings & { readonly process: string }

export interface ProcessModel {
  /** The id of the process, which is its key. */
  readonly key: string
  readonly name: string | undefined
  readonly definition: ProcessDefinition
  readonly process: ProcessSettings
  /** Each by the node that it is about. */
  readonly tasks: ReadonlyMap<string, TaskSettings>
  readonly services: ReadonlyMap<string, Service>
  readonly called: ReadonlyMap<string, Call>
  readonly messages: ReadonlyMap<string, MessageSettings>
  readonly faults: readonly ModelFault[]
  readonly warnings: readonly ModelWarning[]
}
