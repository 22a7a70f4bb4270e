import { describe, expect, it } from 'vitest'
import type { OpenApi } from './open-api.ts'
import { byTag, matches, operationsOf, typeOf } from './open-api.ts'

const document: OpenApi = {
  info: { title: 'T', version: '1' },
  components: {
    schemas: { Place: { type: 'object', properties: { key: { type: 'string' } } } },
    responses: { Refused: { description: 'No', content: { 'application/json': { schema: { $ref: '#/components/schemas/Place' } } } } },
  },
  paths: {
    '/a': {
      get: {
        tags: ['one'],
        summary: 'List',
        description: 'Needs the URL permission `/x/query`.',
        security: [{}],
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } }],
      },
      post: {
        tags: ['two'],
        security: [{}],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: { name: { type: 'string', maxLength: 5 }, place: { $ref: '#/components/schemas/Place' } },
              },
            },
          },
        },
      },
    },
    '/b': {
      post: {
        tags: ['one'],
        description: 'Public.',
        responses: { 429: { $ref: '#/components/responses/Refused' }, '4XX': { $ref: '#/components/responses/Refused' } },
      },
    },
  },
}
const operations = operationsOf(document)

describe('the interface documentation', () => {
  it('groups by tag', () => {
    expect(byTag(operations).map(([tag, list]) => [tag, list.map(({ id }) => id)])).toEqual([
      ['one', ['get /a', 'post /b']],
      ['two', ['post /a']],
    ])
  })

  it('names what a call needs', () => {
    expect(operations.map(({ permission }) => permission)).toEqual(['/x/query', 'signed-in', 'public'])
  })

  it('lists parameters and the fields of a body, nested ones by their path', () => {
    expect(operations[0]?.parameters).toEqual([{ name: 'page', place: 'query', required: false, type: 'integer', note: '1…' }])
    expect(operations[1]?.body.map(({ name, required, note }) => [name, required, note])).toEqual([
      ['name', true, '…5'],
      ['place', false, ''],
      ['place.key', false, ''],
    ])
  })

  it('says what an answer is that several calls share', () => {
    expect(operations[2]?.responses).toEqual([
      { status: '429', description: 'No', fields: [] },
      { status: '4XX', description: 'No', fields: [expect.objectContaining({ name: 'key' })] },
    ])
  })

  it('writes types as people do', () => {
    expect(typeOf({ type: 'array', items: { type: 'string' } }, {})).toBe('string[]')
    expect(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] }, {})).toBe('string | null')
    expect(typeOf({ enum: [1, 0] }, {})).toBe('1 | 0')
  })

  it('finds by every word', () => {
    expect(operations.filter((operation) => matches(operation, 'GET query')).map(({ id }) => id)).toEqual(['get /a'])
  })
})
