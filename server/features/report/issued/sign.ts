/** An issued report is signed: one place after the other, each by somebody else, each with a proof of identity that was given for it. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/report/issued-reports.ts'
import { issuedReports } from '../../../../model/index.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import type { SignatureSlot } from '../../../../model/reports/issued.ts'
import { SIGNATURE_SLOTS } from '../../../../model/reports/issued.ts'
import { secondText } from '../../../../model/zone.ts'
import type { IdentityProof } from '../../../identity/index.ts'
import { peekProof, takeProof } from '../../../identity/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { keepFiles, readValid } from '../shared/issue.ts'
import { openToSign, writeSigned } from './pages.ts'
import { fileOf, readWhole, signaturesOf } from './read.ts'

const needsProof = (): never => fail('report.signature', { field: { name: 'signature', label: 'signature.field' } })

/** What of a report lies before its next signature. @throws Failure `report.signed` to whoever was slower, with who was faster and when */
async function assertNext(tx: Transaction, id: string, slot: SignatureSlot, { userId }: Caller, t: Translate) {
  const signatures = await signaturesOf(tx, id)
  const name = t(`issued.slot-${slot}`)
  const earlier = signatures.find((each) => each.slot === slot)
  if (earlier) fail('report.signed', { values: { slot: name, by: earlier.name, at: secondText(await tx.timeZone(), earlier.at) } })
  if (signatures.some((each) => each.userId === userId)) fail('report.signed-twice')
  const next = SIGNATURE_SLOTS[signatures.length] as SignatureSlot
  if (next !== slot) fail('report.sign-order', { values: { slot: name, next: t(`issued.slot-${next}`) } })
  return signatures
}

/** How whoever signs has shown who they are: looked up first, and used up in the transaction that stores the signature. */
interface Proving {
  peek(tx: Transaction): Promise<IdentityProof>
  take(tx: Transaction, proof: IdentityProof): Promise<void>
}

const proofGiven = (caller: Caller): Proving => ({
  peek: async (tx) => (await peekProof(tx, caller)) ?? needsProof(),
  async take(tx, proof) {
    if ((await takeProof(tx, caller)) !== proof) needsProof()
  },
})

/** Signs as the caller in this place. @throws Failure of a report that does not hold, of a place that is not theirs, of a proof that is not there */
export async function sign(
  { services, caller, inTenant, t }: Pick<Call<unknown>, 'services' | 'caller' | 'inTenant' | 't'>,
  { id, slot }: { readonly id: string; readonly slot: SignatureSlot },
  { peek, take }: Proving,
): Promise<void> {
  const { blobs, clock } = services
  const signedAt = clock.now()
  const before = await inTenant(async (tx) => {
    const { report_language: language } = await readWhole(tx, caller, id)
    await readValid(tx, { id })
    const signatures = await assertNext(tx, id, slot, caller, t)
    // Writing a file for somebody who has yet to show who they are is in vain.
    return { language, signatures, proof: await peek(tx), frozen: await openToSign(tx, services, id) }
  })
  const { proof, frozen, language } = before
  const mine = { slot, name: caller.username, at: signedAt, proof }
  const signing = { id, frozen, language, signatures: [...before.signatures, mine] }
  const written = await writeSigned({ services, caller, inTenant }, signing).finally(() => frozen.close())
  try {
    await inTenant(async (tx) => {
      await readValid(tx, { id }, true)
      const signatures = await assertNext(tx, id, slot, caller, t)
      await take(tx, proof)
      const { sha256 } = await fileOf(tx, id, 'pdf')
      const { tenantId: tenant_id, userId: user_id, username: signer_name } = caller
      await tx.run(
        build
          .insertInto('report_signatures')
          .values({ tenant_id, issued_id: id, slot, user_id, signer_name, proof, signed_sha256: sha256, signed_at: new Date(signedAt) }),
      )
      await keepFiles(tx, services, id, [{ kind: 'signed', written }], signatures.length + 1)
      await tx.run(
        build
          .updateTable('issued_reports')
          .set({ signature_count: signatures.length + 1, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
          .where('id', '=', id),
      )
    })
  } catch (error) {
    await blobs.discard(written)
    throw error
  }
}

export const signReport = implement(contract.signReport, {
  access: 'granted',
  summary: 'Sign an issued report in one of its places, with a proof of identity that was given for it',
  of: issuedReports,
  async handle(call) {
    await sign(call, call.input, proofGiven(call.caller))
    return null
  },
})
