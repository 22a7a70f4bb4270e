/** Notes that a process makes of a point, in the transaction of its step: nobody's, as their author, and otherwise like those of people. */
import { annotations } from '../../../model/index.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { newId } from '../../kernel/ids.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import { limitsOf } from '../../../model/messages.ts'
import type { NamedPoint } from './points.ts'

/** Notes something of a point at the time of the clock; what is longer than a note may be is cut. */
export async function noteOnPoint(tx: Transaction, clock: Clock, { point }: NamedPoint, text: string): Promise<void> {
  const { max = 500 } = limitsOf(annotations.fields.noteText)
  await tx.run(
    build.insertInto('annotations').values({
      tenant_id: tenantOf(tx),
      id: newId(),
      point_id: point.id,
      noted_at: new Date(clock.now()).toISOString(),
      note_text: text.slice(0, max).toWellFormed(),
    }),
  )
}
