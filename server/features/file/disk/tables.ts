/** The rows of this room's tables as the SQL builder types them. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { FileType } from '../../../../model/file/files.ts'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    files: Standard &
      Owned & {
        owner_id: string
        parent_id: string | null
        original_filename: string
        file_type: FileType
        media_type: string | null
        size: Generated<string>
        sha256: string | null
        blob_id: string | null
        is_shared: Generated<0 | 1>
        bin_id: Generated<string | null>
        deleted_at: Generated<Date | null>
        home_id: Generated<string | null>
        for_text: Generated<boolean>
        stored_at: Generated<Date>
        place_id: GeneratedAlways<string>
        name_key: GeneratedAlways<string>
        is_file: GeneratedAlways<boolean>
      }
    file_versions: Owned & {
      blob_id: string
      file_id: string
      owner_id: string
      file_type: Exclude<FileType, 'folder'>
      media_type: string
      size: string
      sha256: string
      stored_at: Date
      replaced_at: Generated<Date>
    }
    file_share_users: Owned & { file_id: string; user_id: string }
    file_share_roles: Owned & { file_id: string; role_id: string }
    file_share_orgs: Owned & { file_id: string; org_id: string }
    file_links: Owned & {
      id: string
      file_id: string
      token_hash: Buffer
      password_hash: string | null
      expires_at: Date | null
      created_at: Generated<Date>
    }
    uploads: Owned & {
      id: string
      owner_id: string
      parent_id: string | null
      replaces_id: string | null
      original_filename: string
      metadata: string
      size: string
      received: Generated<string>
      file_id: Generated<string | null>
      holder: string | null
      held_until: Date | null
      is_wanted: Generated<boolean>
      created_at: Generated<Date>
      expires_at: Date
    }
    download_tickets: Owned & {
      id: string
      secret_hash: Buffer
      user_id: string
      session_id: string
      role_codes: string[]
      file_id: string
      plays: Generated<boolean>
      created_at: Generated<Date>
      expires_at: Date
    }
  }
}
