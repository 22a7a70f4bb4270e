/** What is seen of a simulated instance at one moment. */
import type { ProcessGraph } from '../core/graph.ts'
import { deadlocksOf } from '../core/queries.ts'
import type { Activity, ProcessState } from '../core/state.ts'
import type { TaskSettings } from '../settings.ts'
import type { OpenTask } from './asked.ts'
import { shownTask } from './asked.ts'
import type { Scene } from './scene.ts'
import type { Timers } from './timers.ts'

interface Seen extends Pick<Scene, 'state' | 'now' | 'notices' | 'variables'> {
  readonly graph: ProcessGraph
  readonly state: ProcessState
  readonly timers: Timers
  readonly tasks: readonly { readonly task: OpenTask; readonly settings: TaskSettings }[]
  /** What waits for an answer from outside. */
  readonly outside: readonly Activity[]
  /** What was decided last. */
  readonly decision: 'approved' | 'rejected' | undefined
}

/** The scene, without how it came about. */
export function viewOf({ graph, state, timers, tasks, outside, decision, notices, now, variables }: Seen): Omit<Scene, 'path' | 'refused'> {
  return {
    state,
    now,
    outcome: state.outcome === 'running' ? 'running' : (decision ?? 'ended'),
    tasks: tasks.map(({ task, settings }) =>
      shownTask(
        task,
        settings,
        graph.outgoing(task.node).map(({ to }) => to),
      ),
    ),
    waits: [...state.waits.values()].map((wait) => ({
      node: wait.node,
      on: graph.nodes.get(wait.node)?.trigger?.on ?? 'message',
      due: timers.dueOf(wait),
    })),
    outside: outside.map(({ id, node }) => ({ activity: id, node })),
    incidents: [...state.activities.values()].flatMap(({ id, node, incident, state: of }) =>
      of === 'failed' && incident ? [{ activity: id, node, incident }] : [],
    ),
    notices,
    variables,
    deadlocks: deadlocksOf(graph, state).map(({ node }) => node),
  }
}
