/** Stores forms of the demonstration: published, with what people filled in. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { FormSeed } from '../../seeds/belongings.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { newId } from '../kernel/ids.ts'

const hoursBefore = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours}::integer)`

/** Stores the forms and their entries. @param idOf The id of a person by their name. @throws Error for a device that is not there, which is a mistake in the seed */
export async function storeForms(
  tx: Transaction,
  tenant_id: TenantId,
  forms: readonly FormSeed[],
  publisher: string,
  idOf: (username: string) => string,
): Promise<void> {
  const devices = new Map((await tx.all(build.selectFrom('devices').select(['device_code', 'id']))).map((row) => [row.device_code, row.id]))
  for (const { formDescription, definition, entries } of forms) {
    const form_id = newId()
    const json = JSON.stringify(definition)
    await tx.run(
      build.insertInto('forms').values({
        tenant_id,
        id: form_id,
        form_description: formDescription,
        form_content: json,
        form_status: 'published',
        form_version: 1,
        saved_by: null,
        saved_at: null,
      }),
    )
    await tx.run(
      build.insertInto('form_versions').values({ tenant_id, form_id, form_version: 1, definition: json, published_by: publisher }),
    )
    for (const [at, { by, hoursAgo, data, devices: named = {} }] of entries.entries()) {
      const rows = Object.entries(named).map(([field, code]): [string, string] => {
        const id = devices.get(code)
        if (id === undefined) throw new Error(`the seed names the device "${code}", which it does not have`)
        return [field, id]
      })
      await tx.run(
        build.insertInto('form_entries').values({
          tenant_id,
          id: newId(),
          form_id,
          form_version: 1,
          entry_number: at + 1,
          entry_state: 'submitted',
          entry_source: by === undefined ? 'outside' : 'inside',
          owner_id: by === undefined ? null : idOf(by),
          submit_time: hoursBefore(hoursAgo),
          data: JSON.stringify({ ...data, ...Object.fromEntries(rows) }),
          created_at: hoursBefore(hoursAgo) as never,
        }),
      )
    }
    await tx.run(build.insertInto('form_counters').values({ tenant_id, form_id, last_number: entries.length }))
  }
}
