import { z } from 'zod'
import { ADMINISTRATOR } from '../../../../model/authority/roles.ts'
import { tenants, users } from '../../../../model/index.ts'
import { id } from '../../../../model/fields.ts'
import { addSchema } from '../../../../model/schemas.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { assertRule, mapConstraintErrors } from '../../../kernel/resources/write.ts'
import { hashPassword, newPassword, wirePassword } from '../../../identity/index.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { copyStructure, storeEntry, storePeople, storeTenant } from '../../../tenancy/index.ts'
import type { Hashes, Limits } from '../../../tenancy/index.ts'
import { assertNetworks } from './networks.ts'
import { assertNotPlatform, stored } from './rules.ts'
import { entryOf, firstAdministrator, templateOf } from './template.ts'

const person = users.fields
const blank = <Check extends z.core.$ZodType>(check: Check) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), z.optional(check))

const input = z.strictObject({
  ...addSchema(tenants).shape,
  template: z.enum(['standard', 'bare', 'copy']).default('standard'),
  /** With `copy`: the tenant whose structure the new one gets. */
  copyFrom: blank(id),
  adminUsername: blank(person.username.check),
  adminNickname: blank(person.nickname.check),
  adminEmail: blank(person.email.check),
  adminPrefix: blank(person.prefix.check),
  adminMobile: blank(person.mobile.check),
})

export interface NewTenant {
  tenantCode: string
  tenantName: string
  tenantContact?: string
  tenantEmail?: string
  tenantTel?: string
  status: number
  expiresAt?: string
  packageId?: string
  userQuota?: number
  storageQuota?: number
  pointQuota?: number
  modbusNetworks?: string
  template: 'standard' | 'bare' | 'copy'
  copyFrom?: string
  adminUsername?: string
  adminNickname?: string
  adminEmail?: string
  adminPrefix?: string
  adminMobile?: string
}

/** A new tenant with its first administrator, whose password this answer tells and nobody afterwards. */
export const addTenant = route({
  method: 'POST',
  path: '/admin/systenant/addSysTenant',
  access: 'platform',
  summary: 'Add a tenant with its first administrator',
  of: tenants,
  input,
  output: z.strictObject({ id: z.string(), version: z.int(), tenantCode: z.string(), username: z.string(), password: z.string() }),
  async handle(call) {
    const values = call.input as NewTenant
    assertFirstAdministrator(call, values)
    const password = newPassword()
    const hashes: Hashes = { of: new Map(), others: await hashPassword(wirePassword(password)), mustChange: true }
    const { username } = firstAdministrator(values, call.t)
    const tenantId = await call.inScopeOf(tenants, (tx) => addOne(tx, call, values, hashes))
    return { id: tenantId, version: 1, tenantCode: values.tenantCode, username, password }
  },
})

/** The rule about an administrator's mobile number is that of every user. */
function assertFirstAdministrator({ t }: Call<unknown>, { adminPrefix = '86', adminMobile, template, copyFrom }: NewTenant): void {
  if (adminMobile !== undefined) assertRule({ ...users, fields: person }, { prefix: adminPrefix, mobile: adminMobile }, t)
  if (template === 'copy' && copyFrom === undefined) {
    fail('request.invalid', { fields: [{ field: 'copyFrom', message: t('check.required', { field: t('tenants.copyFrom') }) }] })
  }
}

/** @throws Failure `row.taken` for a code that another tenant has. */
export function addOne(tx: Transaction, asking: Pick<Call<unknown>, 't'>, values: NewTenant, hashes: Hashes): Promise<string> {
  return mapConstraintErrors(stored, () => made(tx, asking, values, hashes))
}

async function made(tx: Transaction, { t }: Pick<Call<unknown>, 't'>, values: NewTenant, hashes: Hashes): Promise<string> {
  const limits = limitsOf(values)
  await assertNetworks(tx, undefined, values.modbusNetworks)
  if (values.template !== 'copy') return storeTenant(tx, templateOf(values, t), hashes, limits)
  const source = await tx.first(
    build
      .selectFrom('tenants')
      .select(['id', 'tenant_code'])
      .where('id', '=', values.copyFrom as string),
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
  return tenantId
}

function limitsOf(values: NewTenant): Limits {
  return {
    status: values.status,
    expires_at: values.expiresAt ?? null,
    package_id: values.packageId ?? null,
    user_quota: values.userQuota ?? null,
    storage_quota: values.storageQuota ?? null,
    point_quota: values.pointQuota ?? null,
    modbus_networks: values.modbusNetworks ?? null,
  }
}

/** Where the first administrator of a copied structure stands: its first organisation, which is made where there is none. */
async function startOf(tx: Transaction, tenant_id: string, name: string): Promise<{ organisation: string; role: string }> {
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
