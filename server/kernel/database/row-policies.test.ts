/** The policies of the database are those that the declarations ask for, and no table of a tenant has been forgotten. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '../../../model/index.ts'
import type { Resource } from '../../../model/resource.ts'
import type { OwnedBy } from '../../../model/row-scope.ts'
import { EVERYBODYS_TABLES, HISTORY_FOLLOWS, OWNED_TABLES } from '../../../model/row-scope.ts'
import { tenantTables } from '../../../tests/support/rows.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { historyPolicy, rowPolicies } from './row-policies.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

const rules = new Map<string, OwnedBy>([
  ...Object.values<Resource>(resources).flatMap(({ table, ownedBy }): [string, OwnedBy][] => (ownedBy ? [[table, ownedBy]] : [])),
  ...Object.entries(OWNED_TABLES),
])

it('each table of a tenant says whose its rows are', async () => {
  const tables = await tenantTables(server)
  const said = (table: string) => rules.has(table) || EVERYBODYS_TABLES.includes(table) || table === 'changes'
  expect(tables.filter((table) => !said(table))).toEqual([])
  // What is said of no table any more is a defence that nobody has.
  expect([...Object.keys(OWNED_TABLES), ...EVERYBODYS_TABLES].filter((table) => !tables.includes(table))).toEqual([])
})

it('the database has the policies that the declarations make, and no others', async () => {
  const tables = await tenantTables(server)
  const wanted = [
    ...[...rules].filter(([table]) => tables.includes(table)).flatMap(([table, rule]) => rowPolicies(table, rule)),
    historyPolicy(),
  ]
  const [has, made] = await server.database.asOwner(async (client) => {
    const read = async () =>
      (
        await client.query<{ line: string }>(`select concat_ws(' | ', tablename, policyname, permissive, cmd, qual, with_check) as line
          from pg_policies where schemaname = 'public' and roles = '{outstation_scoped}' order by 1`)
      ).rows.map(({ line }) => line)
    const before = await read()
    await client.query('begin')
    try {
      const { rows } = await client.query<{ drop: string }>(
        `select format('drop policy %I on %I', policyname, tablename) as drop from pg_policies where schemaname = 'public' and roles = '{outstation_scoped}'`,
      )
      await client.query([...rows.map(({ drop }) => drop), ...wanted].join(';\n').replaceAll(';;', ';'))
      return [before, await read()]
    } finally {
      await client.query('rollback')
    }
  })
  expect(has).toEqual(made)
  expect(made.length).toBeGreaterThan(25)
})

it('what is kept of the changes of a row is read by whoever sees the row', async () => {
  const { rows } = await server.database.asOwner((client) =>
    client.query<{ name: string }>("select tgrelid::regclass::text as name from pg_trigger where tgname = 'history_of_adding'"),
  )
  const owned = rows.map(({ name }) => name).filter((name) => (rules.get(name) ?? 'tenant') !== 'tenant')
  expect(owned.length).toBeGreaterThan(10)
  expect(owned.filter((name) => HISTORY_FOLLOWS[name] === undefined)).toEqual([])
})
