/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import type { packages, urls, users } from '../../../model/index.ts'
import type { ScopeKind } from '../../../model/row-scope.ts'
import type { ScopedTable } from '../../../model/scoped-nouns.ts'

declare module '../database/tables.ts' {
  interface Tables {
    users: Standard & Owned & Columns<typeof users> & { password_hash: string }
    user_roles: Owned & { user_id: string; role_id: string }
    posts: Standard & Owned & { parent_id: string | null; post_code: string; post_name: string; post_sequence: number | null }
    user_posts: Omit<Standard, 'id'> & { id: Generated<string> } & Owned & {
        user_id: string
        post_id: string
        post_type: number
        post_description: string | null
        status: Generated<number>
      }
    user_post_roles: Owned & { user_id: string; post_id: string; role_id: string }
    /** A view: the roles each user holds, directly (`post_id` null) or through a post in use. */
    held_roles: Owned & { user_id: string; role_id: string; post_id: string | null }
    role_menus: Owned & { role_id: string; menu_id: string }
    role_urls: Owned & { role_id: string; url_id: string }
    role_hidden_buttons: Owned & { role_id: string; menu_id: string; button: string }
    role_scopes: Owned & { role_id: string; scoped_table: ScopedTable; kind: ScopeKind }
    role_scope_organisations: Owned & { role_id: string; scoped_table: ScopedTable; org_id: string }
    role_scope_projects: Owned & { role_id: string; scoped_table: ScopedTable; project_id: string }
    role_scope_sites: Owned & { role_id: string; scoped_table: ScopedTable; site_id: string }
    site_owners: Owned & { site_id: string; org_id: string | null; project_id: string | null }
    role_hidden_fields: Owned & { role_id: string; menu_id: string; field: string }
    menus: Standard & {
      menu_code: string
      menu_name: string
      menu_name_tw: string | null
      menu_name_en: string | null
      menu_origin: Generated<string | null>
      menu_edited: Generated<number | null>
      menu_icon: string | null
      menu_path: string
      menu_component: string | null
      page_name: string | null
      menu_sequence: number | null
      menu_status: number
      no_cache: number | null
      parent_id: string | null
    }
    menu_buttons: { menu_id: string; button: string; sequence: number }
    urls: Standard & Columns<typeof urls> & { platform_only: Generated<boolean> }
    app_client_roles: Owned & { client_id: string; role_id: string }
    tenants: Omit<Standard, 'id'> & {
      id: TenantId
      tenant_code: string
      tenant_name: string
      tenant_contact: string | null
      tenant_email: string | null
      tenant_tel: string | null
      status: Generated<number>
      expires_at: Date | null
      package_id: Generated<string | null>
      user_quota: Generated<number | null>
      storage_quota: Generated<number | null>
      point_quota: Generated<number | null>
      entry_quota: Generated<number | null>
      modbus_networks: Generated<string | null>
      webhook_networks: Generated<string | null>
      networks_from_devices: Generated<boolean>
      marked_at: Generated<Date | null>
      throwaway: Generated<boolean>
    }
    packages: Standard & Columns<typeof packages>
    package_menus: { package_id: string; menu_id: string }
    package_urls: { package_id: string; url_id: string }
  }
}
