/** Asking for an account of one's own. Nobody is told whether a name is taken: that is for the administrator to find. */
import type { TenantId } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/account/registration.ts'
import { registrations, users } from '../../../../model/index.ts'
import { useCaptcha, neededKeyOf, hashPassword, assertNotWeak } from '../../../identity/index.ts'
import { keyOf, networkOf, consumeAllowances } from '../../../kernel/database/counters.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { assertRule } from '../../../kernel/resources/write.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Services } from '../../../kernel/services.ts'
import { isUsable } from '../../../tenancy/index.ts'
import { build } from '../../../kernel/database/sql.ts'

const HOUR = 3600

/** The tenant, if it lets people register. One that does not, and one that is not there, are the same. */
async function openTenant({ transactions, settings }: Services, code: string): Promise<TenantId | undefined> {
  const tenant = await transactions.inPlatform(
    'a registration names its tenant by code',
    (tx) =>
      tx.first(
        build.selectFrom('tenants').select(['id', 'status as tenant_status', 'expires_at', 'marked_at']).where('tenant_code', '=', code),
      ),
    'read',
  )
  return tenant && isUsable(tenant) && (await settings.of(tenant.id))['register.open'] ? tenant.id : undefined
}

const queryRegistration = implement(contract.queryRegistration, {
  access: 'public',
  summary: 'Whether people can register with a tenant, and what is asked of their passwords',
  async handle({ input, services }) {
    const tenantId = input.tenantCode === undefined ? undefined : await openTenant(services, input.tenantCode)
    if (tenantId === undefined) return { open: false, password: null }
    const settings = await services.settings.of(tenantId)
    return { open: true, password: { minLength: settings['password.minLength'], needs: settings['password.needs'] } }
  },
})

const registerAccount = implement(contract.registerAccount, {
  access: 'public',
  summary: 'Ask for an account, which an administrator of the tenant approves or refuses',
  of: users,
  async handle(call) {
    const { input, services, request, t } = call
    const { transactions } = services
    const { username, nickname, email, prefix, mobile } = input
    assertRule(registrations, { prefix, mobile }, t)
    await assertNotWeak(input.password, { username, tenantCode: input.tenantCode, mobile })
    const key = neededKeyOf(call, input.key)
    await consumeAllowances(transactions, [{ key: keyOf('register-address', networkOf(request.ip)), most: 10, seconds: HOUR }])
    await useCaptcha(transactions, { key, text: input.captcha ?? input.charCaptcha }, request.ip)
    await consumeAllowances(transactions, [{ key: keyOf('register-tenant', input.tenantCode), most: 200, seconds: HOUR }])
    const tenantId = await openTenant(services, input.tenantCode)
    if (tenantId === undefined) fail('registration.closed', { field: { name: 'tenantCode', label: 'error.registration.closed' } })
    const password_hash = await hashPassword(input.password)
    nameAuthor(request, { tenantId, username })
    await transactions.inTenant({ tenantId, operationId: request.id }, (tx) =>
      tx.run(
        build.insertInto('registrations').values({
          tenant_id: tenantId,
          id: newId(),
          username,
          nickname: nickname ?? username,
          email,
          prefix,
          mobile,
          reason: null,
          decided_by: null,
          decided_at: null,
          password_hash,
          language: languageOfRequest(request),
        }),
      ),
    )
    return { state: 'pending' }
  },
})

export const registrationFeature: Feature = { tag: 'registration', routes: [queryRegistration, registerAccount] }
