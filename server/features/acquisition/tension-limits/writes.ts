/** Limits that a tendon has stay as they are: what was judged by them would be judged by others afterwards. */
import { sql } from 'kysely'
import { tensionLimits } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Asking, Refusals, RowChange } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'

/** What may be said anew of limits in use: it judges nothing. */
const FREE: ReadonlySet<string> = new Set(['limitDescription'])

async function judgeChanges(tx: Transaction, _asking: Asking, changes: readonly RowChange[]): Promise<Refusals> {
  const judging = changes.filter(({ values }) => Object.keys(values).some((name) => !FREE.has(name)))
  if (judging.length === 0) return new Map()
  // No tendon gets them between this and the change: its foreign key waits for the row.
  await tx.all(
    build
      .selectFrom('tension_limits')
      .select('id')
      .where(sql<boolean>`id = any(${judging.map(({ id }) => id)}::uuid[])`)
      .orderBy('id')
      .forUpdate(),
  )
  const used = await tx.beyondScope('limits are in use whoever sees the tendons that have them').all(
    build
      .selectFrom('tendons')
      .select('tension_limit_id')
      .distinct()
      .where(sql<boolean>`tension_limit_id = any(${judging.map(({ id }) => id)}::uuid[])`),
  )
  const ids = new Set<string>(used.map(({ tension_limit_id: id }) => id))
  return new Map(
    changes.flatMap((change, at): [number, Failure][] =>
      ids.has(change.id) && judging.includes(change) ? [[at, new Failure('limits.used')]] : [],
    ),
  )
}

export const tensionLimitWrites = writes(tensionLimits, { change: { judge: judgeChanges } })
