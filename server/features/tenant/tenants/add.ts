import { addSysTenant } from '../../../../model/contract/tenant/tenants.ts'
import { tenants, users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { addOne, newRow, prepared } from '../../../kernel/resources/add.ts'
import type { Values } from '../../../kernel/resources/noun-writes.ts'
import { assertRule } from '../../../kernel/resources/write.ts'
import type { NewTenant } from './template.ts'
import { tenantWrites } from './writes.ts'

/** A new tenant with its first administrator, whose password this answer tells and nobody afterwards. */
export const addTenant = implement(addSysTenant, {
  access: 'platform',
  summary: 'Add a tenant with its first administrator',
  of: tenants,
  async handle(call) {
    const values = call.input as NewTenant
    assertFirstAdministrator(call, values)
    const rows = await prepared(tenantWrites, call, [newRow(call.input as Values)])
    const { id, version, tenantCode, username, password } = await call.inScopeOf(tenants, (tx) => addOne(tx, tenantWrites, call, rows))
    return { id, version, tenantCode: String(tenantCode), username: String(username), password: String(password) }
  },
})

/** The rule about an administrator's mobile number is that of every user. */
function assertFirstAdministrator({ t }: Call<unknown>, { adminPrefix = '86', adminMobile, template, copyFrom }: NewTenant): void {
  if (adminMobile !== undefined) assertRule(users, { prefix: adminPrefix, mobile: adminMobile }, t)
  if (template === 'copy' && copyFrom === undefined) {
    fail('request.invalid', { fields: [{ field: 'copyFrom', message: t('check.required', { field: t('tenants.copyFrom') }) }] })
  }
}
