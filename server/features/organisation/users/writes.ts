/** Whoever writes a user lends nobody rights they do not have themselves, and one administrator stays. */
import { randomUUID } from 'node:crypto'
import { users } from '../../../../model/index.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { publishUsers, hashPassword, assertNotWeak, placeRefusals, wirePassword } from '../../../identity/index.ts'
import {
  HOLDS_ROLES_WITHIN,
  assertAdministratorStays,
  assertMayChangeUsers,
  lockAdministrators,
  mayNotGrant,
  rolesWithin,
} from '../../../kernel/authorization/guard-roles.ts'
import type { Asking, NewRow, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { refusalOf, writes } from '../../../kernel/resources/noun-writes.ts'
import type { Place } from '../../../identity/index.ts'
import { assertNotAsked } from '../../../workflow/index.ts'
import { statusEvents } from './domain-events.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

const rolesOf = (values: Values) => (values['roleId'] ?? []) as readonly string[]
const changesRights = ({ values }: RowChange) => values['roleId'] !== undefined || values['status'] !== undefined

/** Where somebody lives is judged by the row as it stands before. */
const changesPlace = ({ values }: RowChange) => 'provinceRegionCode' in values || 'cityRegionCode' in values

export const userWrites = writes(users, {
  add: {
    takes: { quota: 'users' },
    /** Hashing takes 20 ms of another thread: before the transaction, not inside it. */
    async prepare({ caller, services: { settings } }, rows) {
      const mustChange = (await settings.of(caller.tenantId))['password.changeFirst']
      return Promise.all(
        rows.map(async (row): Promise<NewRow> => {
          const { password, username, mobile } = row.values
          if (typeof password !== 'string') return row
          await assertNotWeak(password, { username: String(username), tenantCode: '', mobile: String(mobile ?? '') })
          const password_hash = await hashPassword(password)
          // Whoever adds somebody knows the password.
          return { ...row, columns: { ...row.columns, password_hash, ...(mustChange ? { must_change_password: 1 } : {}) } }
        }),
      )
    },
    async judge(tx, asking, rows) {
      const places = await placeRefusals(
        tx,
        rows.map(({ values }) => (namesPlace(values) ? placeOf(values) : undefined)),
      )
      return new Map([...places, ...(await weak(tx, asking, rows)), ...(await beyond(tx, asking, rows))])
    },
    // Never the password itself: without its hash there is no row.
    apply: (_tx, _asking, rows, insert) =>
      insert(rows.map(({ values: { password: _password, ...values }, ...row }) => ({ ...row, values }))),
  },
  change: {
    async judge(tx, asking, changes) {
      const { caller, services } = asking
      if (changes.some(({ id, values }) => id === caller.userId && values['status'] === 0))
        fail('user.self', { field: { name: 'status', label: 'error.user.self' } })
      if (changes.some(changesRights)) await lockAdministrators(tx)
      await assertMayChangeUsers(
        tx,
        services.grants,
        caller,
        changes.map(({ id }) => id),
      )
      return new Map([...(await misplaced(tx, changes)), ...(await beyond(tx, asking, changes))])
    },
    // What somebody may do is read from their roles alone; a new name waits for no answer about them.
    isApart: (changes) => !changes.some((change) => changesRights(change) || changesPlace(change)),
    isSure: { condition: HOLDS_ROLES_WITHIN, values: ({ caller, services }) => rolesWithin(services, caller) },
    async apply(tx, asking, changes, update) {
      const { caller, services } = asking
      const { tenantId } = caller
      const before = await statusOf(tx, changes)
      const written = await update(changes)
      const moved = statusEvents(
        before,
        changes.map(({ id, values }) => ({ id, status: values['status'] })),
        caller.userId,
      )
      await services.domainEvents.emit(tx, moved)
      if (changes.some(changesRights)) await assertAdministratorStays(tx)
      for (const { id, values } of changes) if (values['status'] === 0) await services.sessions.endAll(tx, { tenantId, userId: id })
      // What is remembered with a session is the name and the rights. Other changes tell nobody: transactions with a
      // notification commit one after the other (PostgreSQL, NOTIFY), which made such an update three times as slow.
      await publishUsers(
        tx,
        asking,
        changes.filter((change) => changesRights(change) || change.values['username'] !== undefined).map(({ id }) => id),
      )
      return written
    },
  },
  restore: {
    // Nobody knows it: they sign in again once somebody has given them another.
    columns: async () => ({ password_hash: await hashPassword(wirePassword(randomUUID())), must_change_password: 1 }),
    async apply(tx, asking, ids) {
      await assertMayChangeUsers(tx, asking.services.grants, asking.caller, ids)
      await publishUsers(tx, asking, ids)
    },
  },
  remove: {
    async apply(tx, asking, ids, remove) {
      const { caller, services } = asking
      if (ids.includes(caller.userId)) fail('user.self')
      await lockAdministrators(tx)
      await assertMayChangeUsers(tx, services.grants, caller, ids)
      await assertNotAsked(tx, 'user', ids)
      const removed = await remove()
      await assertAdministratorStays(tx)
      await publishUsers(tx, asking, ids)
      return removed
    },
  },
})

/** The status of those users whose status is among the changes, held until the end of the transaction. */
async function statusOf(tx: Transaction, changes: readonly RowChange[]): Promise<ReadonlyMap<string, number>> {
  const ids = changes.filter(({ values }) => values['status'] !== undefined).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await tx.all(build.selectFrom('users').select(['id', 'status']).where('id', 'in', ids).orderBy('id').forUpdate())
  return new Map(rows.map(({ id, status }) => [id, status]))
}

const namesPlace = (values: Values) => values['provinceRegionCode'] !== undefined || values['cityRegionCode'] !== undefined
const placeOf = (values: Values): Place => ({
  province: (values['provinceRegionCode'] as string | null | undefined) ?? null,
  city: (values['cityRegionCode'] as string | null | undefined) ?? null,
})

/** Changes after which somebody would live in a city of another province. What a change does not name stays as it is. */
async function misplaced(tx: Transaction, changes: readonly RowChange[]): Promise<ReadonlyMap<number, Failure>> {
  const ids = changes.filter(changesPlace).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await tx.all(
    build
      .selectFrom('users')
      .select(['id', 'province_region_code as provinceRegionCode', 'city_region_code as cityRegionCode'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate(),
  )
  const before = new Map(rows.map(({ id, ...place }) => [id, place]))
  return placeRefusals(
    tx,
    changes.map(({ id, values }) => (ids.includes(id) && before.has(id) ? placeOf({ ...before.get(id), ...values }) : undefined)),
  )
}

/** Passwords that are guessed first, the names of the user and the tenant among them. */
async function weak(tx: Transaction, { caller }: Asking, rows: readonly NewRow[]): Promise<[number, Failure][]> {
  if (rows.every(({ values }) => values['password'] === undefined)) return []
  const tenant = await tx.first(build.selectFrom('tenants').select('tenant_code').where('id', '=', caller.tenantId))
  const found = await Promise.all(
    rows.map(({ values: { password, username } }) =>
      typeof password === 'string'
        ? refusalOf(() => assertNotWeak(password, { username: String(username), tenantCode: tenant?.tenant_code ?? '' }))
        : undefined,
    ),
  )
  return found.flatMap((failure, at): [number, Failure][] => (failure ? [[at, failure]] : []))
}

/** Roles that give more than the caller has. */
async function beyond(
  tx: Transaction,
  { caller, services }: Asking,
  rows: readonly { readonly values: Values }[],
): Promise<ReadonlyMap<number, Failure>> {
  const named = [...new Set(rows.flatMap(({ values }) => rolesOf(values)))]
  if (named.length === 0) return new Map()
  const refused = await mayNotGrant(tx, services.grants, caller, named)
  return new Map(
    rows.flatMap(({ values }, at): [number, Failure][] =>
      rolesOf(values).some((role) => refused.has(role))
        ? [[at, new Failure('grant.exceeds', { field: { name: 'roleId', label: 'error.grant.exceeds' } })]]
        : [],
    ),
  )
}
