/** Whoever writes an application client lends it no rights that they do not have, and a secret is told once. */
import { sql } from 'kysely'
import { appClients } from '../../../../model/index.ts'
import { nameOf } from '../../../../model/messages.ts'
import { scopesOf } from '../../../../model/oauth/scopes.ts'
import { listMembers } from '../../../../model/wire.ts'
import { Failure } from '../../../kernel/errors.ts'
import { mayNotGrant } from '../../../kernel/authorization/guard-roles.ts'
import type { Asking, NewRow, Refusals, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { knownScopes } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { assertMayChangeClients } from './guard.ts'
import { giveSecrets, wireIdsOf } from './secret.ts'

export const clientWrites = writes(appClients, {
  add: {
    issuedLabels: { clientId: 'appClients.clientId', clientSecret: 'appClients.clientSecret' },
    judge,
    async apply(tx, _asking, rows, insert) {
      await insert(rows)
      const names = await wireIdsOf(
        tx,
        rows.map(({ values }) => String(values['clientCode'])),
      )
      // A program that everybody can read has none.
      const secrets = await giveSecrets(
        tx,
        rows.filter(({ values }) => values['clientType'] !== 'public').map(({ id }) => id),
      )
      return rows.map(({ id }, at) => ({ clientId: names[at] ?? '', clientSecret: secrets.get(id) ?? null }))
    },
  },
  change: {
    /** Never one that may do more than the caller. */
    async judge(tx, asking, changes) {
      await assertMayChangeClients(
        tx,
        asking,
        changes.map(({ id }) => id),
      )
      return judge(tx, asking, changes)
    },
    /** What it may do from now on counts for the tokens it has. */
    async apply(tx, asking, changes, update) {
      const {
        caller: { tenantId },
        services,
      } = asking
      const written = await update(changes)
      const ended = changes.filter(({ values }) => values['status'] === 0)
      for (const { id: clientId } of ended) await services.sessions.endAllOfClient(tx, { tenantId, clientId })
      await publish(
        tx,
        asking,
        changes.filter((change) => !ended.includes(change)).map(({ id }) => id),
      )
      return written
    },
  },
  remove: {
    async apply(tx, asking, ids, remove) {
      await assertMayChangeClients(tx, asking, ids)
      const removed = await remove()
      await publish(tx, asking, ids)
      return removed
    },
  },
})

const rolesOf = (values: Values) => values['roleId'] as readonly string[] | undefined

/** What the row alone cannot tell: that its scopes exist, that its roles are the caller's to give, and that a client which acts for itself has some. */
async function judge(tx: Transaction, asking: Asking, rows: readonly (NewRow | RowChange)[]): Promise<Refusals> {
  const { caller, services, t } = asking
  const known = rows.some(({ values }) => typeof values['authScope'] === 'string') ? await knownScopes(tx, caller.isPlatform) : []
  const given = [...new Set(rows.flatMap(({ values }) => rolesOf(values) ?? []))]
  const refused = given.length > 0 ? await mayNotGrant(tx, services.grants, caller, given) : new Set<string>()
  const stored = await storedClients(
    tx,
    rows.filter(({ values }) => (values['authType'] === undefined) !== (rolesOf(values) === undefined)).map(({ id }) => id),
  )
  return new Map(
    rows.flatMap(({ id, values }, at): [number, Failure][] => {
      const scopes = typeof values['authScope'] === 'string' ? scopesOf(values['authScope']).filter((scope) => !known.includes(scope)) : []
      if (scopes.length > 0) return [[at, wrong('authScope', t('check.scope-unknown', { scope: scopes.join(' ') }))]]
      const roles = rolesOf(values)
      if (roles?.some((role) => refused.has(role)))
        return [[at, new Failure('grant.exceeds', { field: { name: 'roleId', label: 'error.grant.exceeds' } })]]
      if (values['authType'] === undefined && roles === undefined) return []
      const before = stored.get(id)
      const actsForItself = listMembers(String(values['authType'] ?? before?.auth_type ?? '')).includes('client_credentials')
      return actsForItself && (roles?.length ?? before?.roles ?? 0) === 0
        ? [[at, wrong('roleId', t('check.roles-of-client', { field: nameOf('roleId', appClients, t) }))]]
        : []
    }),
  )
}

const wrong = (field: string, message: string) => new Failure('request.invalid', { fields: [{ field, message }] })

async function storedClients(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await tx.all(
    build
      .selectFrom('app_clients')
      .leftJoin('app_client_roles', 'client_id', 'id')
      .select(['id', 'auth_type', sql<number>`count(role_id)::int`.as('roles')])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .groupBy(['app_clients.tenant_id', 'id', 'auth_type']),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Tokens of a client that has changed, or is gone, are judged anew from the next request on. */
async function publish(tx: Transaction, { caller: { tenantId }, services }: Asking, ids: readonly string[]): Promise<void> {
  for (const clientId of ids) await services.invalidations.publish(tx, { kind: 'client-changed', tenantId, clientId })
}
