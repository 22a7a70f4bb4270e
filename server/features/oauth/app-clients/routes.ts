import { z } from 'zod'
import { appClients } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove, removeRows } from '../../../kernel/resources/remove.ts'
import { knownScopes, scopeTexts } from '../../../identity/index.ts'
import { importedClients, publishClients } from './import.ts'
import { addClient, updateClient } from './save.ts'
import { resetSecret, revokeTokens } from './secret.ts'

export const appClientsFeature: Feature = {
  tag: 'app-clients',
  routes: [
    list(appClients),
    ...exportsOf(appClients),
    addClient,
    updateClient,
    remove(appClients, async (tx, of, call, ids) => {
      const removed = await removeRows(tx, of, call, ids)
      await publishClients(tx, call, ids)
      return removed
    }),
    importOf(appClients, importedClients),
    resetSecret,
    revokeTokens,
    route({
      method: 'GET',
      path: '/uaa/appclient/queryAppClientScope',
      access: 'signed-in',
      summary: 'The scopes a client can be given',
      output: z.array(z.strictObject({ name: z.string(), value: z.string() })),
      handle: async ({ caller, inTenant, t }) => {
        const scopes = await inTenant((tx) => knownScopes(tx, caller.isPlatform))
        return scopeTexts(scopes, t).map(({ scope, text }) => ({ name: text, value: scope }))
      },
    }),
  ],
}
