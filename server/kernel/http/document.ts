/** The API document (OpenAPI 3.1), written from the same declarations that validate the requests. */
import type { FastifyInstance } from 'fastify'
import type { KernelConfig } from '../config.ts'
import { VERSION } from '../runtime/version.ts'
import type { Listed } from './document-operation.ts'
import { operationOf, operationsIn } from './document-operation.ts'
import { Schemas } from './document-schemas.ts'
import type { Feature } from './http.ts'

/** Where tokens are got, below the address of the server. */
export interface AuthorizationPaths {
  readonly authorize: string
  readonly token: string
  readonly openIdConfiguration: string
}

/** Serves the document at `/docs/json` to whoever is signed in; the page `/docs` of the web shows it to people. */
export function addDocument(
  app: FastifyInstance,
  config: Pick<KernelConfig, 'publicUrl'>,
  paths: AuthorizationPaths,
  features: readonly Feature[],
): void {
  let known: object | undefined
  app.get(
    '/docs/json',
    { config: { access: 'signed-in' }, compress: {} },
    async () => (known ??= documentOf(config.publicUrl, paths, features)),
  )
}

/** The document of all routes of these features. @param publicUrl Where people reach this server. */
export function documentOf(publicUrl: string, authorization: AuthorizationPaths, features: readonly Feature[]): object {
  const server = publicUrl.replace(/\/+$/, '')
  const schemas = new Schemas()
  const paths: Record<string, Record<string, object>> = {}
  const listed = features.flatMap(operationsIn)
  const nameOf = namesOf(listed)
  for (const each of listed) (paths[each.path] ??= {})[each.method.toLowerCase()] = operationOf(each, nameOf(each), schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Outstation',
      version: VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'Inputs may come as query string, form body or JSON body on any call that names no other body.',
    },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: securitySchemes(server, authorization, scopesIn(listed)),
      headers: { RetryAfter: { description: 'Seconds after which it makes sense to try again.', schema: { type: 'integer' } } },
      responses: {
        Refused: { description: 'Refused', content: FAILURE },
        TooMany: { description: 'Asked for too much at once', headers: RETRY_AFTER, content: FAILURE },
        Busy: { description: 'Not just now', headers: RETRY_AFTER, content: FAILURE },
      },
      schemas: { Failure: FAILED, ...schemas.shared },
    },
  }
}

/** A name for each: the last part of its path, or the whole path with the method where several end alike. */
function namesOf(listed: readonly Listed[]): (operation: Listed) => string {
  const short = ({ path, id }: Listed) => id ?? path.split('/').at(-1) ?? path
  const times = new Map<string, number>()
  for (const each of listed) times.set(short(each), (times.get(short(each)) ?? 0) + 1)
  const long = ({ method, path }: Listed) =>
    `${method.toLowerCase()}${path.replace(/^\/api/, '').replace(/\W+(\w?)/g, (_part, letter: string) => letter.toUpperCase())}`
  return (operation) => (times.get(short(operation)) === 1 ? short(operation) : long(operation))
}

function scopesIn(listed: readonly Listed[]): Record<string, string> {
  const scopes = [...new Set(listed.flatMap(({ scope }) => scope ?? []))].sort()
  return Object.fromEntries(scopes.map((scope) => [scope, `What the guide to tokens says of ${scope}`]))
}

function securitySchemes(server: string, { authorize, token, openIdConfiguration }: AuthorizationPaths, scopes: Record<string, string>) {
  const tokenUrl = `${server}${token}`
  return {
    bearer: { type: 'http', scheme: 'bearer' },
    machine: { type: 'http', scheme: 'basic', description: 'Name and secret of a machine: what names it has is said with its calls.' },
    oauth2: {
      type: 'oauth2',
      flows: {
        authorizationCode: { authorizationUrl: `${server}${authorize}`, tokenUrl, refreshUrl: tokenUrl, scopes },
        clientCredentials: { tokenUrl, scopes },
      },
    },
    openId: { type: 'openIdConnect', openIdConnectUrl: `${server}${openIdConfiguration}` },
  }
}

const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
const FAILURE = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
const FAILED = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    status: { type: 'integer' },
    message: { type: 'string' },
    data: { type: 'null' },
    errors: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } } },
  },
} as const
