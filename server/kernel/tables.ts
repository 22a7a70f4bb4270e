/** The rows of every table as the SQL builder types them. Tables of resources take their columns from `model/`. */
import type { Generated } from 'kysely'
import type { Field } from '../../model/fields.ts'
import type { Resource, Row } from '../../model/resource.ts'
import type { organisations, roles, users } from '../../model/index.ts'

type Snake<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Text

/** Columns every row has; the database fills the last four. */
interface Standard {
  id: string
  created_at: Generated<Date>
  updated_at: Generated<Date>
  version: Generated<number>
}
type Owned = { tenant_id: string }

/** Columns of a resource: those of its fields that have a column of their own. */
type Columns<R extends Resource> = {
  [Name in Exclude<keyof R['fields'] & string, 'createTime' | 'roleId' | 'postCode' | 'password'> as Snake<Name>]:
    R['fields'][Name] extends Field<unknown, true> ? Row<R>[Name] : Row<R>[Name] | null
}

export interface Tables {
  users: Standard & Owned & Columns<typeof users> & { password_hash: string }
  organisations: Standard & Owned & Columns<typeof organisations>
  roles: Standard & Owned & Columns<typeof roles>
  posts: Standard & Owned & { parent_id: string | null; post_code: string; post_name: string; post_sequence: number | null }
  user_roles: Owned & { user_id: string; role_id: string }
  user_posts: Owned & { user_id: string; post_id: string; post_type: number }
  role_menus: Owned & { role_id: string; menu_id: string }
  role_urls: Owned & { role_id: string; url_id: string }
  role_hidden_buttons: Owned & { role_id: string; menu_id: string; button: string }
  role_hidden_fields: Owned & { role_id: string; menu_id: string; field: string }
  sessions: Owned & {
    id: string
    user_id: string
    access_hash: Buffer
    access_expires_at: Date
    previous_access_hash: Buffer | null
    address: string
    browser: string
    registered_at: Date | null
    last_seen_at: Generated<Date>
    ended_at: Date | null
    created_at: Generated<Date>
  }
  refresh_tokens: Owned & { hash: Buffer; session_id: string; expires_at: Date; used_at: Date | null }
  menus: Standard & {
    menu_code: string
    menu_icon: string | null
    menu_path: string
    menu_component: string | null
    page_name: string | null
    menu_sequence: number
    menu_status: number
    no_cache: number
    parent_id: string | null
  }
  menu_buttons: { menu_id: string; button: string; sequence: number }
  urls: Standard & { url: string; description: string }
  tenants: Standard & {
    tenant_code: string
    tenant_name: string
    tenant_contact: string | null
    tenant_email: string | null
    tenant_tel: string | null
    status: Generated<number>
    expires_at: Date | null
  }
  attempts: { counted_for: string; count: number; window_ends_at: Date }
  installation: { key: string; value: string; created_at: Generated<Date> }
}
