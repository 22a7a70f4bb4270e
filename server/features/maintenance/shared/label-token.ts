/** Labels of machines as the database keeps them: by the hash of what stands on them. */
import { hashToken } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** The hash by which a label is found. */
export const digestOf = (token: string): string => hashToken(token).toString('hex')

/** Whether the label is that of the machine of a stop of a round. */
export async function isLabelOfStop(tx: Transaction, token: string, resultId: string): Promise<boolean> {
  const found = await tx.beyondScope('a label is that of its machine, wherever the machine is by now').first(
    build
      .selectFrom('equipment_labels as label')
      .innerJoin('round_results as result', (on) =>
        on.onRef('result.tenant_id', '=', 'label.tenant_id').onRef('result.equipment_id', '=', 'label.equipment_id'),
      )
      .select('label.id')
      .where('label.token_hash', '=', digestOf(token))
      .where('result.id', '=', resultId),
  )
  return found !== undefined
}
