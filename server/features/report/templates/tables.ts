/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { reportTemplates } from '../../../../model/index.ts'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    /** `content` is written as JSON text. */
    report_templates: Standard &
      Owned &
      Omit<Columns<typeof reportTemplates>, 'published_at' | 'template_version'> & {
        template_version: Generated<number>
        published_at: Date | null
        content: unknown
        saved_by: string | null
        saved_at: Date | null
      }
    report_template_versions: Owned & {
      id: string
      template_id: string
      template_version: number
      content: unknown
      published_by: string | null
      published_at: Generated<Date>
    }
    report_pictures: Owned & {
      id: string
      blob_id: string
      media_type: string
      width: number
      height: number
      sha256: string
      used_at: Generated<Date>
      created_at: Generated<Date>
    }
  }
}
