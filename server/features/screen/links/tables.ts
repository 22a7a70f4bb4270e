/** The rows of this room's table as the SQL builder types them; that of links stands in server/identity/tables.ts, whose sessions read it. */
import type { Generated } from 'kysely'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    screen_displays: Owned & {
      id: string
      screen_id: string
      session_id: string
      link_id: string | null
      display: string
      address: string
      width: number
      height: number
      pixel_ratio: number
      screen_version: number
      frames_per_second: number | null
      seen_at: Generated<Date>
    }
  }
}
