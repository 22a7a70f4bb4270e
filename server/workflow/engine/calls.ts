/** Called processes: an instance of its own under the same outermost one, so that both move in one step. */
import { sql } from 'kysely'
import { newId } from '../../kernel/ids.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { ExpressionError } from '../../../model/workflow/variables.ts'
import type { Held } from './held.ts'
import { notifyListeners } from './listeners.ts'
import type { Work } from './parts.ts'
import { ServiceError } from './parts.ts'
import type { InstanceRow } from './rows.ts'
import type { Begun, Unit } from './unit.ts'
import { VariableError } from './variables.ts'

/** Processes that call one another. */
const MAX_DEPTH = 8

/** Begins the called process, with what is handed to it; what cannot be called is an incident of the caller. */
export async function callProcess(work: Work, { held, activity }: Begun): Promise<void> {
  const { unit } = work
  try {
    const call = held.definition.model.called.get(held.activity(activity)?.node ?? '')
    if (!call) throw new ServiceError('the node calls nothing')
    if (depthOf(unit, held) >= MAX_DEPTH) throw new ServiceError('processes call one another too deeply')
    const found = await deployed(work.tx, call.process, call.version === 'latest' ? undefined : call.version)
    if (found?.suspended === 1) throw new ServiceError(`${call.process} is suspended`)
    const definition = found && (await work.parts.definitions.find(work.tx, found.id))
    if (!definition) throw new ServiceError(`${call.process} is not deployed`)
    if (definition.graph.startsOf(undefined).length === 0) throw new ServiceError(`${call.process} begins with its events alone`)
    const at = held.activity(activity)
    const handed = call.hand.map(({ name, value }) => [name, held.variables.read(value, at)] as const)
    const child = unit.add(rowOfCalled(held, activity, definition), definition, true)
    for (const [name, value] of handed) child.variables.keep(name, value)
    unit.changes.domainEvents.push({ kind: 'process-started', subject: child.id, payload: { id: child.id, definitionId: definition.id } })
    notifyListeners(unit, child, '', 'start', null)
    unit.obey(child, { do: 'start' })
  } catch (error) {
    const isExpression = error instanceof ExpressionError || error instanceof VariableError
    if (!isExpression && !(error instanceof ServiceError)) throw error
    unit.fail(held, activity, isExpression ? 'expression' : 'failed', { about: error.message.slice(0, 200) })
  }
}

/** What a called process has come to is handed back, and its caller goes on. */
export function goOnInCaller(unit: Unit, child: Held): void {
  const { parent_id, parent_activity } = child.row
  const held = unit.held.get(parent_id ?? '')
  if (!held || parent_activity === null || !held.isActive(parent_activity)) return
  const call = held.definition.model.called.get(held.activity(parent_activity)?.node ?? '')
  try {
    for (const { name, value } of call?.back ?? []) held.variables.keep(name, child.variables.read(value))
  } catch (error) {
    if (!(error instanceof ExpressionError || error instanceof VariableError)) throw error
    unit.fail(held, parent_activity, 'expression', { about: error.message.slice(0, 200) })
    return
  }
  unit.obey(held, { do: 'complete', activity: parent_activity })
}

function depthOf(unit: Unit, held: Held): number {
  let depth = 1
  for (let at = unit.held.get(held.row.parent_id ?? ''); at; at = unit.held.get(at.row.parent_id ?? '')) depth += 1
  return depth
}

const rowOfCalled = (held: Held, activity: number, definition: { readonly id: string; readonly name: string }): InstanceRow => ({
  id: newId(),
  definition_id: definition.id,
  root_id: held.row.root_id,
  parent_id: held.id,
  parent_activity: activity,
  origin_id: null,
  // Of a caller that begins in this step it is not known yet: it is given to both when they are written (write.ts).
  business_number: held.row.business_number,
  name: held.name,
  starter_id: held.row.starter_id,
  instance_state: 'running',
  outcome: null,
  tokens: [],
  next_number: 1,
  step_number: 0,
  start_time: new Date(0).toISOString(),
})

/** A version of a process; one that is suspended begins for nobody, whoever calls or starts it. */
interface DeployedVersion {
  readonly id: string
  readonly suspended: 0 | 1
}

/**
 * Returns the version that is asked for, or the newest, whatever its key is written like in capitals; nothing where there is none. Where the newest is suspended, the process is:
 * what people cannot start is not begun in an older version by others.
 */
export function deployed(tx: Pick<Transaction, 'first'>, key: string, version?: number): Promise<DeployedVersion | undefined> {
  const versions = build
    .selectFrom('process_definitions')
    .select(['id', 'suspended'])
    .where(sql<boolean>`lower(key) = lower(${key})`)
  const asked = version === undefined ? versions : versions.where('definition_version', '=', version)
  return tx.first(asked.orderBy('definition_version', 'desc').limit(1))
}
