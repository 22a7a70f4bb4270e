/** Instances that nobody may remove, and those that are removed once they have been over for as long as their category is kept. */
import { sql } from 'kysely'
import { daysByName } from '../../model/system/known-parameters.ts'
import type { TenantId } from '../../model/brands.ts'
import { fail } from '../kernel/errors.ts'
import { build } from '../kernel/database/sql.ts'
import { databaseTime } from '../kernel/runtime/clock.ts'
import { tenantOf } from '../kernel/database/tenant-id.ts'
import type { EngineParts, Person } from './engine/parts.ts'
import { lockRoot, note } from './engine/notes.ts'
import { asServer } from './engine/run.ts'

export interface HoldAsk {
  readonly instanceId: string
  /** False: it is let go. */
  readonly isHeld: boolean
  readonly comment: string
}

/**
 * Whether the legal hold of an instance has changed: puts one on it with all that it has called and was called by, or takes it off.
 * @throws Failure `row.not-found`
 */
export function hold(parts: EngineParts, person: Person, { instanceId, isHeld, comment }: HoldAsk): Promise<boolean> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const root = (await lockRoot(tx, instanceId)) ?? fail('row.not-found')
    const changed = await tx.run(
      build
        .updateTable('process_instances')
        .set(
          isHeld
            ? { held_at: databaseTime(parts.clock), held_by: person.userId, hold_reason: comment }
            : { held_at: null, held_by: null, hold_reason: null },
        )
        .where('id', '=', root)
        .where('held_at', isHeld ? 'is' : 'is not', null),
    )
    if (changed === 0) return false
    await note(tx, root, [{ command: isHeld ? 'hold' : 'release', actorId: person.userId, comment }])
    await parts.pageInvalidation.publish(tx, tenantOf(tx))
    return true
  })
}

/** Outermost instances of one round: each goes by a statement of its own, so that one with very many rows keeps no other from going. */
const ROUND = 100

/** Removes what has been over for longer than its category is kept, of all tenants that say so; gives how many outermost instances. */
export async function removeKeptLongEnough(parts: Pick<EngineParts, 'transactions' | 'settings' | 'clock'>): Promise<number> {
  const tenants = await parts.transactions.inPlatform(
    'processes that are over are removed in all tenants',
    (tx) => tx.all(build.selectFrom('tenants').select('id').where('throwaway', '=', false)),
    'read',
  )
  let removed = 0
  for (const { id } of tenants) removed += await removeOf(parts, id)
  return removed
}

async function removeOf({ transactions, settings, clock }: Pick<EngineParts, 'transactions' | 'settings' | 'clock'>, tenantId: TenantId) {
  const days = daysByName((await settings.of(tenantId))['process.keepDays'])
  if (days.size === 0) return 0
  const kept = JSON.stringify([...days].map(([category, count]) => ({ category, count })))
  const due = () =>
    transactions.inTenant(
      { tenantId },
      (tx) =>
        tx.all(
          build
            .selectFrom('process_instances as instance')
            .innerJoin('process_definitions as definition', (on) =>
              on.onRef('definition.tenant_id', '=', 'instance.tenant_id').onRef('definition.id', '=', 'instance.definition_id'),
            )
            .select('instance.id')
            .where('instance.instance_state', '=', 'ended')
            .where('instance.parent_id', 'is', null)
            .where('instance.held_at', 'is', null)
            .where(
              sql<boolean>`instance.end_time < ${databaseTime(clock)} - make_interval(days => (select kept.count
                from jsonb_to_recordset(${kept}::jsonb) as kept (category text, count int)
                where kept.category in (definition.category, '*') order by kept.category = '*' limit 1))`,
            )
            .orderBy('instance.end_time')
            .limit(ROUND),
        ),
      'read',
    )
  let removed = 0
  for (let ids = await due(); ids.length > 0; ids = await due()) {
    const before = removed
    for (const { id } of ids)
      removed += await transactions.inTenant({ tenantId }, async (tx) => {
        // Somebody may have it held, or have revived it, since it was looked for.
        const root = await tx.first(
          build
            .selectFrom('process_instances')
            .select('id')
            .where('id', '=', id)
            .where('instance_state', '=', 'ended')
            .where('held_at', 'is', null)
            .forUpdate(),
        )
        if (root) await tx.run(build.deleteFrom('process_instances').where('root_id', '=', id))
        return root ? 1 : 0
      })
    // What cannot go must not be looked at for ever.
    if (ids.length < ROUND || removed === before) return removed
  }
  return removed
}
