/**
 * A value that is hidden from a role stands in no answer at all: every call that reads is asked, of every text field of
 * every noun that a tenant writes, with and without the value in the question. Options, trees, lookups, names of linked
 * rows, exports and searches are calls like others, so a new one is asked as well.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryTrendPoint } from '../model/contract/acquisition/trend-points.ts'
import type { Field } from '../model/field.ts'
import { resources } from '../model/index.ts'
import { rowFields, writableFields } from '../model/resource.ts'
import { features } from '../server/modules.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { hiderOf, hiding } from './support/hiding.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { amount, sampleOf } from './support/thorough.ts'
import type { AddedRow } from './support/values.ts'
import { PLACES, addRow, pathsOf, writableNouns } from './support/values.ts'

const fields = writableNouns.flatMap(([, of]) =>
  writableFields(of, 'add')
    // The code of a region stands in the list of regions, whoever lives there.
    .filter((name) => rowFields(of).includes(name) && (of.fields[name] as Field).kind === 'text' && !PLACES.includes(name))
    .map((name) => ({ of, name })),
)
/**
 * Fields that name a row of another noun by its own field, which the lists and searches of that noun tell, whoever else names it: a rule
 * watches a point that exists. Where the field of that noun is hidden as well, these calls are asked like all others.
 */
const NAMED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'alarm-rules.pointKey': [pathsOf(resources.points).query, pathsOf(resources.typePoints).query, `/api${queryTrendPoint.path}`],
}
const asked = sampleOf('hidden everywhere', fields, amount({ quick: 8, ci: 20, touched: 30, thorough: Infinity }))
const hiders = asked.map(({ of, name }) => hiding(of, name))
const reading = features
  .flatMap(({ routes }) => routes)
  .filter((route) => route.method === 'GET' && (route.access === 'granted' || route.access === 'signed-in'))

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let hider: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: hiders,
    users: [buildUser({ username: 'hider', roles: hiders.map((role) => role.roleCode) })],
  })
  admin = await tenant.signIn('admin')
  hider = await tenant.signIn('hider')
})
afterAll(() => server.stop())

/** Answers of these calls, each with its path. */
async function answers(
  client: Client,
  asked: typeof reading,
  { row, value, headers = {} }: { row: AddedRow; value: string; headers?: Record<string, string> },
): Promise<[path: string, text: string][]> {
  const plain = {
    pageSize: '1000',
    id: row.id,
    userId: tenant.users['hider'] as string,
    roleId: tenant.roles['ROLE_VIEWER'] as string,
    assign: '0',
  }
  return Promise.all(
    asked.flatMap(({ path }) =>
      [{ pageSize: '1000' }, plain, { pageSize: '1000', keyword: value, search: value, username: value, item: value }].map(
        async (query) => {
          const answer = await server.app.inject({
            method: 'GET',
            url: `/api${path}`,
            query,
            headers: { authorization: `Bearer ${client.token}`, ...headers },
          })
          return [path, answer.body] as [string, string]
        },
      ),
    ),
  )
}

describe('no call that reads tells a hidden value', () => {
  it.each(asked.map(({ of, name }) => [`${of.name}.${name}`, of, name] as const))('%s', async (_name, of, name) => {
    const row = await addRow(admin, of)
    const value = String(row.values[name])
    // Nothing so short tells anything, and a time of day or a day of the year stands in moments.
    if (value.length < 4 || /^\d\d[:-]\d\d$/.test(value)) return
    // As it is, and as JSON has a text with quotation marks.
    const written = JSON.stringify(value).slice(1, -1)
    const isDisclosed = ([, text]: readonly [string, string]) => text.includes(value) || text.includes(written)
    // What is not hidden is told by the list of its noun: the question is a good one.
    const list = reading.filter(({ path }) => `/api${path}` === pathsOf(of).query)
    expect((await answers(admin, list, { row, value })).some(isDisclosed)).toBe(true)
    const ofItsOwn = NAMED_ELSEWHERE[`${of.name}.${name}`] ?? []
    const elsewhere = reading.filter(({ path }) => !ofItsOwn.includes(`/api${path}`))
    const leaks = (await answers(hider, elsewhere, { row, value, headers: { rolecode: hiderOf(of, name) } }))
      .filter(isDisclosed)
      .map(([path]) => path)
    expect([...new Set(leaks)]).toEqual([])
  })

  it('is asked of many calls and fields', () => {
    expect(reading.length).toBeGreaterThan(15)
    expect(fields.length).toBeGreaterThan(8)
  })
})
