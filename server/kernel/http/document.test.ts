/** The API document: what it says of answers. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'

let server: TestServer
let document: Record<string, unknown>
beforeAll(async () => {
  server = await sharedServer()
  const client = await (await buildTenant(server)).signIn('viewer')
  document = (await client.get('/docs/json')) as unknown as typeof document
})
afterAll(() => server.stop())

/** What stands at `#/components/…`. */
const at = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document)

const refsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => (name === '$ref' ? [String(member)] : refsIn(member)))

it('every reference leads to what it names', () => {
  const refs = [...new Set(refsIn(document))]
  expect(refs.length).toBeGreaterThan(0)
  for (const ref of refs) expect(at(ref), ref).toMatchObject({ type: 'object' })
})

it('an entry of the menu has entries like itself', () => {
  const { '/api/account/sysuserdetail/queryCurrentAuthority': call } = document['paths'] as Record<string, unknown>
  const [ref = ''] = refsIn(call)
  expect(at(ref)).toMatchObject({ properties: { menuName: { type: 'string' }, routes: { type: 'array', items: { $ref: ref } } } })
})
