import { z } from 'zod'
import { appClients } from '../../../../model/index.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { nameOf } from '../../../../model/messages.ts'
import { scopesOf } from '../../../../model/oauth/scopes.ts'
import { addSchema, updateSchema } from '../../../../model/schemas.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertMayGrant } from '../../../kernel/authorization/guard-roles.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { insertRow } from '../../../kernel/resources/add.ts'
import { writtenSchema } from '../../../kernel/resources/schemas.ts'
import type { Change } from '../../../kernel/resources/update.ts'
import { changeRow } from '../../../kernel/resources/update.ts'
import type { Values } from '../../../kernel/resources/write.ts'
import { knownScopes } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { assertMayChangeClient, giveSecret, wireIdOf } from './secret.ts'

/** A new client: its roles must be the caller's to give, and its secret is told in this answer and never again. */
export const addClient = route({
  method: 'POST',
  path: '/uaa/appclient/addAppClient',
  access: 'granted',
  summary: 'Add an application client; the answer holds its secret, which is never told again',
  of: appClients,
  input: addSchema(appClients),
  output: writtenSchema.extend({ clientId: z.string(), clientSecret: z.string().nullable() }),
  handle: (call) =>
    call.inTenant(async (tx) => {
      const values = call.input as Values & { clientCode: string; clientType: string; roleId?: string[] }
      await assertMayGrant(tx, call.services.grants, call.caller, values.roleId ?? [])
      const written = await insertRow(tx, appClients, call, values)
      await assertFits(tx, call, written.id, values)
      const clientSecret = values.clientType === 'public' ? null : await giveSecret(tx, written.id)
      return { ...written, clientId: await wireIdOf(tx, values.clientCode), clientSecret }
    }),
})

/** A changed client: never one that may do more than the caller. What it may do from now on counts for the tokens it has. */
export const updateClient = route({
  method: 'PUT',
  path: '/uaa/appclient/updateAppClient',
  access: 'granted',
  summary: 'Change an application client',
  of: appClients,
  input: updateSchema(appClients),
  output: writtenSchema,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const change = call.input as Change & { roleId?: string[]; status?: number }
      const {
        caller: { tenantId },
        services,
      } = call
      await assertMayChangeClient(tx, call, change.id)
      const changed = await changeRow(tx, appClients, call, change)
      // After the change, which it undoes by failing: whoever does not see the roles is to be told that, not what they are.
      if (change.roleId) await assertMayGrant(tx, services.grants, call.caller, change.roleId)
      await assertFits(tx, call, change.id, change)
      if (change.status === 0) await services.sessions.endAllOfClient(tx, { tenantId, clientId: change.id })
      else await services.events.publish(tx, { kind: 'client-changed', tenantId, clientId: change.id })
      return changed
    }),
})

/** What the row alone cannot tell: that its scopes exist, and that a client which acts for itself has roles to act in. */
async function assertFits(tx: Transaction, { caller, t }: Pick<Call<unknown>, 'caller' | 't'>, id: string, given: Values): Promise<void> {
  if (typeof given['authScope'] === 'string') {
    const known = await knownScopes(tx, caller.isPlatform)
    const unknown = scopesOf(given['authScope']).filter((scope) => !known.includes(scope))
    if (unknown.length > 0) wrong('authScope', t('check.scope-unknown', { scope: unknown.join(' ') }))
  }
  if (given['authType'] === undefined && given['roleId'] === undefined) return
  const client = await tx.first(
    build.selectFrom('app_clients').leftJoin('app_client_roles', 'client_id', 'id').select(['auth_type', 'role_id']).where('id', '=', id),
  )
  if (client?.auth_type.split(',').includes('client_credentials') && client.role_id === null) wrong('roleId', requiredText(t))
}

export const requiredText = (t: Translate) => t('check.roles-of-client', { field: nameOf('roleId', appClients, t) })

function wrong(field: string, message: string): never {
  return fail('request.invalid', { fields: [{ field, message }] })
}
