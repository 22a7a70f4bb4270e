/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { dictionaries, regions } from '../../../model/index.ts'

declare module '../database/tables.ts' {
  interface Tables {
    dictionaries: Standard &
      Owned &
      Columns<typeof dictionaries> & { dict_name_tw: string | null; dict_name_en: string | null; built_in: Generated<boolean> }
    regions: Standard &
      Owned &
      Omit<Columns<typeof regions>, 'parent_region_code'> & {
        region_name_tw: string | null
        region_name_en: string | null
        built_in: Generated<boolean>
      }
    /** `state` and `look` are written as JSON text. */
    list_views: Owned & {
      id: string
      page: string
      view_name: string
      audience: Generated<'own' | 'tenant' | 'roles'>
      owner_id: string | null
      state: unknown
      created_at: Generated<Date>
      updated_at: Generated<Date>
      version: Generated<number>
    }
    list_view_roles: Owned & { view_id: string; role_id: string }
    /** Of one page: how somebody wants to see a list, or what they look at in trends. */
    user_preferences: Owned & {
      user_id: string
      page: string
      look: Generated<unknown>
      default_view_id: Generated<string | null>
      updated_at: Generated<Date>
    }
  }
}
