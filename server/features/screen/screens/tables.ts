/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { screens } from '../../../../model/index.ts'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    /** `content` is written as JSON text. */
    screens: Standard &
      Owned &
      Omit<Columns<typeof screens>, 'published_at' | 'screen_version'> & {
        screen_version: Generated<number>
        published_at: Date | null
        content: unknown
        saved_by: string | null
        saved_at: Date | null
      }
    screen_versions: Owned & {
      id: string
      screen_id: string
      screen_version: number
      content: unknown
      sha256: string
      published_by: string | null
      published_at: Generated<Date>
    }
    screen_pictures: Owned & {
      id: string
      blob_id: string
      media_type: string
      picture_name: string
      width: number | null
      height: number | null
      review_number: string | null
      sha256: string
      used_at: Generated<Date>
      created_at: Generated<Date>
    }
  }
}
