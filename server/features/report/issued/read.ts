/** Issued reports as one reader has them: those in their scope whose figures they may have. */
import { sql } from 'kysely'
import type { IssuedFile, SignatureSlot } from '../../../../model/reports/issued.ts'
import { SIGNATURE_SLOTS } from '../../../../model/reports/issued.ts'
import { users } from '../../../../model/index.ts'
import { mayReadWhole } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'

/** The report, for somebody who may have all that stands on its pages. @throws Failure `row.not-found`, as for one that there is none of */
export async function readWhole(tx: Transaction, caller: Caller, id: string) {
  const row = await tx.first(build.selectFrom('issued_reports').selectAll().where('id', '=', id))
  // Its pages name who issued and who signed it.
  if (!row || !viewOf(caller, users).sees('username')) return fail('row.not-found')
  return (await mayReadWhole(tx, caller, row.documents as readonly unknown[])) ? row : fail('row.not-found')
}

/** The signatures of a report, in the order of their places. */
export async function signaturesOf(tx: Transaction, issuedId: string) {
  const rows = await tx.all(build.selectFrom('report_signatures').selectAll().where('issued_id', '=', issuedId))
  return rows
    .map(({ slot, user_id: userId, signer_name: name, signed_at: at, proof }) => ({ slot, userId, name, at: at.getTime(), proof }))
    .toSorted((one, other) => placeOf(one.slot) - placeOf(other.slot))
}

const placeOf = (slot: SignatureSlot) => SIGNATURE_SLOTS.indexOf(slot)

/** The files of a report, those with more signatures last. */
export function filesOf(tx: Transaction, issuedId: string) {
  return tx.all(
    build
      .selectFrom('issued_files')
      .select(['file_kind', 'signatures', 'blob_id', 'size', 'sha256'])
      .where('issued_id', '=', issuedId)
      .orderBy(sql`array_position(array['pages', 'pdf', 'xlsx', 'docx', 'signed'], file_kind)`)
      .orderBy('signatures'),
  )
}

/** The latest file of one of these kinds, the last of which is preferred. @throws Failure `row.not-found` */
export async function fileOf(tx: Transaction, issuedId: string, ...kinds: readonly IssuedFile[]) {
  const files = await filesOf(tx, issuedId)
  return files.findLast(({ file_kind: kind }) => kinds.includes(kind)) ?? fail('row.not-found')
}
