/** What a display may do that has the address of a link. One that is unknown, revoked, expired, not for its network or without its maker answers like any other such. */
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import { openScreenLink } from '../../../../model/contract/screen/links.ts'
import { screens } from '../../../../model/index.ts'
import type { Language } from '../../../../model/labels/index.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { hashToken, judgeAttempt, passwordMatches } from '../../../identity/index.ts'
import { consumeAllowances, keyOf, networkOf } from '../../../kernel/database/counters.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { browserOf } from '../../../kernel/http/browser.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { isWithinNetworks } from '../../../kernel/network/networks.ts'
import { isUsable } from '../../../tenancy/index.ts'
import { isShowing } from './displays.ts'
import './tables.ts'

const WINDOW_SECONDS = 15 * 60
/** Links that lead nowhere, from one network within a quarter of an hour. */
const MISSES = { most: 100, seconds: WINDOW_SECONDS }
/** How often one link is opened within a quarter of an hour: each of its displays again and again, and no more. */
const openings = (displays: number) => ({ most: 30 + 10 * displays, seconds: WINDOW_SECONDS })

interface Link {
  readonly id: string
  readonly tenantId: TenantId
  readonly userId: string
  readonly screenId: string
  readonly passwordHash: string | null
  readonly mostDisplays: number
  readonly language: Language
  readonly expiresAt: Date
}
type Asking = Pick<Call<unknown>, 'services' | 'request'>

/** @throws Failure `screen-link.gone`, alike for whatever a link can no longer be. */
async function linkBehind({ services: { transactions }, request }: Asking, token: string): Promise<Link> {
  const row = await transactions.inPlatform(
    'a link comes before its tenant is known',
    (tx) =>
      tx.first(
        build
          .selectFrom('screen_links as link')
          .innerJoin('users', (on) => on.onRef('users.tenant_id', '=', 'link.tenant_id').onRef('users.id', '=', 'link.created_by'))
          .innerJoin('tenants', 'tenants.id', 'link.tenant_id')
          .select([
            'link.id',
            'link.tenant_id',
            'created_by',
            'screen_id',
            'link.password_hash',
            'networks',
            'most_displays',
            'link.language',
            'link.expires_at as link_expires_at',
            'users.status',
            'tenants.status as tenant_status',
            'tenants.expires_at',
            'marked_at',
            sql<boolean>`revoked_at is not null or link.expires_at <= now()`.as('is_over'),
          ])
          .where('token_hash', '=', hashToken(token)),
      ),
    'read',
  )
  const isNear = row && (row.networks.length === 0 || isWithinNetworks(row.networks, request.ip))
  if (row && isNear && !row.is_over && row.status === 1 && isUsable(row)) {
    nameAuthor(request, { tenantId: row.tenant_id })
    return {
      id: row.id,
      tenantId: row.tenant_id,
      userId: row.created_by,
      screenId: row.screen_id,
      passwordHash: row.password_hash,
      mostDisplays: row.most_displays,
      language: row.language,
      expiresAt: row.link_expires_at,
    }
  }
  await consumeAllowances(transactions, [{ key: keyOf('link-address', networkOf(request.ip)), ...MISSES }])
  return fail('screen-link.gone')
}

/**
 * Guesses at the password of a link are counted as those at an account are.
 * @throws Failure `screen-link.password`, `sign-in.locked`
 */
async function assertOpens({ services, request }: Asking, { id, tenantId: tenant, passwordHash }: Link, given?: string): Promise<void> {
  if (passwordHash === null) return
  const { transactions, settings } = services
  const attempt = { account: `screen link ${id}`, tenant, address: request.ip, policy: await settings.of(tenant) }
  const opened =
    given === undefined
      ? undefined
      : await judgeAttempt(transactions, attempt, async () => ((await passwordMatches(passwordHash, given)) ? true : undefined))
  if (!opened) fail('screen-link.password', { field: { name: 'password', label: 'screen-links.password' } })
}

export const openLink = implement(openScreenLink, {
  access: 'public',
  space: 'essential',
  summary: 'Exchange the token of a link for a session that shows its screen and does nothing else',
  of: screens,
  async handle({ input, services, request }) {
    const asking = { services, request }
    const link = await linkBehind(asking, input.token)
    await assertOpens(asking, link, input.password)
    await consumeAllowances(services.transactions, [{ key: keyOf('screen-link', link.id), ...openings(link.mostDisplays) }])
    const opened = await services.transactions.inTenant({ tenantId: link.tenantId }, (tx) =>
      openDisplay(tx, asking, link, input.display ?? newId()),
    )
    await assertShows(asking, link, opened)
    const zone = await services.transactions.timeZoneOf(link.tenantId)
    return { accessToken: opened.access, screenId: link.screenId, expiresAt: link.expiresAt.getTime(), language: link.language, zone }
  },
})

interface Opened {
  readonly id: string
  readonly access: string
}

/** @throws Failure `screen-link.full`; `screen-link.gone` where it was revoked meanwhile */
async function openDisplay(tx: Transaction, { services, request }: Asking, link: Link, display: string): Promise<Opened> {
  const { id: linkId, tenantId, userId, screenId, expiresAt } = link
  // Held: of two displays that want the last place one has it.
  const still = await tx.first(
    build.selectFrom('screen_links').select('id').where('id', '=', linkId).where('revoked_at', 'is', null).forUpdate(),
  )
  if (!still) fail('screen-link.gone')
  await makeRoom(tx, services, link, display)
  const device = { address: request.ip, browser: browserOf(request.headers['user-agent']) }
  const opened = await services.sessions.openForDisplay(tx, { tenantId, linkId, userId, expiresAt }, device)
  await tx.run(
    build.insertInto('screen_displays').values({
      tenant_id: tenantId,
      id: newId(),
      screen_id: screenId,
      session_id: opened.id,
      link_id: linkId,
      display,
      address: request.ip,
      width: 0,
      height: 0,
      pixel_ratio: 1,
      screen_version: 0,
      frames_per_second: null,
    }),
  )
  return opened
}

/**
 * Ends the sessions whose places this display takes: its own of before, and as many of displays that are gone as it needs. So a link never has more sessions
 * than displays, whatever those say of themselves.
 * @throws Failure `screen-link.full`
 */
async function makeRoom(tx: Transaction, { sessions }: Asking['services'], link: Link, display: string): Promise<void> {
  const open = await tx.all(
    build
      .selectFrom('sessions')
      .leftJoin('screen_displays as shown', (on) =>
        on.onRef('shown.tenant_id', '=', 'sessions.tenant_id').onRef('shown.session_id', '=', 'sessions.id'),
      )
      .select(['sessions.id', 'display', sql<boolean>`coalesce(${isShowing('shown')}, false)`.as('is_showing')])
      .where('screen_link_id', '=', link.id)
      .where('ended_at', 'is', null)
      .orderBy(sql`shown.seen_at asc nulls first`),
  )
  const others = open.filter((each) => each.display !== display)
  const surplus = Math.max(0, others.length - (link.mostDisplays - 1))
  const idle = others.filter((each) => !each.is_showing).slice(0, surplus)
  if (idle.length < surplus) fail('screen-link.full', { values: { most: link.mostDisplays } })
  const leaving = [...open.filter((each) => each.display === display), ...idle].map(({ id }) => id)
  if (leaving.length === 0) return
  await sessions.endEach(tx, link.tenantId, leaving)
  await tx.run(build.deleteFrom('screen_displays').where('session_id', 'in', leaving))
}

/** What a session of its kind is judged by, with the role of its maker: a link that shows nothing leads nowhere. @throws Failure `screen-link.gone` */
async function assertShows({ services, request }: Asking, { tenantId }: Link, { id, access }: Opened): Promise<void> {
  try {
    await services.sessions.authenticate(access, request.ip)
  } catch (error) {
    if (!(error instanceof Failure) || !error.code.startsWith('session.')) throw error
    await services.transactions.inTenant({ tenantId }, (tx) => services.sessions.endEach(tx, tenantId, [id]))
    fail('screen-link.gone')
  }
}
