/** The rows of spare parts and their moves as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { partMoves, spareParts } from '../../../model/index.ts'

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    spare_parts: Standard &
      Owned &
      Omit<Columns<typeof spareParts>, 'is_short' | 'equipment_id' | 'part_stock'> & {
        part_stock: Generated<number>
        short_notified: Generated<boolean>
        created_by: Generated<string | null>
      }
    spare_part_fits: Owned & { part_id: string; equipment_id: string }
    part_moves: Standard & Owned & Columns<typeof partMoves> & { request_id: string }
  }
}
