/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { DocumentKind } from '../../model/maintenance/equipment-documents.ts'
import type { TransferState } from '../../model/maintenance/equipment-transfers.ts'
import type { calibrations, equipment } from '../../model/index.ts'

declare module '../kernel/database/tables.ts' {
  interface Tables {
    equipment: Standard &
      Owned &
      Omit<
        Columns<typeof equipment>,
        'calibration_state' | 'calibrated_until' | 'purchased_at' | 'commissioned_at' | 'warranty_until' | 'scrapped_at'
      > & {
        scrapped_at: Generated<Date | null>
        purchased_at: Date | null
        commissioned_at: Date | null
        warranty_until: Date | null
        created_by: Generated<string | null>
      }
    calibrations: Standard &
      Owned &
      Omit<Columns<typeof calibrations>, 'validity' | 'replaced_by_id' | 'valid_from' | 'valid_until'> & {
        valid_from: Date
        valid_until: Date
        /** The last of the stages that people were told of. */
        noticed_days: Generated<number | null>
      }
    equipment_documents: Standard &
      Owned & {
        equipment_id: string
        calibration_id: string | null
        document_kind: DocumentKind
        file_name: string
        media_type: string
        size: string
        blob_id: string
        created_by: string | null
      }
    /** Written by a trigger of `equipment` alone. */
    equipment_devices: Owned & {
      id: Generated<string>
      equipment_id: string
      device_id: string
      is_first: boolean
      linked_from: Date | null
      linked_until: Date | null
    }
    /** Written once, by processes. */
    equipment_notes: Owned & { id: string; equipment_id: string; note_text: string; noted_at: Date; instance_id: string | null }
    equipment_labels: Standard & Owned & { equipment_id: string; token_hash: string; created_by: string | null }
    equipment_transfers: Standard &
      Owned & {
        equipment_id: string
        transfer_state: Generated<TransferState>
        from_site_id: string | null
        to_site_id: string | null
        from_org_id: string | null
        to_org_id: string | null
        from_keeper_id: string | null
        to_keeper_id: string | null
        giver_id: string | null
        transfer_reason: string | null
        given_at: Generated<Date | null>
        taken_at: Generated<Date | null>
        ended_at: Generated<Date | null>
        created_by: string | null
      }
  }
}
