/** Importing clients, under the rules that hold for one of them: save.ts says why. Each secret is told once, with the import. */
import { appClients } from '../../../../model/index.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import { scopesOf } from '../../../../model/oauth/scopes.ts'
import { mayNotGrant } from '../../../kernel/authorization/guard-roles.ts'
import { insertRows } from '../../../exchange/index.ts'
import type { Asking, Finding, Special } from '../../../exchange/index.ts'
import { knownScopes } from '../../../identity/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { requiredText } from './save.ts'
import { assertMayChangeClient, giveSecret, wireIdOf } from './secret.ts'

/** Clients that one file brings: nobody hands out more secrets than that at a time. */
const MAX_CLIENTS_PER_FILE = 200

export const importedClients: Special = {
  async judge(tx, { caller, services, t }, rows) {
    const known = new Set(await knownScopes(tx, caller.isPlatform))
    const rolesOf = (values: (typeof rows)[number]['values']) => (values['roleId'] ?? []) as string[]
    const refused = await mayNotGrant(tx, services.grants, caller, [...new Set(rows.flatMap(({ values }) => rolesOf(values)))])
    return new Map(
      rows.flatMap(({ values }, at): [number, Finding][] => {
        const unknown = scopesOf(String(values['authScope'])).filter((scope) => !known.has(scope))
        if (unknown.length > 0) return [[at, { field: 'authScope', message: t('check.scope-unknown', { scope: unknown.join(' ') }) }]]
        if (rolesOf(values).some((role) => refused.has(role)))
          return [[at, { field: 'roleId', message: t('import.check.grant', { field: t(fieldKey(appClients.name, 'roleId')) }) }]]
        const actsForItself = String(values['authType']).split(',').includes('client_credentials')
        return actsForItself && rolesOf(values).length === 0 ? [[at, { field: 'roleId', message: requiredText(t) }]] : []
      }),
    )
  },

  issuesSecrets: {
    most: MAX_CLIENTS_PER_FILE,
    store:
      async ({ t }, rows, extra) =>
      async (tx, onProgress) => {
        await insertRows(tx, appClients, rows, extra, onProgress)
        const lines: string[][] = []
        for (const { id, values } of rows) {
          if (values['clientType'] !== 'public') lines.push([await wireIdOf(tx, String(values['clientCode'])), await giveSecret(tx, id)])
        }
        return { headings: [t('appClients.clientId'), t('appClients.clientSecret')], lines }
      },
  },

  async beforeUndo(tx, asking, ids) {
    for (const id of ids) await assertMayChangeClient(tx, asking, id)
  },
  afterUndo: publishClients,
}

/** Tokens of a client that is gone are worth nothing from the next request on. */
export async function publishClients(tx: Transaction, { caller: { tenantId }, services }: Asking, ids: readonly string[]): Promise<void> {
  for (const clientId of ids) await services.events.publish(tx, { kind: 'client-changed', tenantId, clientId })
}
