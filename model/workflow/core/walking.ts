/** What repeated activities and events need of a step that is under way (walk.ts). */
import type { Surroundings, Thrown } from './commands.ts'
import type { Draft } from './draft.ts'
import type { ProcessGraph, ProcessNode } from './graph.ts'
import type { Activity, Incident } from './state.ts'

export interface Walking {
  readonly graph: ProcessGraph
  readonly draft: Draft
  readonly surroundings: Surroundings
  readonly thrown: Thrown[]
  /** @throws CommandError where the process has no such node */
  node(id: string): ProcessNode
  /** Sends a token to a node. */
  arrive(node: ProcessNode, scope: number, causes: readonly number[], flow?: string): void
  /** Begins a passage at once. */
  begin(node: ProcessNode, scope: number, causes: readonly number[], member?: number): void
  /** Ends a passage and sends tokens on. */
  leave(activity: Activity): void
  /** Stops a passage by an incident. */
  stop(activity: Activity, incident: Incident): void
  /** Ends what goes on within a scope, and what is on its way there. */
  clear(scope: number): void
}
