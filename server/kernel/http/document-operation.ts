/** One operation of the API document. */
import type { z } from 'zod'
import { EVERYTHING, OPENID, leastScopeFor, ownScopeOf } from '../../../model/oauth/scopes.ts'
import type { JsonSchema, Schemas } from './document-schemas.ts'
import type { Feature, ProtocolStep, Route } from './http.ts'

/** An operation as it stands in the document: a route, or a step of a protocol that a route speaks. */
export interface Listed {
  readonly tag: string
  readonly route: Route
  readonly method: string
  /** With `/api` in front. */
  readonly path: string
  readonly step?: ProtocolStep
  /** In place of the last part of the path. */
  readonly id?: string
  /** The scope by which an application reaches it; nothing where no application does, or everybody. */
  readonly scope: string | undefined
}

/** The operations of a feature, in the order of its routes. */
export function operationsIn({ tag, routes }: Feature): Listed[] {
  return routes.flatMap((route): Listed[] => {
    const path = `/api${route.path}`
    const shared = { tag, route, scope: scopeOf(route) }
    if (!route.protocol) return [{ ...shared, method: route.method, path }]
    return route.protocol.steps.map((step) => ({
      ...shared,
      method: step.method,
      path: step.below ? `${path}/{id}` : path,
      step,
      id: step.id,
    }))
  })
}

function scopeOf({ access, path, method }: Route): string | undefined {
  if (access === 'public' || access === 'machine') return undefined
  if (access !== 'signed-in') return leastScopeFor(path)
  return ownScopeOf(path) ?? (method === 'GET' ? EVERYTHING : undefined)
}

/** An operation of the API document (OpenAPI 3.1, Operation Object). @param operationId Unique in the document. */
export function operationOf({ tag, route, step, scope }: Listed, operationId: string, schemas: Schemas): object {
  return {
    tags: [tag],
    summary: step?.summary ?? route.summary,
    description: [...(route.description ? [route.description] : []), needsOf(route)].join('\n\n'),
    operationId,
    security: securityOf(route, scope),
    ...(step ? stepOf(step) : takes(route, schemas, operationId)),
    responses: {
      ...(step ? step.answers : { 200: { description: 'Done', ...answerOf(route, schemas, operationId) } }),
      '4XX': { $ref: '#/components/responses/Refused' },
      429: { $ref: '#/components/responses/TooMany' },
      503: { $ref: '#/components/responses/Busy' },
    },
  }
}

function needsOf({ access, path, ownWith }: Route): string {
  switch (access) {
    case 'granted':
      return `Needs the URL permission \`${path}\`.${ownWith ? ` With \`${new URLSearchParams(ownWith).toString()}\` it needs a sign-in alone.` : ''}`
    case 'platform':
      return `Needs the URL permission \`${path}\`, in the platform's tenant.`
    case 'signed-in':
      return 'Needs a sign-in.'
    case 'machine':
      return 'Needs the name and secret of a machine.'
    case 'public':
      return 'Public.'
  }
}

function securityOf({ access }: Route, scope: string | undefined): object[] {
  if (access === 'public') return []
  if (access === 'machine') return [{ machine: [] }]
  return [{ bearer: [] }, ...(scope === undefined ? [] : [{ oauth2: [scope] }]), ...(scope === OPENID ? [{ openId: [scope] }] : [])]
}

/** Query string and body. */
function takes({ method, input, upload, raw, send }: Route, schemas: Schemas, operationId: string): object {
  const given = schemas.of(input, 'input', operationId)
  if (raw) {
    const content = Object.fromEntries(
      Object.entries(raw).map(([type, { schema, examples }]) => [
        type,
        { schema: schemas.of(schema, 'input', `${operationId}.${type.split('/').at(-1)}`), examples: named(examples) },
      ]),
    )
    return { parameters: queryOf(given), requestBody: { required: true, content } }
  }
  if (method === 'GET') return { parameters: queryOf(given) }
  const schema = upload ? withFile(given) : given
  if (Object.keys(propertiesOf(schema)).length === 0) return {}
  const types = upload
    ? ['multipart/form-data']
    : send === 'form'
      ? ['application/x-www-form-urlencoded', 'application/json']
      : ['application/json']
  return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) } }
}

const named = (examples: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))

function queryOf(given: JsonSchema): object[] {
  const required = (given['required'] ?? []) as string[]
  return Object.entries(propertiesOf(given)).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}

function stepOf({ headers, body, below }: ProtocolStep): object {
  return {
    parameters: [
      ...(below ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }] : []),
      ...Object.entries(headers).map(([name, { required = false, ...header }]) => ({ name, in: 'header', required, ...header })),
    ],
    ...(body ? { requestBody: body } : {}),
  }
}

function withFile(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...propertiesOf(schema), file: { type: 'string', format: 'binary' } } }
}

const propertiesOf = (schema: JsonSchema) => (schema['properties'] ?? {}) as Record<string, unknown>

/** The envelope, a file, or either. */
function answerOf({ output, file }: Route, schemas: Schemas, operationId: string): object {
  const envelope = { 'application/json': { schema: envelopeOf(schemas.of(output, 'output', operationId)) } }
  if (file === undefined) return { content: envelope }
  return { content: { [file]: { schema: { type: 'string', format: 'binary' } }, ...(isNull(output) ? {} : envelope) } }
}

const isNull = (output: z.core.$ZodType) => output._zod.def.type === 'null'

function envelopeOf(data: JsonSchema) {
  return {
    type: 'object',
    properties: { code: { type: 'integer', const: 200 }, status: { type: 'integer' }, message: { type: 'string' }, data },
  }
}
