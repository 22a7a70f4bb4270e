/** The rows of issued reports as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { issuedReports } from '../../../../model/index.ts'
import type { Language } from '../../../../model/language.ts'
import type { IssuedFile, IssuedState, SignatureSlot } from '../../../../model/reports/issued.ts'
import type { IdentityProof } from '../../../identity/index.ts'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    issued_reports: Standard &
      Owned &
      Omit<
        Columns<typeof issuedReports>,
        'report_number' | 'report_title' | 'period_name' | 'report_state' | 'signature_count' | 'revision'
      > & {
        report_number: string
        report_title: string
        period_name: string
        report_state: Generated<IssuedState>
        signature_count: Generated<number>
        revision: Generated<number>
        report_asked: unknown
        report_language: Language
        documents: unknown
        /** Written as JSON text; null where there are none. */
        report_parameters: unknown
        token_hash: Buffer
        superseded_by: string | null
        withdrawn_at: Date | null
        created_by: Generated<string | null>
        template_id: string | null
        template_version: number | null
      }
    issued_files: Owned & {
      issued_id: string
      file_kind: IssuedFile
      signatures: Generated<number>
      blob_id: string
      size: string
      sha256: string
      created_at: Generated<Date>
    }
    report_signatures: Owned & {
      issued_id: string
      slot: SignatureSlot
      user_id: string
      signer_name: string
      proof: IdentityProof
      signed_sha256: string
      signed_at: Date
    }
    report_numbers: Owned & { number_prefix: string; last_number: number }
  }
}
