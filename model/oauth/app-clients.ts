import * as z from 'zod/mini'
import { integer, list, oneOf, references, text } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { isRedirect } from './redirects.ts'
import { SCOPE } from './scopes.ts'

/** The ways to a token (RFC 6749) that a client can be given. */
export const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials', 'password'] as const
export type GrantType = (typeof grantTypes)[number]

/** No dot: on the wire a client is called `<tenant>.<client>`, and the last dot parts the two. */
const clientCode = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_-]*$/, { error: 'client-code' }))

/** Grant types that do not go together with the rest of the client. */
const grantsFit = ruleOver(['authType', 'clientType', 'firstParty'], ({ authType, clientType, firstParty }) => {
  const grants = Array.isArray(authType) ? (authType as unknown[]) : typeof authType === 'string' ? authType.split(',') : []
  const wrong = (code: string) => ({ field: 'authType', code })
  // RFC 6749, section 4.4: what everybody can read in a browser or an app proves nothing.
  if (grants.includes('client_credentials') && clientType === 'public') return wrong('check.public-credentials')
  if (grants.includes('password') && Number(firstParty) !== 1) return wrong('check.first-party')
  return undefined
})

/** Programs that call the API with tokens of their own (OAuth 2). Their secret is not among the fields: it is told once and kept hashed. */
export const appClients = resource({
  name: 'app-clients',
  api: { base: '/uaa/appclient', noun: 'AppClient' },
  table: 'app_clients',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'appclient',
  title: 'clientCode',
  order: ['createTime', 'descend'],
  unique: ['clientCode'],
  rule: grantsFit,
  calls: { reset: '/uaa/appclient/resetAppClientSecret', revoke: '/uaa/appclient/revokeAppClientToken' },
  fields: {
    clientCode: text({ max: 32, format: clientCode, required: true, filter: 'contains', sort: true }),
    clientDescription: text({ max: 256, required: true, filter: 'contains' }),
    clientType: oneOf({ of: ['confidential', 'public'], required: true, write: 'once', filter: 'equals' }),
    authType: list({ of: grantTypes, each: z.enum(grantTypes), separator: ',', max: 128, required: true, filter: 'contains' }),
    authScope: list({
      each: z.string().check(z.regex(SCOPE, { error: 'scope' })),
      separator: ' ',
      max: 2048,
      required: true,
      filter: 'contains',
    }),
    roleId: references({
      to: 'roles',
      show: 'role_name',
      through: { table: 'app_client_roles', from: 'client_id', to: 'role_id' },
      filter: 'equals',
    }),
    fallbackUrl: list({
      each: z.string().check(z.refine(isRedirect, { error: 'redirect' })),
      separator: ' ',
      max: 512,
      required: true,
      filter: 'contains',
    }),
    tokenSeconds: integer({ min: 60, max: 86_400, required: true, filter: 'equals', sort: true }),
    refreshSeconds: integer({ min: 60, max: 31_536_000, required: true, filter: 'equals', sort: true }),
    firstParty: oneOf({ of: [0, 1], required: true, filter: 'equals' }),
    status: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
  },
})
