/** A simulation of a process: what it is given, what is done in it, and what it is like after each act. */
import type { ProcessModel } from '../bpmn/process-model.ts'
import type { Incident, ProcessState } from '../core/state.ts'
import type { PersonRule, Service } from '../settings.ts'
import type { Cron } from '../timers.ts'
import type { Variable } from '../variables.ts'
import type { WorkingTime } from '../working-time.ts'

export interface Person {
  readonly id: string
  readonly name: string
}

export type Variables = Readonly<Record<string, Variable>>

export interface SimulationInput {
  readonly model: ProcessModel
  readonly starter: Person
  readonly variables?: Variables | undefined
  /** The start event, where it is not the one without a trigger. */
  readonly at?: string | undefined
  /** Milliseconds since 1970 at which it begins, and the zone in which its timers are read. */
  readonly now: number
  readonly zone: string
  readonly cron: Cron
  /** Of the tenant: what tasks are due by that are counted in it. */
  readonly workingTime: WorkingTime
  /**
   * Whom a rule stands for. Of a rule with a variable or an expression, `named` is what that says; starters and those who did an earlier task are
   * known here.
   */
  readonly people: (rule: PersonRule, named: readonly string[]) => readonly Person[]
  /** Whom the starter picks for which task. */
  readonly picks?: ReadonlyMap<string, readonly Person[]> | undefined
  /** Who is above somebody, for tasks that do not ask the starter. */
  readonly above?: ((person: Person) => readonly Person[]) | undefined
}

export type Act =
  /** `by`: the id of who does it. `picks`: whom they choose for the next task, where they may. */
  | {
      readonly do: 'complete' | 'reject'
      readonly node: string
      readonly by: string
      readonly variables?: Variables | undefined
      readonly picks?: readonly Person[] | undefined
    }
  | { readonly do: 'return'; readonly node: string; readonly by: string; readonly to: string }
  /** What comes from outside: the answer to a call, the end of a called process, a value that is read. */
  | { readonly do: 'answer'; readonly node: string; readonly variables?: Variables | undefined }
  | { readonly do: 'fail'; readonly node: string; readonly code?: string | undefined }
  /** An event that is waited for. */
  | { readonly do: 'occur'; readonly node: string; readonly variables?: Variables | undefined }
  | { readonly do: 'signal'; readonly name: string }
  /** The clock goes on to the next timer, or to what is to happen to a task that is late. */
  | { readonly do: 'advance' }

/** Why an act does not fit. */
export type Refusal = 'ended' | 'not-there' | 'not-asked' | 'no-way-back' | 'nothing-due'

export interface SimulatedTask {
  readonly activity: number
  readonly node: string
  /** Those who can act now. */
  readonly asked: readonly Person[]
  /** Of people who decide together, all of them with what they have said. */
  readonly votes?: readonly { readonly person: Person; readonly vote?: string | undefined }[] | undefined
  /** Nobody was found by its own rules: these are the ones who manage the process, or others that it names. */
  readonly isFallback: boolean
  readonly due?: number | undefined
  /** Where it may go on from here. */
  readonly leadsTo: readonly string[]
}

/** Something that happens outside of the process, or by itself: not done in a simulation, only said. */
export interface Notice {
  readonly node: string
  /** `timer`: it cannot be said when it is due; `endless`: it would go on by itself for longer than anybody waits. */
  readonly what:
    'service' | 'call' | 'message' | 'signal' | 'escalation' | 'skipped' | 'nobody' | 'late' | 'overdue' | 'timer' | 'endless' | 'copy'
  readonly service?: Service | undefined
  readonly people?: readonly Person[] | undefined
  /** A title or name, where there is one. */
  readonly text?: string | undefined
}

export interface Scene {
  readonly state: ProcessState
  readonly now: number
  readonly outcome: 'running' | 'approved' | 'rejected' | 'ended'
  /** What was passed since the last act, in order. */
  readonly path: { readonly nodes: readonly string[]; readonly flows: readonly string[] }
  readonly tasks: readonly SimulatedTask[]
  /** What is waited for; of timers, when they are due. */
  readonly waits: readonly { readonly node: string; readonly on: string; readonly due?: number | undefined }[]
  /** What waits for an answer from outside. */
  readonly outside: readonly { readonly activity: number; readonly node: string }[]
  readonly incidents: readonly { readonly activity: number; readonly node: string; readonly incident: Incident }[]
  readonly notices: readonly Notice[]
  readonly variables: ReadonlyMap<string, Variable>
  /** Joins that wait for ever. */
  readonly deadlocks: readonly string[]
  /** Why the act did not fit; nothing has changed then. */
  readonly refused?: Refusal | undefined
}
