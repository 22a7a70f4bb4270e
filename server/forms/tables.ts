/** The rows of forms and of what is filled in as the SQL builder types them. */
import type { ColumnType, Generated } from 'kysely'
import type { EntrySource, EntryState } from '../../model/devtool/form-entries.ts'
import type { FormState } from '../../model/devtool/forms.ts'
import type { EntryData } from '../../model/form/check-entry.ts'

declare module '../kernel/database/tables.ts' {
  interface Tables {
    forms: Standard &
      Owned & {
        form_description: string
        form_content: Generated<string | null>
        form_status: Generated<FormState>
        form_version: Generated<number>
        saved_by: string | null
        saved_at: Date | null
      }
    form_versions: Owned & {
      form_id: string
      form_version: number
      definition: unknown
      published_by: string | null
      published_at: Generated<Date>
    }
    form_entries: Standard &
      Owned & {
        form_id: string
        form_version: number
        entry_number: number
        entry_state: EntryState
        entry_source: EntrySource
        owner_id: string | null
        submit_time: Date | null
        /** Written as JSON. */
        data: ColumnType<EntryData, string, string>
      }
    form_counters: Owned & { form_id: string; last_number: number }
    form_unique_values: Owned & {
      form_id: string
      field_id: string
      value_digest: string
      entry_id: string | null
      instance_id: string | null
    }
    form_files: Owned & {
      id: string
      form_id: string | null
      field_id: string
      entry_id: string | null
      /** Of a process whose form it was brought for. */
      instance_id: string | null
      link_id: string | null
      file_name: string
      media_type: string
      size: string
      blob_id: string
      created_by: string | null
      created_at: Generated<Date>
    }
    form_links: Owned & {
      id: string
      form_id: string
      token_hash: Buffer
      expires_at: Date | null
      max_entries: number | null
      entries: Generated<number>
      created_at: Generated<Date>
    }
  }
}
