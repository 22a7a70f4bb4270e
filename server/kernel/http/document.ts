/** The API document (OpenAPI 3.1), written from the same declarations that validate the requests. */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Route } from './http.ts'
import { VERSION } from '../runtime/version.ts'

/** Schemas that contain themselves, as those of trees do, by the names under which the document has them. */
type Shared = Record<string, unknown>

/** Serves the document at `/docs/json` to whoever is signed in; the page `/docs` of the web shows it to people. */
export async function addDocument(app: FastifyInstance): Promise<void> {
  const shared: Shared = {}
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Outstation', version: VERSION, description: 'Inputs may come as query string, form body or JSON body on any call.' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          device: { type: 'http', scheme: 'basic', description: 'User name `<tenant>/<device>`, password the secret of the device.' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { document } = (route.config ?? {}) as { document?: { tag: string; route: Route } }
      return { url, schema: document ? schemaOf(document.tag, document.route, shared) : { ...schema, hide: true } }
    },
  })
  app.get('/docs/json', { config: { access: 'signed-in' }, compress: {} }, async () => {
    const document = app.swagger() as { components?: { schemas?: object } }
    return { ...document, components: { ...document.components, schemas: { ...document.components?.schemas, ...shared } } }
  })
}

function schemaOf(tag: string, { method, path, access, summary, input, output, file, upload, raw }: Route, shared: Shared): FastifySchema {
  const operationId = path.split('/').pop() ?? path
  const given = jsonSchema(input, 'input', operationId, shared)
  const taken = upload ? withFile(given) : given
  const answer = envelopeOf(jsonSchema(output, 'output', operationId, shared))
  return {
    tags: [tag],
    summary,
    description:
      access === 'granted'
        ? `Needs the URL permission \`${path}\`.`
        : access === 'platform'
          ? `Needs the URL permission \`${path}\`, in the platform's tenant.`
          : access === 'signed-in'
            ? 'Needs a sign-in.'
            : access === 'device'
              ? 'Needs the name and secret of a device.'
              : 'Public.',
    operationId,
    ...(access === 'public' ? {} : { security: [access === 'device' ? { device: [] } : { bearer: [] }] }),
    ...(upload ? { consumes: ['multipart/form-data'] } : {}),
    ...(hasProperties(taken) ? { [method === 'GET' || raw ? 'querystring' : 'body']: taken } : {}),
    response: {
      200:
        file === undefined
          ? { description: 'Done', ...answer }
          : {
              description: 'Done',
              content: {
                [file]: { schema: { type: 'string', format: 'binary' } },
                ...(output._zod.def.type === 'null' ? {} : { 'application/json': { schema: answer } }),
              },
            },
      '4XX': { description: 'Refused', ...FAILURE },
    },
  } as FastifySchema
}

function withFile(schema: Record<string, unknown>): Record<string, unknown> {
  return { ...schema, properties: { ...(schema['properties'] as object), file: { type: 'string', format: 'binary' } } }
}

function envelopeOf(data: Record<string, unknown>) {
  return {
    type: 'object',
    properties: {
      code: { type: 'integer', const: 200 },
      status: { type: 'integer' },
      message: { type: 'string' },
      data,
    },
  }
}

const FAILURE = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    status: { type: 'integer' },
    message: { type: 'string' },
    data: { type: 'null' },
    errors: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } } },
  },
} as const

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output', operation: string, shared: Shared): Record<string, unknown> {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  if (!whole.$defs) return whole
  const nameOf = (definition: string) => `${operation}.${io}${definition.replace('__schema', '.')}`
  const { $defs = {}, ...rest } = JSON.parse(
    JSON.stringify(whole, (key, value: unknown) =>
      key === '$ref' ? `#/components/schemas/${nameOf(String(value).replace('#/$defs/', ''))}` : value,
    ),
  ) as typeof whole
  for (const [definition, own] of Object.entries($defs)) shared[nameOf(definition)] = own
  return rest
}

function hasProperties(schema: Record<string, unknown>): boolean {
  return Object.keys((schema['properties'] ?? {}) as object).length > 0
}
