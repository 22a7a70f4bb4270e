/** How deep the values of a JSON body may lie in each other. */
import Fastify from 'fastify'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_JSON_DEPTH, isTooDeep, readJsonBodies } from './json-body.ts'

const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

it('is told by lists and objects that are open at once, not by how many there are or what stands in texts', () => {
  expect([lists(3), lists(4), '{"a":[{"b":[1]}]}', '{"a":[{"b":1}]}'].map((text) => isTooDeep(text, 3))).toEqual([false, true, true, false])
  expect(isTooDeep(`[${'[],'.repeat(5000)}[]]`, 3)).toBe(false)
  expect(isTooDeep(JSON.stringify({ a: '[[[["\\[[[[', '[[[[\\"': '\\' }), 1)).toBe(false)
  expect(isTooDeep('["\\\\",[[', 1)).toBe(true)
  // What no quotation mark ends is no JSON.
  expect(isTooDeep('["[[[[\\"', 1)).toBe(false)
})

it('is that of the value that was written', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat({ max: 6 }), (value, most) => {
      expect(isTooDeep(JSON.stringify(value), most)).toBe(depthOf(value) > most)
    }),
  )
})

it('is bounded for long bodies, and what was refused before still is', async () => {
  const app = Fastify()
  readJsonBodies(app)
  app.post('/', ({ body }) => ({ length: JSON.stringify(body).length }))
  const post = async (payload: string) =>
    (await app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload })).statusCode
  const long = ' '.repeat(40_000)
  expect(await post(long + lists(MAX_JSON_DEPTH))).toBe(200)
  expect(await post(long + lists(MAX_JSON_DEPTH + 1))).toBe(400)
  expect(await post('{"a":')).toBe(400)
  expect(await post('{"__proto__":{"a":1}}')).toBe(400)
  expect(await post(`${long}{"constructor":{"prototype":{"a":1}}}`)).toBe(400)
})
