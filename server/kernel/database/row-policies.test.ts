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
  const isCovered = (table: string) => rules.has(table) || EVERYBODYS_TABLES.includes(table) || table === 'changes'
  expect(tables.filter((table) => !isCovered(table))).toEqual([])
  // What is said of no table any more is a defence that nobody has.
  expect([...Object.keys(OWNED_TABLES), ...EVERYBODYS_TABLES].filter((table) => !tables.includes(table))).toEqual([])
})

/** Tables whose rows say more of a row of the noun, such as whom a rule is for. */
const linksOf = ({ fields }: Resource) => Object.values(fields).flatMap(({ link }) => (link?.through ? [link.through.table] : []))

it('what was changed of rows that are narrowed is narrowed with them', async () => {
  const kept = await server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'history_of_adding'",
    )
    return rows.map(({ name }) => name)
  })
  expect(kept.length).toBeGreaterThan(30)
  const wanted = new Map<string, string>()
  for (const of of Object.values<Resource>(resources))
    if (rules.get(of.table) !== undefined && rules.get(of.table) !== 'tenant')
      for (const table of [of.table, ...linksOf(of)]) if (kept.includes(table)) wanted.set(table, of.table)
  expect(Object.fromEntries([...wanted].filter(([table, followed]) => HISTORY_FOLLOWS[table] !== followed))).toEqual({})
  expect(Object.keys(OWNED_TABLES).filter((table) => kept.includes(table) && !(table in HISTORY_FOLLOWS))).toEqual([])
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
