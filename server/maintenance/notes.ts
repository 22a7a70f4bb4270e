/** Notes that a process makes of a machine, in the transaction of its step: lines of the life of the machine, of nobody. */
import { limitsOf } from '../../model/messages.ts'
import { annotations } from '../../model/index.ts'
import { build } from '../kernel/database/sql.ts'
import { tenantOf } from '../kernel/database/tenant-id.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { newId } from '../kernel/ids.ts'
import type { Clock } from '../kernel/runtime/clock.ts'

export interface NoteOfMachine {
  readonly equipmentId: string
  readonly text: string
  /** The process that makes it. */
  readonly instanceId: string
}

/** Notes something of a machine at the time of the clock; what is longer than a note of a point may be is cut. */
export async function noteOnMachine(tx: Transaction, clock: Clock, { equipmentId, text, instanceId }: NoteOfMachine): Promise<void> {
  const { max = 500 } = limitsOf(annotations.fields.noteText)
  await tx.run(
    build.insertInto('equipment_notes').values({
      tenant_id: tenantOf(tx),
      id: newId(),
      equipment_id: equipmentId,
      note_text: text.slice(0, max).toWellFormed(),
      noted_at: new Date(clock.now()),
      instance_id: instanceId,
    }),
  )
}
