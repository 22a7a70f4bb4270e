/** Where an instance has set something going that cannot be, or must not go on. */
import { sql } from 'kysely'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Chain } from './engine/chain.ts'
import type { EngineParts, ServiceFault } from './engine/parts.ts'
import { receiversOf } from './engine/receivers.ts'
import { conclude, open } from './engine/run.ts'
import { statement } from './statement.ts'

/** The instance that has set something going: where in it, and how far the chain has come. */
export interface Thrower {
  readonly from?: string | null | undefined
  readonly node: string
  readonly activity: number | null
  readonly chain: Chain
}

interface Reason {
  readonly kind: 'failed' | 'too-many'
  readonly fault?: ServiceFault | undefined
  readonly about: string
}

/**
 * Adds an incident to the instance, whether or not it has ended meanwhile, which names the element. Where it is the first of its kind, whoever manages the
 * process is told: an instance that is over nobody looks at.
 */
export async function stopSetting(
  tx: Transaction,
  parts: EngineParts,
  thrower: Thrower | undefined,
  { kind, fault, about }: Reason,
): Promise<void> {
  if (!thrower?.from) return
  const opened = await open(tx, parts, { instance: thrower.from }, {})
  if (!opened) return
  const { held, work } = opened
  const { node, activity } = thrower
  const isFirst = kind === 'too-many' && !(await isKnown(tx, held.definition.id, node))
  work.unit.incident(held, kind, activity, node, { ...(fault === undefined ? {} : { fault }), about })
  if (isFirst) {
    const managers = await receiversOf(work, held, node, held.definition.rules.managers)
    const name = held.definition.graph.nodes.get(node)?.name ?? node
    await parts.inform(tx, managers, { what: 'endless', name, instance: held.name })
  }
  await conclude(opened, { command: 'recheck', activity })
}

async function isKnown(tx: Transaction, definition: string, node: string): Promise<boolean> {
  const found = await tx.first(
    statement(sql<{ one: number }>`select 1 as one from process_incidents incident
      join process_instances one on one.tenant_id = incident.tenant_id and one.id = incident.instance_id
      where one.definition_id = ${definition}::uuid and incident.node = ${node} and incident.incident_kind = 'too-many' and incident.resolved_at is null limit 1`),
  )
  return found !== undefined
}
