/** What an instance sets going beside itself: other processes, and messages and signals for whoever waits. All of it is done by work of its own. */
import type { Service } from '../../../model/workflow/settings.ts'
import { newId } from '../../kernel/ids.ts'
import type { StoredValue } from '../tables.ts'
import { MAX_BEGUN, MAX_GENERATIONS, countBegun, originOf } from './chain.ts'
import type { Held } from './held.ts'
import type { Work } from './parts.ts'
import { ServiceError } from './parts.ts'
import type { Unit } from './unit.ts'

/** Schedules that another process is started: another instance is another transaction. @throws ServiceError where too many have been */
export async function startOther(
  { unit, tx }: Work,
  held: Held,
  activity: number | null,
  service: Extract<Service, { do: 'start' }>,
): Promise<void> {
  const variables = Object.fromEntries(service.hand.map(({ name, value }) => [name, held.variables.read(value).value]))
  if (unit.chain.generation >= MAX_GENERATIONS) throw new ServiceError(service.process, 'endless')
  const origin = originOf(unit.held, held)
  const begun = (unit.setGoing.get(origin) ?? (await countBegun(tx, origin))) + 1
  if (begun > MAX_BEGUN) throw new ServiceError(service.process, 'too-many-begun')
  unit.setGoing.set(origin, begun)
  const payload = {
    ...{ process: service.process, variables: variables as StoredValue, starter: held.row.starter_id },
    ...{ from: held.id, node: held.activity(activity ?? 0)?.node ?? '', activity, origin, chain: { ...unit.chain } },
  }
  unit.changes.schedule({ kind: 'process-begin', key: newId(), due_at: null, payload })
}

/** Schedules that signals and messages go to their receivers: ten thousand may wait for one. */
export function throwOutside(unit: Unit, held: Held, nodeId: string, activity: number): void {
  const trigger = held.definition.graph.nodes.get(nodeId)?.trigger
  if (trigger?.on !== 'signal' && trigger?.on !== 'message') return
  const thrown = { name: trigger.name, from: held.id, node: nodeId, activity, chain: { ...unit.chain } }
  if (trigger.on === 'signal') return unit.changes.schedule({ kind: 'process-signal', key: newId(), due_at: null, payload: thrown })
  const written = held.definition.model.messages.get(nodeId)?.correlation
  try {
    const value = written === undefined ? null : held.variables.read(written, held.activity(activity)).value
    const payload = { ...thrown, correlation: value === null ? null : String(value) }
    unit.changes.schedule({ kind: 'process-message', key: newId(), due_at: null, payload })
  } catch (error) {
    unit.incident(held, 'expression', activity, nodeId, { about: error instanceof Error ? error.message.slice(0, 200) : '' })
  }
}
