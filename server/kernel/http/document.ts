/** The API document (OpenAPI 3.1), written from the same declarations that validate the requests. */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Route } from './http.ts'
import { VERSION } from '../runtime/version.ts'

/** Serves the document at `/docs/json` to whoever is signed in; the page `/docs` of the web shows it to people. */
export async function addDocument(app: FastifyInstance): Promise<void> {
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
      return { url, schema: document ? schemaOf(document.tag, document.route) : { ...schema, hide: true } }
    },
  })
  app.get('/docs/json', { config: { access: 'signed-in' }, compress: {} }, async () => app.swagger())
}

function schemaOf(tag: string, { method, path, access, summary, input, output, file, upload, raw }: Route): FastifySchema {
  const taken = upload ? withFile(jsonSchema(input, 'input')) : jsonSchema(input, 'input')
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
    operationId: path.split('/').pop() ?? path,
    ...(access === 'public' ? {} : { security: [access === 'device' ? { device: [] } : { bearer: [] }] }),
    ...(upload ? { consumes: ['multipart/form-data'] } : {}),
    ...(hasProperties(taken) ? { [method === 'GET' || raw ? 'querystring' : 'body']: taken } : {}),
    response: {
      200:
        file === undefined
          ? { description: 'Done', ...envelopeOf(output) }
          : {
              description: 'Done',
              content: {
                [file]: { schema: { type: 'string', format: 'binary' } },
                ...(output._zod.def.type === 'null' ? {} : { 'application/json': { schema: envelopeOf(output) } }),
              },
            },
      '4XX': { description: 'Refused', ...FAILURE },
    },
  } as FastifySchema
}

function withFile(schema: Record<string, unknown>): Record<string, unknown> {
  return { ...schema, properties: { ...(schema['properties'] as object), file: { type: 'string', format: 'binary' } } }
}

function envelopeOf(output: z.core.$ZodType) {
  return {
    type: 'object',
    properties: {
      code: { type: 'integer', const: 200 },
      status: { type: 'integer' },
      message: { type: 'string' },
      data: jsonSchema(output, 'output'),
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

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

function hasProperties(schema: Record<string, unknown>): boolean {
  return Object.keys((schema['properties'] ?? {}) as object).length > 0
}
