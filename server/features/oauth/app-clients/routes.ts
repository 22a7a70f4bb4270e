import { z } from 'zod'
import { written } from '../../../../model/contract/resources.ts'
import * as contract from '../../../../model/contract/oauth/app-clients.ts'
import { appClients } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { knownScopes, scopeTexts } from '../../../identity/index.ts'
import { resetSecret, revokeTokens } from './secret.ts'
import { clientWrites } from './writes.ts'

/** Clients that one file brings: nobody hands out more secrets than that at a time. */
const MAX_CLIENTS = 200

export const appClientsFeature: Feature = {
  tag: 'app-clients',
  routes: [
    list(appClients),
    ...exportsOf(appClients),
    {
      ...add(clientWrites),
      summary: 'Add an application client; the answer holds its secret, which is never told again',
      output: z.strictObject({ ...written.shape, clientId: z.string(), clientSecret: z.nullable(z.string()) }),
    },
    { ...update(clientWrites), summary: 'Change an application client' },
    remove(clientWrites),
    importOf(clientWrites, { most: MAX_CLIENTS }),
    resetSecret,
    revokeTokens,
    implement(contract.queryAppClientScope, {
      access: 'signed-in',
      summary: 'The scopes a client can be given',
      handle: async ({ caller, inTenant, t }) => {
        const scopes = await inTenant((tx) => knownScopes(tx, caller.isPlatform))
        return scopeTexts(scopes, t).map(({ scope, text }) => ({ name: text, value: scope }))
      },
    }),
  ],
}
