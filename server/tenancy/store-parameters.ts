/** Every tenant has a row for each parameter the system reads, so that lists, exports and the history know them like any other. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import en from '../../model/labels/en/system.ts'
import tw from '../../model/labels/tw/system.ts'
import zh from '../../model/labels/zh/system.ts'
import { knownParameters, parameterKeys, textOfSetting } from '../../model/system/known-parameters.ts'
import { PLATFORM } from '../../model/tenant/platform.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

/** Adds what is missing, with its default, and brings the names up to date; values that are there stay. Runs in platform scope. */
export async function storeParameters(tx: Transaction, tenantId?: TenantId): Promise<void> {
  const tenants = await tx.all(
    build
      .selectFrom('tenants')
      .select(['id', 'tenant_code'])
      .$if(tenantId !== undefined, (query) => query.where('id', '=', tenantId as NonNullable<typeof tenantId>)),
  )
  const rows = tenants.flatMap(({ id, tenant_code }) =>
    parameterKeys
      .filter((key) => knownParameters[key].scope === 'tenant' || tenant_code === PLATFORM)
      .map((key) => ({
        tenant_id: id,
        id: newId(),
        param_key: key,
        param_value: textOfSetting(knownParameters[key].initial),
        param_name: zh[`param.${key}`],
        param_name_tw: tw[`param.${key}`],
        param_name_en: en[`param.${key}`],
      })),
  )
  for (let start = 0; start < rows.length; start += BATCH) {
    await tx.run(
      build
        .insertInto('parameters')
        .values(rows.slice(start, start + BATCH))
        .onConflict((conflict) =>
          conflict
            .expression(sql`tenant_id, lower(param_key)`)
            .doUpdateSet({
              param_name: sql`excluded.param_name`,
              param_name_tw: sql`excluded.param_name_tw`,
              param_name_en: sql`excluded.param_name_en`,
            })
            .where(
              sql<boolean>`parameters.param_name is distinct from excluded.param_name or parameters.param_name_en is distinct from excluded.param_name_en or parameters.param_name_tw is distinct from excluded.param_name_tw`,
            ),
        ),
    )
  }
}

const BATCH = 500
