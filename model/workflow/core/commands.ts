/** What is done to an instance, and what comes of it. */
import type { Expression } from '../../expression/expression.ts'
import type { Difference } from './draft.ts'
import type { ProcessNode, Repetition } from './graph.ts'
import type { Activity, Incident, ProcessState } from './state.ts'

export type Command =
  /** At the event that has come, where the process does not begin by itself. */
  | { readonly do: 'start'; readonly at?: string | undefined }
  /** A task is done, a called process has ended, a service has answered. */
  | { readonly do: 'complete'; readonly activity: number }
  /** It cannot be done. With a code whoever catches it goes on; without one it is an incident. */
  | { readonly do: 'fail'; readonly activity: number; readonly code?: string | undefined }
  /** What an incident stopped is tried once more. */
  | { readonly do: 'retry'; readonly activity: number }
  /** What was waited for has come: a timer, a message. A timer that repeats comes `again`, where it goes on beside what it is at. */
  | { readonly do: 'occur'; readonly wait: number; readonly again?: boolean | undefined }
  /** A signal, for all that wait for it. */
  | { readonly do: 'signal'; readonly name: string }
  /** Back to a task that was done, from one that came of it; `straight`: what is done there comes back here, and nothing between is done again (return.ts). */
  | { readonly do: 'return'; readonly from: number; readonly to: string; readonly straight?: boolean | undefined }
  /** A task that was done is taken back, with all that came of it. */
  | { readonly do: 'withdraw'; readonly activity: number }
  /** What goes on in a passage is put at another node of its scope, by hand (jump.ts). */
  | { readonly do: 'jump'; readonly from: number; readonly to: string }
  /** What is over goes on again from one of its tasks (revive.ts). */
  | { readonly do: 'revive'; readonly at: string }
  | { readonly do: 'terminate' }

/** What the process itself cannot know: variables, people, the rest of the product. None of it may wait for anything. */
export interface Surroundings {
  /** Whether a condition holds. @throws Error where it cannot be said; that is an incident */
  holds(condition: Expression, at: Activity): boolean
  /** How many times a repeated activity is done. @throws Error where it cannot be said */
  count(repetition: Repetition, at: Activity): number
}

/** An event that a process brings about, for the outside. */
export interface Thrown {
  readonly node: ProcessNode
  readonly activity: number
}

export interface Step {
  readonly state: ProcessState
  readonly difference: Difference
  /** What began and waits to be completed: tasks of people, services, called processes. */
  readonly begun: readonly Activity[]
  readonly thrown: readonly Thrown[]
  readonly incidents: readonly { readonly activity: number; readonly incident: Incident }[]
}

/** A command that does not fit the state: somebody else was faster, or it was never possible. */
export class CommandError extends Error {
  readonly code: 'ended' | 'not-there' | 'no-way-back' | 'not-straight' | 'no-jump' | 'no-revive' | 'started'

  constructor(code: CommandError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Activities that one step may pass, and members of a repeated one. */
export const MAX_PASSED = 10_000
export const MAX_MEMBERS = 500
