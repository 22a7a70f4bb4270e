import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { pgArray } from './pg-array.ts'
import { build, typedAs } from './sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

/** The members as the database reads them. */
async function read(members: Iterable<string | number | null>, type: 'text' | 'float8'): Promise<unknown[]> {
  const cast = type === 'text' ? sql`${pgArray(members)}::text[]` : sql`${pgArray(members)}::float8[]`
  const rows = await server.services.transactions.inPlatform('a test reads an array', (tx) =>
    tx.all(typedAs<{ value: unknown }>(build.selectNoFrom(sql`unnest(${cast})`.as('value')))),
  )
  return rows.map(({ value }) => value)
}

it('comes back from the database as it was given', async () => {
  const texts = [
    'a',
    '',
    ' ',
    'null',
    'NULL',
    null,
    'a,b',
    '{}',
    '{a}',
    '"',
    '\\',
    'it\'s "so"',
    'C:\\x',
    '温度',
    'a\nb',
    '0198c5a0-0000-7000-8000-000000000001',
  ]
  expect(await read(texts, 'text')).toEqual(texts)
  expect(await read(new Set(['a', 'b']), 'text')).toEqual(['a', 'b'])
  expect(await read([], 'text')).toEqual([])
  const numbers = [0, -1, 1.5, 1e21, 1e-7, 2 ** 53, null]
  expect(await read(numbers, 'float8')).toEqual(numbers)
})
