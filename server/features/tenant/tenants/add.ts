import { z } from 'zod'
import { addedTenant } from '../../../../model/contract/tenant/tenants.ts'
import { tenants, users } from '../../../../model/index.ts'
import { id } from '../../../../model/fields.ts'
import { addSchema } from '../../../../model/schemas.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { addOne, newRow, prepared } from '../../../kernel/resources/add.ts'
import type { Values } from '../../../kernel/resources/noun-writes.ts'
import { assertRule } from '../../../kernel/resources/write.ts'
import type { NewTenant } from './template.ts'
import { tenantWrites } from './writes.ts'

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

/** A new tenant with its first administrator, whose password this answer tells and nobody afterwards. */
export const addTenant = route({
  method: 'POST',
  path: '/admin/systenant/addSysTenant',
  access: 'platform',
  summary: 'Add a tenant with its first administrator',
  of: tenants,
  input,
  output: addedTenant,
  async handle(call) {
    const values = call.input as NewTenant
    assertFirstAdministrator(call, values)
    const rows = await prepared(tenantWrites, call, [newRow(call.input as Values)])
    return call.inScopeOf(tenants, (tx) => addOne(tx, tenantWrites, call, rows))
  },
})

/** The rule about an administrator's mobile number is that of every user. */
function assertFirstAdministrator({ t }: Call<unknown>, { adminPrefix = '86', adminMobile, template, copyFrom }: NewTenant): void {
  if (adminMobile !== undefined) assertRule({ ...users, fields: person }, { prefix: adminPrefix, mobile: adminMobile }, t)
  if (template === 'copy' && copyFrom === undefined) {
    fail('request.invalid', { fields: [{ field: 'copyFrom', message: t('check.required', { field: t('tenants.copyFrom') }) }] })
  }
}
