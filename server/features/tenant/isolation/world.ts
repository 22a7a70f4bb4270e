/** Two throw-away tenants with people and rows of every kind: one that asks, and one that must not be found out about. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import { resources } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import type { TenantSeed, UserSeed } from '../../../../model/tenant/template.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import { roles } from '../../../../seeds/roles.ts'
import type { Route } from '../../../kernel/http/http.ts'
import { hashPassword, newPassword, wirePassword } from '../../../identity/index.ts'
import type { Services } from '../../../kernel/services.ts'
import { build, buildFor, typedAs } from '../../../kernel/database/sql.ts'
import { storeTenant, tenantTables } from '../../../tenancy/index.ts'
import type { Caller } from './probe-client.ts'
import { callerAs } from './probe-client.ts'
import { giveBelongings } from './belongings.ts'
import { addRow } from './values.ts'

export interface Side {
  readonly id: TenantId
  readonly code: string
  /** A text that occurs in this tenant's rows only. */
  readonly canary: string
  readonly users: Readonly<Record<string, string>>
  readonly callers: Readonly<Record<string, Caller>>
}

export interface World {
  readonly own: Side
  readonly other: Side
  /** One row of the other tenant in each table, by the name of the table, and one of each kind where a table has several. */
  readonly rows: ReadonlyMap<string, string>
  /** What the side that asks has of the same, by its kind. */
  readonly mine: Readonly<Record<string, string>>
  /** Every id the other tenant has. */
  readonly ids: ReadonlySet<string>
}

/** Two new tenants with a row of every kind in each, and the ids of the rows that the other one has. */
export async function buildWorld(server: FastifyInstance, services: Services, routes: readonly Route[]): Promise<World> {
  const [own, other] = [await buildSide(server, services), await buildSide(server, services)]
  for (const side of [own, other]) await fill(side, routes)
  const [mine, theirs] = routes.length === 0 ? [{}, {}] : [await giveBelongings(own, services), await giveBelongings(other, services)]
  const { rows, ids } = await idsOf(services, other.id)
  return { own, other, mine, rows: new Map([...rows, ...Object.entries(theirs)]), ids }
}

async function buildSide(server: FastifyInstance, services: Services): Promise<Side> {
  const mark = randomBytes(5).toString('hex')
  const code = `selftest-${mark}`
  const canary = `canary-${mark}`
  const post = `post-${mark}`
  const user = (username: string, role: string, org: string, mobile: string): UserSeed => ({
    username,
    nickname: canary,
    email: `${username}@${canary}.invalid`,
    prefix: '86',
    mobile,
    org,
    roles: [role],
    status: 1,
    createdDaysAgo: 0,
    ...(username === 'admin' ? { post } : {}),
  })
  const seed: TenantSeed = {
    tenantCode: code,
    tenantName: `${canary} tenant`,
    tenantContact: canary,
    tenantEmail: `${canary}@example.com`,
    tenantTel: '',
    organisations: [
      { code: 'root', orgName: `${canary} root`, orgType: 'group', orgDescription: canary, orgSequence: 1 },
      { code: 'branch', orgName: `${canary} branch`, orgType: 'company', orgDescription: canary, orgSequence: 1, parent: 'root' },
    ],
    posts: [{ postCode: post, postName: `${canary} post`, postSequence: 1 }],
    roles,
    users: [
      user('admin', 'ROLE_ADMIN', 'root', '13800000001'),
      user('editor', 'ROLE_EDITOR', 'branch', '13800000002'),
      user('viewer', 'ROLE_VIEWER', 'branch', '13800000003'),
    ],
  }
  // Nobody is told this password, and nobody needs it: sessions are opened without one.
  const hashes = { of: new Map<string, string>(), others: await hashPassword(wirePassword(newPassword())) }
  const id = await services.transactions.inPlatform('the self-test makes its tenants', (tx) =>
    storeTenant(tx, seed, hashes, { throwaway: true }),
  )
  const people = await services.transactions.inTenant(
    { tenantId: id },
    (tx) => tx.all(build.selectFrom('users').select(['username', 'id'])),
    'read',
  )
  return {
    id,
    code,
    canary,
    users: Object.fromEntries(people.map((row) => [row.username, row.id])),
    callers: Object.fromEntries(
      people.map(({ username, id: userId }) => [username, callerAs(server, services, username, { tenantId: id, userId })]),
    ),
  }
}

/** A row of every noun that tenants write: what is not there cannot be found out about. */
async function fill({ callers }: Side, routes: readonly Route[]): Promise<void> {
  for (const of of Object.values<Resource>(resources)) {
    const path = pathOf(of, 'add')
    if (routes.some((route) => route.path === path && route.access === 'granted')) await addRow(callers['admin'] as Caller, of)
  }
}

/** Beyond this many ids of one table an answer that showed them would show the others as well. */
const ENOUGH = 1000

async function idsOf(services: Services, tenantId: TenantId): Promise<Pick<World, 'rows' | 'ids'>> {
  return services.transactions.inPlatform(
    'the self-test knows what must not be told',
    async (tx) => {
      const rows = new Map<string, string>()
      const ids = new Set<string>([tenantId])
      for (const { name, columns } of await tenantTables(tx)) {
        if (!columns.some(({ column, type }) => column === 'id' && type === 'uuid')) continue
        const found = await tx.all(
          typedAs<{ id: string }>(buildFor.selectFrom(name).select('id').where('tenant_id', '=', tenantId).orderBy('id').limit(ENOUGH)),
        )
        for (const { id } of found) ids.add(id)
        if (found[0]) rows.set(name, found[0].id)
      }
      return { rows, ids }
    },
    'read',
  )
}

/** What a call may add to even when it is refused: that it was made. And what goes on by itself: how far events have been read. */
const LOGS = new Set(['logs', 'log_seals', 'log_values', 'event_cursors', 'run_forecasts', 'day_rollup_states'])

/**
 * What comes by itself of what was done before, whenever the server gets to it: work that is gone when it is done, and notices, which have no publisher. An act that
 * reached the other tenant would have changed what they are about.
 */
const BY_ITSELF: Readonly<Record<string, ReturnType<typeof sql<boolean>>>> = {
  scheduled_work: sql<boolean>`one.kind = 'process-recheck'`,
  notifications: sql<boolean>`one.publisher_id is null`,
  notification_users: sql<boolean>`exists (select from notifications notice
    where notice.tenant_id = one.tenant_id and notice.id = one.notification_id and notice.publisher_id is null)`,
}

/** A hash of the rows that a tenant has in each table, by its name. */
export type Fingerprint = ReadonlyMap<string, string>

/** The fingerprint of every row of a tenant, and of its entry among the tenants. When somebody was last seen is no change. */
export async function fingerprint(services: Services, tenantId: TenantId): Promise<Fingerprint> {
  return services.transactions.inPlatform(
    'the self-test looks whether anything has changed',
    async (tx) => {
      const tables = (await tenantTables(tx)).filter(({ name }) => !LOGS.has(name)).map(({ name }) => ({ name, column: 'tenant_id' }))
      const hashes = new Map<string, string>()
      for (const { name, column } of [...tables, { name: 'tenants', column: 'id' }]) {
        const line = sql`md5((to_jsonb(one) - 'last_seen_at')::text)`
        const found = await tx.first(
          typedAs<{ hash: string | null }>(
            buildFor
              .selectFrom(`${name} as one`)
              .select(sql`md5(string_agg(${line}, '' order by ${line}))`.as('hash'))
              .where(`one.${column}`, '=', tenantId)
              .$if(name in BY_ITSELF, (query) => query.where(sql<boolean>`not (${BY_ITSELF[name]})`)),
          ),
        )
        hashes.set(name, found?.hash ?? '')
      }
      return hashes
    },
    'read',
  )
}

/** The tables whose rows differ. */
export const changedTables = (before: Fingerprint, after: Fingerprint): string[] =>
  [...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]))

const SETTLING_MS = 500
const MAX_LOOKS = 60

/** The fingerprint once nothing changes by itself any more: what making the tenant has set off, notices and tasks, is done beside it. */
export async function settledFingerprint(services: Services, tenantId: TenantId): Promise<Fingerprint> {
  let last = await fingerprint(services, tenantId)
  for (let looks = 1; looks < MAX_LOOKS; looks += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, SETTLING_MS)
    })
    const next = await fingerprint(services, tenantId)
    if (changedTables(last, next).length === 0) return next
    last = next
  }
  return last
}
