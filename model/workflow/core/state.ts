/** How far an instance of a process has come, as rows: what is stored between two steps, and all that a step reads. */

export const ACTIVITY_STATES = ['active', 'done', 'cancelled', 'undone', 'failed'] as const
export type ActivityState = (typeof ACTIVITY_STATES)[number]

/** Why an activity cannot go on by itself. */
export const INCIDENTS = ['no-flow', 'expression', 'uncaught-error', 'too-many', 'failed'] as const
export type Incident = (typeof INCIDENTS)[number]

/** A passage of a node, of gateways and events as well. The one record of it: what is going on, and later what was. */
export interface Activity {
  readonly id: number
  readonly node: string
  /** The passage of the sub-process, or of the repeated activity, in which it lies; 0 in the process itself. */
  readonly scope: number
  /** The passages that it came from. */
  readonly causes: readonly number[]
  /** Of a join: by which flow, from which passage, each of the tokens had come that it took. */
  readonly took?: readonly TakenToken[] | undefined
  readonly state: ActivityState
  /** Of a repeated activity, which time this is, from 0; absent for the whole of it. */
  readonly member?: number | undefined
  /** Of the whole of a repeated activity: how many times there will be; absent for a loop. */
  readonly members?: number | undefined
  readonly incident?: Incident | undefined
  /** Of a task that was asked again by a return, and leads straight back: the nodes that it leads back to, one after the other. */
  readonly straightTo?: readonly string[] | undefined
}

export interface TakenToken {
  readonly flow: string
  readonly cause: number
}

/** A token that waits before a join. */
export interface Token extends TakenToken {
  readonly id: number
  readonly scope: number
}

/** An event that is waited for. It ends with the passage that holds it. */
export interface Wait {
  readonly id: number
  readonly holder: number
  /** Where it goes on: the event itself. */
  readonly node: string
}

export interface ProcessState {
  readonly activities: ReadonlyMap<number, Activity>
  readonly tokens: ReadonlyMap<number, Token>
  readonly waits: ReadonlyMap<number, Wait>
  /** The next id. */
  readonly next: number
  readonly outcome: 'new' | 'running' | 'ended' | 'terminated'
}

/** An instance that has not begun. */
export const NEW_PROCESS: ProcessState = { activities: new Map(), tokens: new Map(), waits: new Map(), next: 1, outcome: 'new' }

/** Whether an activity is still to end; one with an incident is. */
export const isOpen = ({ state }: Activity): boolean => state === 'active' || state === 'failed'
