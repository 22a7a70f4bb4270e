/** Links to a screen, for those who manage them: each shows what its maker may see in one of their roles, and no more. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/screen/links.ts'
import { MAX_LINK_DAYS, MAX_SCREEN_LINKS, USUAL_LINK_DAYS } from '../../../../model/contract/screen/links.ts'
import { queryScreen, queryScreenPage } from '../../../../model/contract/screen/screens.ts'
import { roles, screens } from '../../../../model/index.ts'
import { endDisplays, hashPassword, hashToken, newToken } from '../../../identity/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { newId } from '../../../kernel/ids.ts'
import { networkNamed } from '../../../kernel/network/networks.ts'
import { personBehind } from '../../../kernel/resources/people.ts'
import { isShowing } from './displays.ts'
import './tables.ts'

/** Of the list: those that are good still, and as many that are over. */
const MAX_LISTED = 2 * MAX_SCREEN_LINKS
const DAY_MS = 86_400_000

const millisOf = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

export const queryScreenLink = implement(contract.queryScreenLink, {
  access: 'granted',
  summary: 'The links to a screen, without their addresses',
  of: screens,
  handle: ({ caller, input: { id }, inTenant }) =>
    inTenant(async (tx) => {
      await requireScreen(tx, id)
      const own = caller.roles.filter(showsScreens)
      const seesRoles = viewOf(caller, roles).sees('roleName')
      const rows = await tx.all(
        build
          .selectFrom('screen_links as link')
          .leftJoin('roles as role', (on) => on.onRef('role.tenant_id', '=', 'link.tenant_id').onRef('role.id', '=', 'link.role_id'))
          .select([
            'link.id',
            'link_name',
            'role_id',
            'role_name',
            'networks',
            'most_displays',
            sql<boolean>`link.password_hash is not null`.as('has_password'),
            sql<number>`(select count(*)::integer from screen_displays d where d.tenant_id = link.tenant_id and d.link_id = link.id and ${isShowing('d')})`.as(
              'displays',
            ),
            millisOf('link.expires_at').as('expires'),
            millisOf('link.created_at').as('created'),
            sql<number | null>`${millisOf('link.revoked_at')}`.as('revoked'),
            personBehind(caller, 'link', 'created_by').as('maker'),
          ])
          .where('screen_id', '=', id)
          // Those that are good stand first, whatever came after them.
          .orderBy(sql`link.revoked_at is not null or link.expires_at <= now()`)
          .orderBy('link.created_at', 'desc')
          .orderBy('link.id')
          .limit(MAX_LISTED),
      )
      const named =
        seesRoles && own.length > 0
          ? await tx.all(
              build
                .selectFrom('roles')
                .select(['id', 'role_name'])
                .where(
                  'id',
                  'in',
                  own.map((role) => role.id),
                ),
            )
          : []
      return {
        roles: own.map((role) => ({ id: role.id, roleName: named.find((row) => row.id === role.id)?.role_name ?? role.code })),
        list: rows.map((row) => ({
          id: row.id,
          linkName: row.link_name,
          roleId: row.role_id,
          roleName: seesRoles ? row.role_name : null,
          hasPassword: row.has_password,
          networks: row.networks,
          mostDisplays: row.most_displays,
          displays: row.displays,
          expiresAt: row.expires,
          createdBy: row.maker,
          createTime: row.created,
          revokedAt: row.revoked,
        })),
      }
    }),
})

export const addScreenLink = implement(contract.addScreenLink, {
  access: 'granted',
  summary: 'Make a link by which a display without an account shows a screen, as the caller in one of their roles; its token is told once',
  of: screens,
  async handle({ caller, input, inTenant, request }) {
    // A link does all that the role may do with the screen, and an application only what its scopes reach.
    if (caller.client) fail('permission.application')
    assertSees(caller, input.roleId)
    const networks = [...new Set((input.networks ?? []).map(readNetwork))]
    const password_hash = input.password === undefined ? null : await hashPassword(input.password)
    return inTenant(async (tx) => {
      await requireScreen(tx, input.id, 'held')
      const expires_at = await endOf(tx, input.expiresAt)
      const good = await tx.first(
        build
          .selectFrom('screen_links')
          .select(sql<number>`count(*)::integer`.as('count'))
          .where('screen_id', '=', input.id)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`),
      )
      if ((good?.count ?? 0) >= MAX_SCREEN_LINKS) fail('screen-link.many', { values: { most: MAX_SCREEN_LINKS } })
      const [id, token] = [newId(), newToken()]
      await tx.run(
        build.insertInto('screen_links').values({
          tenant_id: caller.tenantId,
          id,
          screen_id: input.id,
          link_name: input.linkName,
          token_hash: hashToken(token),
          password_hash,
          role_id: input.roleId,
          networks,
          most_displays: input.mostDisplays,
          language: languageOfRequest(request),
          expires_at,
          created_by: caller.userId,
        }),
      )
      return { id, token }
    })
  },
})

export const deleteScreenLink = implement(contract.deleteScreenLink, {
  access: 'granted',
  space: 'essential',
  summary: 'Revoke a link to a screen: each display that shows it goes dark at once',
  of: screens,
  handle: ({ caller, input: { id }, inTenant, services }) =>
    inTenant(async (tx) => {
      const revoked = await tx.run(
        build
          .updateTable('screen_links')
          // Once more changes nothing of when it was.
          .set({ revoked_at: sql`coalesce(revoked_at, now())` })
          .where('id', '=', id),
      )
      if (revoked === 0) fail('row.not-found')
      await endDisplays(tx, services.invalidations, caller.tenantId, id)
      return null
    }),
})

/** @param how `held`: no two calls at once go on from here @throws Failure `row.not-found` */
async function requireScreen(tx: Transaction, id: string, how?: 'held'): Promise<void> {
  const wanted = build.selectFrom('screens').select('id').where('id', '=', id)
  if (!(await tx.first(how === 'held' ? wanted.forUpdate() : wanted))) fail('row.not-found')
}

const showsScreens = ({ urls }: Caller['roles'][number]): boolean => [queryScreen, queryScreenPage].every(({ path }) => urls.has(path))

/** Nobody lends what is not theirs: the role is one that this session has, and it shows screens. @throws Failure `screen-link.role`, `screen-link.role-blind` */
function assertSees({ roles: held }: Caller, roleId: string): void {
  const role = held.find(({ id }) => id === roleId)
  const field = { name: 'roleId', label: 'screen-links.role' } as const
  if (!role) return fail('screen-link.role', { field })
  if (!showsScreens(role)) fail('screen-link.role-blind', { field })
}

/** @throws Failure `screen-link.network` */
const readNetwork = (text: string): string =>
  networkNamed(text) ??
  fail('screen-link.network', { values: { network: text }, field: { name: 'networks', label: 'screen-links.networks' } })

/** When a link ends, by the clock of the database, which says later whether it has. @throws Failure `screen-link.time` */
async function endOf(tx: Transaction, wanted: number | undefined): Promise<Date> {
  const row = await tx.first(build.selectNoFrom(sql<Date>`now()`.as('now')))
  const now = row?.now.getTime() ?? Date.now()
  const ends = wanted ?? now + USUAL_LINK_DAYS * DAY_MS
  if (ends <= now || ends > now + MAX_LINK_DAYS * DAY_MS)
    fail('screen-link.time', { values: { days: MAX_LINK_DAYS }, field: { name: 'expiresAt', label: 'screen-links.expires' } })
  return new Date(ends)
}
