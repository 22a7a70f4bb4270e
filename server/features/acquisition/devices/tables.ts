/** The rows of this feature's table as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { AttachmentKind } from '../../../../model/acquisition/device-attachments.ts'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    device_attachments: Standard &
      Owned & {
        device_id: string | null
        of_device: string
        removed_at: Generated<Date | null>
        /** When it was removed by itself; its device has it no more. */
        discarded_at: Generated<Date | null>
        attachment_kind: AttachmentKind
        file_name: string
        media_type: string
        size: string
        blob_id: string
        valid_until: string | null
        created_by: string | null
      }
  }
}
