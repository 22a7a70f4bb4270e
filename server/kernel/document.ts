/** The API document (OpenAPI 3.1), written from the same declarations that validate the requests. */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Route } from './http.ts'

/** Serves the document at `/docs/json` to whoever is signed in; the page `/docs` of the web shows it to people. */
export async function addDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Outstation', version: '0.1.0', description: 'Inputs may come as query string, form body or JSON body on any call.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => {
      const { document } = (route.config ?? {}) as { document?: { tag: string; route: Route } }
      return { url, schema: document ? schemaOf(document.tag, document.route) : { ...schema, hide: true } }
    },
  })
  app.get('/docs/json', { config: { access: 'signed-in' }, compress: {} }, async () => app.swagger())
}

function schemaOf(tag: string, { method, path, access, summary, input, output }: Route): FastifySchema {
  const taken = jsonSchema(input, 'input')
  return {
    tags: [tag],
    summary,
    description: access === 'granted' ? `Needs the URL permission \`${path}\`.` : access === 'signed-in' ? 'Needs a sign-in.' : 'Public.',
    operationId: path.split('/').pop() ?? path,
    ...(access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(hasProperties(taken) ? { [method === 'GET' ? 'querystring' : 'body']: taken } : {}),
    response: {
      200: { description: 'Done', type: 'object', properties: { code: { type: 'integer', const: 200 }, status: { type: 'integer' }, message: { type: 'string' }, data: jsonSchema(output, 'output') } },
      '4XX': { description: 'Refused', ...FAILURE },
    },
  } as FastifySchema
}

const FAILURE = {
  type: 'object',
  properties: {
    code: { type: 'integer' }, status: { type: 'integer' }, message: { type: 'string' }, data: { type: 'null' },
    errors: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } } },
  },
} as const

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

function hasProperties(schema: Record<string, unknown>): boolean {
  return Object.keys((schema['properties'] ?? {}) as object).length > 0
}
