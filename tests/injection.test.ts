/**
 * Hostile values in every parameter of every call: the server never fails, nothing is stored by a refused call, a list
 * keeps its order, and what looks like a pattern or a statement is a text.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Field } from '../model/field.ts'
import { wireTime } from '../model/fields.ts'
import { writableFields } from '../model/resource.ts'
import { features } from '../server/modules.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { call } from './support/client.ts'
import { fingerprint } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { amount, sampleOf, seedOf } from './support/thorough.ts'
import type { AddedRow } from './support/values.ts'
import { JUDGED_TOGETHER, addRow, newValues, pathsOf, writableNouns } from './support/values.ts'
import type { RawAnswer } from './support/wire.ts'
import { answerText, send, sendJson } from './support/wire.ts'

const texts = [
  "'",
  '"',
  '`',
  '\\',
  '\\\\',
  '--',
  ';',
  '/*',
  '%',
  '_',
  '%%',
  '\\%',
  '$1',
  '$$',
  '${1}',
  '{{1}}',
  '$t(error.server.failed)',
  "' or '1'='1",
  "'; drop table users; --",
  '1) or 1=1 --',
  '" or ""="',
  "x' union select password_hash from users --",
  '(select pg_sleep(5))',
  "'||pg_sleep(5)||'",
  '1;select 1',
  'a\u0000b',
  '\u0000',
  '\u0001\u001f\u007f',
  '\ufeff',
  '\u202e\u200b',
  '\ud800',
  'é'.normalize('NFD'),
  'ﬀ',
  '😀'.repeat(10),
  '中文',
  'A'.repeat(5000),
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=1+1',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e309',
  '9223372036854775808',
  '99999999999999999999',
  '0x10',
  '1.5',
  'true',
  'null',
  'undefined',
  '[]',
  '{}',
  '0000-01-01',
  '0000-01-01 00:00:00',
  '9999-12-31 23:59:59',
  '2026-02-30',
  '2026-01-31 24:00:00',
  '294277-01-01',
  'infinity',
  'now',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]
const sorters = [
  'id_ascend',
  'tenantId_ascend',
  'tenant_id_ascend',
  'password_ascend',
  'password_descend',
  'passwordHash_ascend',
  'password_hash_ascend',
  '__proto___ascend',
  'constructor_ascend',
  'toString_ascend',
  'createTime',
  'createTime_up',
  'createTime_ascend;',
  'createTime_ascend--',
  'created_at_ascend',
  '(select 1)_ascend',
  'createTime ascend',
  'CREATETIME_ASCEND',
  'createTime_ascend,id_ascend',
  '1_ascend',
  '_ascend',
  '_',
  'createTime_ascend\u0000',
  'username desc; drop table users_ascend',
  '"row"."created_at"_ascend',
  'version_ascend',
  'roleIdCn_ascend',
  'createTimeStart_ascend',
]
const objects: unknown[] = [
  {},
  [],
  [[]],
  [{}],
  { $ne: null },
  { length: 1 },
  { toString: 'x' },
  [null],
  true,
  false,
  null,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  ["'", '%'],
]

/** One of so many values for each parameter, another of them for the one after it. */
const PART = amount({ quick: 10, ci: 8, touched: 6, thorough: 1 })
let turn = seedOf('injection') % PART
function someOf<Value>(values: readonly Value[]): readonly Value[] {
  turn += 1
  return values.filter((_value, at) => (at + turn) % PART === 0)
}

// Many small calls: generous, for a machine that is busy with something else.
vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

/** In an answer: nothing of the inside of the server. */
const INSIDE = /\bat .+\.ts|node_modules|select |insert into|pg_|outstation_|syntax error|invalid input syntax|argon2|password_hash/i

function expectHandled({ http, text }: RawAnswer, sent: unknown, where: string): void {
  const name = `${where} = ${JSON.stringify(sent).slice(0, 80)}`
  expect(http, `${name}: ${text.slice(0, 300)}`).toBeLessThan(500)
  // What was sent may be repeated as the name of a field; that is no secret.
  const own = text.replaceAll(JSON.stringify(sent).slice(1, -1), '')
  if (http !== 200) expect(own, name).not.toMatch(INSIDE)
}

const gets = features.flatMap(({ routes }) => routes).filter((route) => route.method === 'GET')
const parametersOf = (input: z.core.$ZodType) =>
  Object.keys(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {})

const askedGets = sampleOf('injection', gets, amount({ quick: 20, ci: 50, touched: 70, thorough: Infinity }))
describe.each(askedGets.map((route) => [route.path, route] as const))('GET %s', (path, route) => {
  it('stays calm, whatever is in its parameters', async () => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const known = parametersOf(route.input)
    for (const parameter of [...known, 'nothing', '__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
      // Orders have their own test; keys that nobody reads need no more than a few values.
      for (const value of known.includes(parameter) ? someOf(texts) : texts.slice(0, 5)) {
        for (const form of parameter === 'id'
          ? [`${parameter}=`, `${parameter}[]=`, `x=1&${parameter}[0]=x&${parameter}[1]=`]
          : [`${parameter}=`]) {
          expectHandled(
            await send(server.url, 'GET', `/api${path}?${form}${encodeURIComponent(value.toWellFormed())}`, { headers }),
            value,
            `${path} ${form}`,
          )
        }
      }
    }
    for (const query of [
      '%',
      '%zz',
      '%ff',
      'id=%ff',
      '=',
      '&&&',
      'id',
      'id=1&id[]=2&id[7]=3',
      '[]=1',
      '[0]=',
      'id[x][y]=1',
      'sorter=%00',
      `${'a=1&'.repeat(2000)}`,
      `${'x'.repeat(3000)}=1`,
    ]) {
      expectHandled(await send(server.url, 'GET', `/api${path}?${query}`, { headers }), query, path)
    }
  })
})

const ORDERS = amount({ quick: 5, ci: 10, touched: 12, thorough: Infinity })
describe.each(writableNouns)('lists of %s', (name, of) => {
  const paths = pathsOf(of)
  it('refuse an order they do not know, and are in no other order for it', async () => {
    for (let index = 0; index < 3; index += 1) await addRow(admin, of)
    const before = answerText(await admin.get(paths.query))
    for (const sorter of sampleOf(`orders of ${name}`, sorters, ORDERS)) {
      expect(await admin.get(paths.query, { sorter }), sorter).toMatchObject({ http: 422, errors: [{ field: 'sorter' }] })
    }
    expect(answerText(await admin.get(paths.query))).toBe(before)
    const query = of.parent ? { createTimeStart: '2000-01-01 00:00:00' } : {}
    const ids = async (sorter: string) =>
      (await admin.get<{ list: { id: string }[] }>(paths.query, { ...query, sorter, pageSize: 1000 })).data.list.map((row) => row.id)
    expect(await ids('createTime_ascend')).toEqual((await ids('createTime_descend')).reverse())
  })

  const searched = Object.entries(of.fields).filter(
    ([name, field]) =>
      field.rights.filter === 'contains' &&
      writableFields(of, 'add').includes(name) &&
      !JUDGED_TOGETHER.has(`${of.name}.${name}`) &&
      !['email', 'mobile'].includes(columnLike(field.check)),
  )
  it.each(searched.map(([name]) => name))('search %s for characters, not for patterns', async (name) => {
    const mark = unique()
    const fitting = ['%', '_', '\\', "'"].filter((character) => of.fields[name]?.check.safeParse(`a${mark}${character}z`).success)
    const rows = new Map<string, AddedRow>()
    for (const character of ['-', ...fitting]) {
      const value = `a${mark}${character}z`
      if (of.fields[name]?.check.safeParse(value).success) rows.set(character, await addRow(admin, of, { [name]: value }))
    }
    const found = async (text: string) =>
      (await admin.get<{ list: { id: string }[] }>(paths.query, { [name]: text, pageSize: 1000 })).data.list.map((row) => row.id)
    for (const [character, row] of rows) expect(await found(`${mark}${character}`), character).toEqual([row.id])
    for (const wild of ['%', '_']) if (!rows.has(wild)) expect(await found(`${mark}${wild}`), wild).toEqual([])
    expect(await found(`${mark}%z`)).toEqual(rows.has('%') ? [rows.get('%')?.id] : [])
    expect((await found(mark.toUpperCase())).length, 'without regard to case').toBe(rows.size)
    if (rows.has('%')) expect(await found('%')).toContain(rows.get('%')?.id)
  })
})

/** Fields whose form leaves no room for such characters are searched by other tests. */
function columnLike(check: Field['check']): string {
  return check.safeParse('12345678').success ? (check.safeParse('a-z').success ? 'text' : 'mobile') : 'email'
}

const routeAt = (path: string) => features.flatMap(({ routes }) => routes).find((each) => `/api${each.path}` === path)
const everyWrite = writableNouns.flatMap(
  ([, of]) =>
    [
      ['POST', pathsOf(of).add, of],
      ['PUT', pathsOf(of).update, of],
      ['POST', pathsOf(of).delete, of],
    ] as const,
)
const writes = everyWrite.filter(([, path]) => routeAt(path) !== undefined)
it('nouns that are written have all three calls, but for faults and orders, which are cancelled and never deleted', () => {
  expect(everyWrite.map(([, path]) => path).filter((path) => routeAt(path) === undefined)).toEqual([
    '/api/maintenance/fault/deleteFault',
    '/api/maintenance/workorder/deleteWorkOrder',
  ])
})
describe.each(writes)('%s %s', (method, path, of) => {
  it('stays calm, and stores nothing that it refuses', async () => {
    const row = await addRow(admin, of)
    const route = routeAt(path)
    const body = path === pathsOf(of).add ? await newValues(admin, of) : path === pathsOf(of).update ? { id: row.id } : {}
    const ask = (parameter: string, value: unknown) =>
      sendJson(admin, server.url, method, path, JSON.stringify({ ...body, [parameter]: value }))
    const refused: [string, unknown][] = []
    // An input that can come in two shapes lists no parameters: rows are named by their id or by what is unique in them.
    const named = parametersOf(route?.input as z.core.$ZodType)
    for (const parameter of named.length > 0 ? named : ['id', ...(of.unique ?? [])]) {
      // Adding a user hashes a password each time; that a text is safe in a field is the same there as on changing it.
      const some = someOf('password' in body ? [...texts.slice(0, 12), ...objects] : [...texts, ...objects])
      for (const value of some) {
        const answer = await ask(parameter, value)
        expectHandled(answer, value, `${path} ${parameter}`)
        // A real time, or what a rule over several fields judges, is refused for where another one stands, and that one moves with what is tried next.
        const isTime = of.fields[parameter]?.kind === 'time' && wireTime.safeParse(value).success
        const isJudged = of.rule !== undefined && of.fields[parameter]?.check.safeParse(value).success === true
        if (answer.http !== 200 && !isTime && !isJudged) refused.push([parameter, value])
      }
    }
    expect(refused.length).toBeGreaterThan(PART === 1 ? 10 : 3)
    // Once more, without those that are taken: now nothing at all may change. What was taken before may still be at work, such as a notification on its way: that ends.
    let before: string
    for (let tries = 1; ; tries += 1) {
      before = await fingerprint(server, tenant.id)
      for (const [parameter, value] of refused)
        expect((await ask(parameter, value)).http, `${parameter} = ${JSON.stringify(value)}`).toBeGreaterThanOrEqual(400)
      const after = await fingerprint(server, tenant.id)
      if (after === before) break
      if (tries === 3) expect(after, 'a refused call has stored something').toBe(before)
    }
    for (const whole of [
      'null',
      '[]',
      '[{}]',
      '"x"',
      '1',
      'true',
      '{"a":',
      '',
      '{"id":{"id":1}}',
      `{"x":${'['.repeat(2000)}${']'.repeat(2000)}}`,
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
    ]) {
      const answer = await sendJson(admin, server.url, method, path, whole)
      expectHandled(answer, whole, path)
      expect([400, 422], whole).toContain(answer.http)
    }
    for (const form of ['__proto__[polluted]=1', '__proto__=1&polluted=1', 'constructor.prototype.polluted=1', 'id[__proto__]=1']) {
      const answer = await send(server.url, method, path, {
        body: form,
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${admin.token}` },
      })
      expect([400, 422], form).toContain(answer.http)
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(await fingerprint(server, tenant.id)).toBe(before)
  })
})

describe('calls about oneself', () => {
  it.each([
    ['POST', '/api/account/sysuserdetail/queryCurrentAuthority'],
    ['PUT', '/api/account/sysuserdetail/updatePassword'],
    ['POST', '/api/admin/sysuser/registerNewSession'],
  ] as const)('%s %s stay calm', async (method, path) => {
    const route = routeAt(path)
    for (const parameter of [...parametersOf(route?.input as z.core.$ZodType), 'nothing']) {
      for (const value of someOf([...texts, ...objects]))
        expectHandled(
          await sendJson(admin, server.url, method, path, JSON.stringify({ [parameter]: value })),
          value,
          `${path} ${parameter}`,
        )
    }
  })

  it('the token call stays calm', async () => {
    const form = { grant_type: 'password', client_id: 'ui', type: 'account', tenantCode: tenant.code, username: 'nobody', password: 'x' }
    for (const parameter of [...Object.keys(form), 'refresh_token', 'scope']) {
      // Each of these guesses is counted; those with a new name or tenant are hashed as well.
      for (const value of someOf(
        parameter === 'tenantCode' || parameter === 'username' ? [...texts.slice(0, 25), ...objects] : [...texts, ...objects],
      )) {
        const answer = await call(server.url, 'POST', '/api/uaa/oauth/token', {
          body: { ...form, ...(parameter === 'refresh_token' ? { grant_type: 'refresh_token' } : {}), [parameter]: value },
        })
        expect(answer.http, `${parameter} = ${JSON.stringify(value)}`).toBeLessThan(500)
        expect(answer.http).not.toBe(200)
      }
    }
  })

  it('headers stay calm', async () => {
    for (const value of someOf(texts.filter((text) => /^[\x20-\x7e]*$/.test(text)))) {
      for (const name of ['rolecode', 'accept-language', 'user-agent', 'x-forwarded-for', 'authorization']) {
        const answer = await send(server.url, 'GET', '/api/uaa/users/getSysUser', {
          headers: { authorization: `Bearer ${admin.token}`, [name]: value },
        })
        expectHandled(answer, value, name)
      }
    }
  })
})
