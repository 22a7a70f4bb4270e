import { z } from 'zod'
import { users } from '../../../../model/index.ts'
import { nameOf } from '../../../../model/messages.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http.ts'
import { OnTop, route } from '../../../kernel/http.ts'
import { forgetAttempt, takeAttempt } from '../../../kernel/attempts.ts'
import { browserOf } from '../../../kernel/browser.ts'
import { passwordMatches } from '../../../kernel/secrets.ts'
import type { Tokens } from '../../../kernel/sessions.ts'
import { build } from '../../../kernel/sql.ts'

/** The one client that is known without registration: our own browser client. It has no secret. */
const BROWSER_CLIENT = 'ui'

const short = z.string().trim().max(128)
const input = z.object({
  grant_type: short.optional(),
  client_id: short.optional(),
  scope: short.optional(),
  type: short.optional(),
  tenantCode: short.min(1).optional(),
  username: short.min(1).optional(),
  // As the browser sends it: 32 hexadecimal digits. Anything else is simply a wrong password.
  password: z.string().trim().toLowerCase().max(256).optional(),
  refresh_token: z.string().max(512).optional(),
})
type Input = z.output<typeof input>

const output = z.strictObject({
  access_token: z.string(), token_type: z.literal('Bearer'), refresh_token: z.string(), expires_in: z.int(), scope: z.string(),
})

/** OAuth 2 token endpoint (RFC 6749, section 4.3 and 6) in the form the specification gives it. */
export const token = route({
  method: 'POST',
  path: '/uaa/oauth/token',
  access: 'public',
  summary: 'Sign in with tenant, user name and password, or refresh a session',
  of: users,
  input,
  output,
  async handle(call) {
    assertClient(call)
    const tokens = await granted(call)
    return new OnTop({
      access_token: tokens.access, token_type: 'Bearer', refresh_token: tokens.refresh, expires_in: tokens.expiresIn, scope: BROWSER_CLIENT,
    })
  },
})

function granted(call: Call<Input>): Promise<Tokens> {
  const { grant_type: grant, type, refresh_token: refreshToken } = call.input
  if (grant === undefined) return required(call, 'grant_type')
  if (grant === 'refresh_token') return call.services.sessions.refresh(refreshToken ?? required(call, 'refresh_token'))
  if (grant === 'password' && (type ?? 'account') === 'account') return signIn(call)
  return fail('sign-in.grant', { more: { error: 'unsupported_grant_type' } })
}

/** The client of the body and that of the `Authorization: Basic` header are ours, as far as they are named. */
function assertClient({ input: { client_id: named }, request, reply }: Call<Input>): void {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ')
  const basic = scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : undefined
  if ([named, basic].some((client) => client !== undefined && client !== BROWSER_CLIENT) || (named ?? basic) === undefined) {
    reply.header('www-authenticate', 'Basic realm="outstation"')
    fail('sign-in.client', { more: { error: 'invalid_client' } })
  }
}

function required({ t }: Call<Input>, ...names: string[]): never {
  return fail('request.invalid', {
    fields: names.map((field) => ({ field, message: t('check.required', { field: nameOf(field, users, t) }) })), more: { error: 'invalid_request' },
  })
}

async function signIn(call: Call<Input>): Promise<Tokens> {
  const { doors, sessions } = call.services
  const { tenantCode, username, password } = call.input
  if (!tenantCode || !username || !password) {
    return required(call, ...Object.entries({ tenantCode, username, password }).filter(([, value]) => !value).map(([name]) => name))
  }
  const attempt = { account: username, address: call.request.ip, tenant: tenantCode }
  await takeAttempt(doors, attempt)
  const found = await findUser(call, tenantCode, username)
  // Compared in any case, so that an account which does not exist takes as long as one that does.
  if (!(await passwordMatches(found?.password_hash, password)) || !found) {
    return fail('sign-in.failed', { more: { error: 'invalid_grant' } })
  }
  await forgetAttempt(doors, attempt)
  if (!found.tenantUsable) fail('sign-in.tenant-disabled', { more: { error: 'invalid_grant' } })
  if (found.status !== 1) fail('sign-in.disabled', { more: { error: 'invalid_grant' } })
  const device = { address: call.request.ip, browser: browserOf(call.request.headers['user-agent']) }
  return doors.inTenant(found, async (tx) => {
    // The password may have been changed while it was compared; a session must not outlive that.
    const still = await tx.first(build.selectFrom('users').select('id').where('id', '=', found.userId)
      .where('password_hash', '=', found.password_hash).where('status', '=', 1).forShare())
    return still ? sessions.open(tx, found, device) : fail('sign-in.failed', { more: { error: 'invalid_grant' } })
  })
}

async function findUser({ services: { doors } }: Call<Input>, tenantCode: string, username: string) {
  const tenant = await doors.inPlatform('a sign-in names its tenant by code', (tx) =>
    tx.first(build.selectFrom('tenants').select(['id', 'status', 'expires_at']).where('tenant_code', '=', tenantCode)), 'read')
  if (!tenant) return undefined
  const tenantId = tenant.id
  const user = await doors.inTenant({ tenantId }, (tx) =>
    tx.first(build.selectFrom('users').select(['id', 'password_hash', 'status']).where((where) => where(where.fn('lower', ['username']), '=', username.toLowerCase()))), 'read')
  const tenantUsable = tenant.status === 1 && (!tenant.expires_at || tenant.expires_at.getTime() > Date.now())
  return user && { tenantId, userId: user.id, password_hash: user.password_hash, status: user.status, tenantUsable }
}
