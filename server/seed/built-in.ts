/** The rows of layered nouns that come with the product. They belong to the platform tenant; everybody reads them. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v5 } from 'uuid'
import type { TenantId } from '../../model/brands.ts'
import { PLATFORM } from '../../model/tenant/platform.ts'
import { dictionaries } from '../../seeds/dictionaries.ts'
import { regions } from '../../seeds/regions.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

/** The same row has the same id in every installation and after every update. */
const NAMESPACE = '5f0c1f6e-8a55-5d0f-9d0b-0d6f1c9f7c11'
const idOf = (name: string) => v5(name, NAMESPACE)

/** Adds and renames; what this version does not know any more stays, since rows of tenants may hang below it. */
export async function storeBuiltIn(tx: Transaction): Promise<boolean> {
  const platform = await tx.first(build.selectFrom('tenants').select('id').where('tenant_code', '=', PLATFORM))
  if (!platform) return false
  const state = createHash('sha256')
    .update(JSON.stringify([dictionaries, regions]))
    .digest('base64url')
  const before = await tx.first(build.selectFrom('installation').select('value').where('key', '=', 'built-in'))
  if (before?.value === state) return false
  await storeDictionaries(tx, platform.id)
  await storeRegions(tx, platform.id)
  await tx.run(
    build
      .insertInto('installation')
      .values({ key: 'built-in', value: state })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: state })),
  )
  return true
}

async function storeDictionaries(tx: Transaction, tenant_id: TenantId): Promise<void> {
  const rows = dictionaries.flatMap(({ type, names: [zh, tw, en], members }, at) => {
    const own = { tenant_id, built_in: true, dict_type: type }
    const id = idOf(`dictionary ${type}`)
    return [
      { ...own, id, dict_name: zh, dict_name_tw: tw, dict_name_en: en, dict_value: type, dict_sequence: at + 1, parent_id: null },
      ...members.map(([value, name, name_tw, name_en], index) => ({
        ...own,
        id: idOf(`dictionary ${type} ${value}`),
        dict_name: name,
        dict_name_tw: name_tw,
        dict_name_en: name_en,
        dict_value: value,
        dict_sequence: index + 1,
        parent_id: id,
      })),
    ]
  })
  await tx.run(
    build
      .insertInto('dictionaries')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'id']).doUpdateSet({
          dict_name: sql`excluded.dict_name`,
          dict_name_tw: sql`excluded.dict_name_tw`,
          dict_name_en: sql`excluded.dict_name_en`,
          dict_sequence: sql`excluded.dict_sequence`,
        }),
      ),
  )
}

async function storeRegions(tx: Transaction, tenant_id: TenantId): Promise<void> {
  await tx.run(
    build
      .insertInto('regions')
      .values(
        regions.map(({ code, type, parent, names: [zh, tw, en] }) => ({
          tenant_id,
          built_in: true,
          id: idOf(`region ${code}`),
          region_code: code,
          region_type: type,
          region_name: zh,
          region_name_tw: tw,
          region_name_en: en,
          parent_id: parent === undefined ? null : idOf(`region ${parent}`),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'id']).doUpdateSet({
          region_name: sql`excluded.region_name`,
          region_name_tw: sql`excluded.region_name_tw`,
          region_name_en: sql`excluded.region_name_en`,
          region_type: sql`excluded.region_type`,
          parent_id: sql`excluded.parent_id`,
        }),
      ),
  )
}
