/** What it takes to make a tenant, to change what it may, and to erase it. */
import { sql } from 'kysely'
import { asTenantId } from '../../../kernel/database/as-tenant-id.ts'
import type { TenantId } from '../../../../model/brands.ts'
import type { Language } from '../../../../model/labels/index.ts'
import { ADMINISTRATOR } from '../../../../model/authority/roles.ts'
import { PLATFORM } from '../../../../model/tenant/platform.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import type { Asking, NewRow, RowChange } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { mapConstraintErrors } from '../../../kernel/resources/write.ts'
import { newId } from '../../../kernel/ids.ts'
import { hashPassword, newPassword, wirePassword } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { copyStructure, eraseTenant, storeEntry, storePeople, storeTenant } from '../../../tenancy/index.ts'
import type { Hashes, Limits } from '../../../tenancy/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { judgeNetworks, lockNetworks } from './networks.ts'
import { assertNotPlatform, endSessions, isUsed, stored } from './rules.ts'
import type { NewTenant } from './template.ts'
import { entryOf, firstAdministrator, templateOf } from './template.ts'

/** What would keep the people of the platform from their own work. */
const LIMITING = ['tenantCode', 'expiresAt', 'packageId', 'userQuota', 'storageQuota', 'pointQuota', 'entryQuota']

export const tenantWrites = writes(stored, {
  add: {
    issuedLabels: { tenantCode: 'field.tenants.tenantCode', username: 'field.users.username', password: 'field.users.password' },
    prepare: (_asking, rows) =>
      Promise.all(
        rows.map(async (row): Promise<NewRow> => {
          const password = newPassword()
          return { ...row, columns: { password, password_hash: await hashPassword(wirePassword(password)) } }
        }),
      ),
    lock: lockNetworks,
    judge: (tx, _asking, rows) => judgeNetworks(tx, rows),
    async apply(tx, asking, rows) {
      const issued = []
      for (const row of rows) issued.push(await addTenant(tx, asking, row))
      return issued
    },
  },
  change: {
    async judge(tx, _asking, changes) {
      const before = await storedTenants(tx, changes)
      const refused = new Map<number, Failure>()
      for (const [at, { id, values }] of changes.entries()) {
        const row = before.get(id) ?? fail('row.not-found')
        const code = values['tenantCode']
        const isLimited = LIMITING.some((name) => (values[name] ?? null) !== null && values[name] !== row.tenant_code)
        if (row.tenant_code === PLATFORM && (isLimited || values['status'] === 0)) refused.set(at, new Failure('tenant.platform'))
        else if (code !== undefined && code !== row.tenant_code && (await isUsed(tx, asTenantId(id))))
          refused.set(at, new Failure('tenant.code-used', { field: { name: 'tenantCode', label: 'field.tenants.tenantCode' } }))
      }
      if (changes.some(({ values }) => 'modbusNetworks' in values)) await lockNetworks(tx)
      return new Map([...(await judgeNetworks(tx, changes)), ...refused])
    },
    /** Who disables a tenant, or lets it expire, ends its sessions; another package counts from the next request on. */
    async apply(tx, asking, changes, update) {
      const before = await storedTenants(tx, changes)
      const written = await update(changes)
      const after = await storedTenants(tx, changes)
      for (const change of changes) await publishChange(tx, asking, change, before, after)
      return written
    },
  },
  remove: {
    inUse: async (tx, _asking, ids) => {
      const used: string[] = []
      for (const id of ids) if (await isUsed(tx, asTenantId(id))) used.push(id)
      return used
    },
    async apply(tx, { services }, ids) {
      for (const id of ids.map(asTenantId)) {
        await tx.run(
          build
            .updateTable('tenants')
            .set({ marked_at: sql`now()` })
            .where('id', '=', id),
        )
        await eraseTenant(tx, services.invalidations, id)
      }
      return ids.length
    },
  },
})

/** Gives what is told of it once: the password of its first administrator. */
async function addTenant(tx: Transaction, { t, caller: { language } }: Asking, { id, values, columns = {} }: NewRow) {
  const wanted = values as unknown as NewTenant
  const hashes: Hashes = { of: new Map(), others: String(columns['password_hash']), mustChange: true }
  await mapConstraintErrors(stored, () => storeWhole(tx, asTenantId(id), wanted, hashes, { t, language }))
  return { tenantCode: wanted.tenantCode, username: firstAdministrator(wanted, t).username, password: String(columns['password']) }
}

interface Words {
  readonly t: Asking['t']
  readonly language: Language
}

async function storeWhole(tx: Transaction, id: TenantId, values: NewTenant, hashes: Hashes, { t, language }: Words): Promise<void> {
  const limits = { id, ...limitsOf(values) }
  if (values.template !== 'copy') return void (await storeTenant(tx, templateOf(values, t, language), hashes, limits))
  const source = await tx.first(
    build
      .selectFrom('tenants')
      .select(['id', 'tenant_code'])
      .where('id', '=', asTenantId(values.copyFrom as string)),
  )
  if (!source) fail('reference.not-found', { field: { name: 'copyFrom', label: 'tenants.copyFrom' } })
  // Its roles hold what no other tenant may have.
  assertNotPlatform(source.tenant_code)
  const tenantId = await storeEntry(tx, entryOf(values), limits)
  await copyStructure(tx, source.id, tenantId)
  const known = await startOf(tx, tenantId, values.tenantName)
  const one = (found: string) => () => found
  await storePeople(
    tx,
    tenantId,
    [firstAdministrator(values, t)],
    { organisation: one(known.organisation), role: one(known.role), post: one('') },
    hashes,
  )
}

function limitsOf(values: NewTenant): Limits {
  return {
    status: values.status,
    expires_at: values.expiresAt ?? null,
    package_id: values.packageId ?? null,
    user_quota: values.userQuota ?? null,
    storage_quota: values.storageQuota ?? null,
    point_quota: values.pointQuota ?? null,
    entry_quota: values.entryQuota ?? null,
    modbus_networks: values.modbusNetworks ?? null,
    webhook_networks: values.webhookNetworks ?? null,
  }
}

/** Where the first administrator of a copied structure stands: its first organisation, which is made where there is none. */
async function startOf(tx: Transaction, tenant_id: TenantId, name: string): Promise<{ organisation: string; role: string }> {
  const [organisation, role] = await Promise.all([
    tx.first(
      build
        .selectFrom('organisations')
        .select('id')
        .where('tenant_id', '=', tenant_id)
        .where('parent_id', 'is', null)
        .orderBy('org_sequence')
        .orderBy('id')
        .limit(1),
    ),
    tx.first(build.selectFrom('roles').select('id').where('tenant_id', '=', tenant_id).where('role_code', '=', ADMINISTRATOR)),
  ])
  if (!role) throw new Error('a tenant without the administrator role cannot be copied')
  if (organisation) return { organisation: organisation.id, role: role.id }
  const id = newId()
  await tx.run(
    build
      .insertInto('organisations')
      .values({ tenant_id, id, parent_id: null, org_name: name, org_type: 'company', org_description: null, org_sequence: 1 }),
  )
  return { organisation: id, role: role.id }
}

type Stored = ReadonlyMap<
  string,
  { readonly tenant_code: string; readonly package_id: string | null; readonly status: number; readonly expired: boolean }
>

/** Held until the end of the transaction. */
async function storedTenants(tx: Transaction, changes: readonly RowChange[]): Promise<Stored> {
  const rows = await tx.all(
    build
      .selectFrom('tenants')
      .select(['id', 'tenant_code', 'package_id', 'status', sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired')])
      .where(sql<boolean>`id = any(${changes.map(({ id }) => id)}::uuid[])`)
      .where('throwaway', '=', false)
      .orderBy('id')
      .forUpdate(),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function publishChange(
  tx: Transaction,
  { services }: Asking,
  { id: changed, values }: RowChange,
  before: Stored,
  after: Stored,
): Promise<void> {
  const id = asTenantId(changed)
  const [was, is] = [before.get(id), after.get(id)]
  if (is?.status !== 1 || is.expired) await endSessions(tx, services, id)
  // Sessions remember when the tenant expires and what it is called.
  else if (was?.tenant_code !== is.tenant_code || 'expiresAt' in values || 'status' in values)
    await services.invalidations.publish(tx, { kind: 'tenant-changed', tenantId: id })
  if (was && is && was.status !== is.status) {
    const kind = is.status === 1 ? 'tenant-enabled' : 'tenant-disabled'
    await services.domainEvents.emit(tx, [{ tenantId: id, kind, subject: id, payload: {} }])
  }
  if (was?.package_id !== is?.package_id) await services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: id })
  if ('modbusNetworks' in values) await services.invalidations.publish(tx, { kind: 'registry-changed', tenantId: id })
}
