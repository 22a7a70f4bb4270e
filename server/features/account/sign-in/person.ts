/** Who knows the password: shared by our own console and by the applications that may ask for passwords. */
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import { judgeAttempt, isCopied, isRead, deviceAt, passwordMatches } from '../../../identity/index.ts'
import type { Copied } from '../../../identity/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { isUsable } from '../../../tenancy/index.ts'
import { EVERY_ROW } from '../../../kernel/database/row-scope.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

export interface Person {
  readonly tenantId: TenantId
  readonly userId: string
  readonly password_hash: string
}

/** The page shows an image with its next attempt. */
const CAPTCHA = { error: 'invalid_grant', captcha: true }

type Asking = Pick<Call<unknown>, 'services' | 'request'>

interface Shown {
  /** What was copied from an image, for people; programs are asked for none. */
  readonly copied?: Copied
  /** An application that has proved who it is and asks on behalf of its people. */
  readonly clientId?: string | undefined
}

/**
 * The person whose name and password these are.
 * @throws Failure `sign-in.failed`, `sign-in.locked`, `sign-in.locked-image`, `sign-in.captcha`; `sign-in.disabled`, `sign-in.pending` and
 * `sign-in.tenant-disabled` to whoever knows the password.
 */
export async function personOf(
  call: Asking,
  tenantCode: string,
  username: string,
  wirePassword: string,
  { copied, clientId }: Shown = {},
): Promise<Person> {
  const { transactions, settings } = call.services
  const policy = await settings.ofCode(tenantCode)
  const known = clientId === undefined ? await deviceAt(call, { tenantCode, username }) : `client ${clientId}`
  const proof = copied && (() => isRead(transactions, copied))
  const attempt = { account: username, address: call.request.ip, tenant: tenantCode, policy, known, proof }
  const captchaAfter = copied ? policy['signIn.captchaAfter'] : 0
  let nextNeedsCaptcha = false
  const found = await judgeAttempt(transactions, attempt, async ({ place, isProven }) => {
    nextNeedsCaptcha = captchaAfter > 0 && place >= captchaAfter
    // It has taken its place all the same: whoever leaves the image out gains no further guess.
    if (captchaAfter > 0 && place > captchaAfter && !isProven && !(await isCopied(transactions, copied ?? {}, call.request.ip))) {
      fail(copied?.key ? 'captcha.wrong' : 'sign-in.captcha', {
        field: { name: 'charCaptcha', label: `error.${copied?.key ? 'captcha.wrong' : 'sign-in.captcha'}` },
        more: CAPTCHA,
      })
    }
    const user = await findUser(call, tenantCode, username)
    // Compared in any case, so that an account which does not exist takes as long as one that does.
    return (await passwordMatches(user?.password_hash, wirePassword)) ? user : undefined
  })
  if (!found) return fail('sign-in.failed', { more: nextNeedsCaptcha ? CAPTCHA : { error: 'invalid_grant' } })
  if (!found.tenantUsable) fail('sign-in.tenant-disabled', { more: { error: 'invalid_grant' } })
  if (found.status === 'pending') return fail('sign-in.pending', { more: { error: 'invalid_grant' } })
  if (found.status !== 1) fail('sign-in.disabled', { more: { error: 'invalid_grant' } })
  return found
}

/** Opens a session in the person's tenant, unless the password was changed while it was compared: a session must not outlive that. */
export function openFor<Result>(
  { services: { transactions, settings } }: Asking,
  person: Person,
  open: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return transactions.inTenant({ ...person, rows: EVERY_ROW }, async (tx) => {
    const still = await tx.first(
      build
        .selectFrom('users')
        .select('id')
        .where('id', '=', person.userId)
        .where('password_hash', '=', person.password_hash)
        .where('status', '=', 1)
        .forShare(),
    )
    if (!still) fail('sign-in.failed', { more: { error: 'invalid_grant' } })
    await expirePassword(tx, person, (await settings.within(tx, person.tenantId))['password.maxAgeDays'])
    return open(tx)
  })
}

/** A password that is too old is good for one thing: to be changed. */
async function expirePassword(tx: Transaction, { userId }: Person, days: number): Promise<void> {
  if (days === 0) return
  await tx.run(
    build
      .updateTable('users')
      .set({ must_change_password: 1 })
      .where('id', '=', userId)
      .where(sql<boolean>`coalesce(password_changed_at, created_at) < now() - make_interval(days => ${days})`)
      .where(sql<boolean>`must_change_password is distinct from 1`),
  )
}

async function findUser({ services: { transactions }, request }: Asking, tenantCode: string, username: string) {
  const tenant = await transactions.inPlatform(
    'a sign-in names its tenant by code',
    (tx) =>
      tx.first(
        build
          .selectFrom('tenants')
          .select(['id', 'status as tenant_status', 'expires_at', 'marked_at'])
          .where('tenant_code', '=', tenantCode),
      ),
    'read',
  )
  if (!tenant) return undefined
  const tenantId = tenant.id
  nameAuthor(request, { tenantId, username })
  // Both are asked in any case: whether there is a user must not be told by the time it takes.
  const [user, registration] = await transactions.inTenant(
    { tenantId },
    (tx) =>
      Promise.all([
        tx.first(
          build
            .selectFrom('users')
            .select(['id', 'password_hash', 'status'])
            .where((where) => where(where.fn('lower', ['username']), '=', username.toLowerCase())),
        ),
        tx.first(
          build
            .selectFrom('registrations')
            .select(['id', 'password_hash'])
            .where('registration_state', '=', 'pending')
            .where((where) => where(where.fn('lower', ['username']), '=', username.toLowerCase()))
            .orderBy('created_at', 'desc')
            .limit(1),
        ),
      ]),
    'read',
  )
  const tenantUsable = isUsable(tenant)
  if (!user)
    return registration?.password_hash
      ? { tenantId, userId: registration.id, password_hash: registration.password_hash, status: 'pending' as const, tenantUsable }
      : undefined
  nameAuthor(request, { tenantId, userId: user.id })
  return { tenantId, userId: user.id, password_hash: user.password_hash, status: user.status, tenantUsable }
}
