/**
 * Asks the same hard questions of every noun in `model/index.ts`. A new noun is asked them at once: signed out? wrong
 * role? another tenant, by id, by list, by reference? limits of each field? keys nobody may write? lost updates?
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Field } from '../model/field.ts'
import { isNumber } from '../model/field.ts'
import { resources } from '../model/index.ts'
import { limitsOf } from '../model/messages.ts'
import type { Resource } from '../model/resource.ts'
import { writableFields } from '../model/resource.ts'
import type { RoleSeed } from '../seeds/tenant.ts'
import { features } from '../server/modules.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Answer, Client } from './support/client.ts'
import { call } from './support/client.ts'
import { fingerprint } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { amount, sampleOf } from './support/thorough.ts'
import type { AddedRow } from './support/values.ts'
import {
  JUDGED_TOGETHER,
  absentId,
  addRow,
  forbiddenKeys,
  newValues,
  nounNamed,
  otherNouns,
  pathsOf,
  textOf,
  valueOf,
  withKey,
  writableNouns,
} from './support/values.ts'
import { answerText, sendJson } from './support/wire.ts'

interface Listed {
  list: (Record<string, unknown> & { id: string; version: number })[]
  total: number
}

const everyRoute = features.flatMap(({ routes }) => routes)
/** Of the nouns that tenants write, those that this run asks; the others are asked little, and always. */
const asked = sampleOf('every resource', writableNouns, amount({ quick: 5, ci: 8, touched: 10, thorough: Infinity }))
const bases = [...asked, ...otherNouns].map(([, of]) => `${of.api.base}/`)
/** Of the calls that need a right, those of these nouns. */
const granted = everyRoute.filter((route) => route.access === 'granted')
const refusing = granted.filter(({ path }) => bases.some((base) => path.startsWith(base)))

/** A role that may do everything but one call. */
const allBut = (path: string): RoleSeed => ({
  roleCode: `BUT${path.replaceAll('/', '_')}`,
  roleName: path,
  roleDescription: '',
  menus: 'all',
  urls: granted.map((route) => route.path).filter((other) => other !== path),
  hiddenButtons: [],
  hiddenFields: [],
})

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
/** The tenant of the roles that lack one call each: with all of their grants it is no tenant whose rows are looked at before and after each call. */
let narrowed: BuiltTenant
let admin: Client
let stranger: Client
let narrow: Client
beforeAll(async () => {
  server = await sharedServer()
  const roles = refusing.map((route) => allBut(route.path))
  narrowed = await buildTenant(server, { roles, users: [buildUser({ username: 'narrow', roles: roles.map((role) => role.roleCode) })] })
  tenant = await buildTenant(server)
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  stranger = await other.signIn('admin')
  narrow = await narrowed.signIn('narrow')
})
afterAll(() => server.stop())

async function readRow(client: Client, of: Resource, id: string): Promise<Listed['list'][number] | undefined> {
  if (!of.parent) return (await client.get<Listed>(pathsOf(of).query, { id })).data.list[0]
  const { data } = await client.get<Listed>(pathsOf(of).query, { pageSize: 10_000, createTimeStart: '2000-01-01 00:00:00' })
  return data.list.find((row) => row.id === id)
}

/** Runs the call and expects that it changed nothing at all in the tenant. */
async function unchanged<Result>(work: () => Promise<Result>, { id } = tenant): Promise<Result> {
  const before = await fingerprint(server, id)
  const result = await work()
  expect(await fingerprint(server, id), 'a refused call has stored something').toBe(before)
  return result
}

/** Values of a row like another, but fresh in every unique field that `changes` does not name. */
function like(of: Resource, { values }: AddedRow, changes: Record<string, unknown>): Record<string, unknown> {
  return { ...values, ...Object.fromEntries((of.unique ?? []).map((name) => [name, valueOf(of.fields[name] as Field)])), ...changes }
}

/** The fields of a noun that a test of writing walks, with their declaration. */
function fieldsFor(of: Resource, when: 'add' | 'update'): [string, Field][] {
  return writableFields(of, when).map((name) => [name, of.fields[name] as Field])
}

/** What happened stays: these are closed. */
const NEVER_DELETED: ReadonlySet<string> = new Set(['faults', 'work-orders'])

describe.each(asked)('%s', (_name, of) => {
  const paths = pathsOf(of)
  const routes = everyRoute.filter((route) => route.path.startsWith(`${of.api.base}/`))
  let row: AddedRow
  let foreign: AddedRow
  beforeAll(async () => {
    ;[row, foreign] = await Promise.all([addRow(admin, of), addRow(stranger, of)])
  })

  const isDeleted = !NEVER_DELETED.has(of.name)
  it('has the four standard calls', () => {
    const calls = routes.map((route) => `/api${route.path}`)
    expect(calls).toEqual(expect.arrayContaining([paths.query, paths.add, paths.update]))
    expect(calls.includes(paths.delete)).toBe(isDeleted)
  })

  it('writes and reads times as year-month-day hour:minute:second', async () => {
    expect((await readRow(admin, of, row.id))?.['createTime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    // A moment that says its zone is taken besides: other clients send nothing else.
    for (const time of ['2000-01-01 00:00:00', '2000-01-01T00:00:00.000Z']) {
      expect(await admin.get(paths.query, { createTimeStart: time }), time).toMatchObject({ http: 200 })
    }
    for (const time of [
      '01/02/2000',
      '2000-01-01T00:00:00',
      '2000-02-30T00:00:00Z',
      '2000-01-01T00:00:00+15:00',
      '2000-13-01 00:00:00',
      '2000-01-01 24:00:00',
    ]) {
      expect(await admin.get(paths.query, { createTimeStart: time }), time).toMatchObject({
        http: 422,
        errors: [{ field: 'createTimeStart' }],
      })
    }
  })

  it('answers nobody who is not signed in', async () => {
    const answers = await unchanged(() =>
      Promise.all(
        routes.flatMap(({ method, path }) =>
          [{}, { authorization: 'Bearer x' }, { cookie: `token=${admin.token}` }].map((headers) =>
            call(server.url, method, `/api${path}`, { ...(method === 'GET' ? {} : { body: { ...row.values, id: row.id } }), headers }),
          ),
        ),
      ),
    )
    for (const answer of answers) expect(answer).toMatchObject({ http: 401, code: 50008, status: 401, data: null })
  })

  it('refuses each call to a role that may do everything else', async () => {
    const administrator = await narrowed.signIn('admin')
    const { id } = await addRow(administrator, of)
    const values = await newValues(administrator, of)
    await unchanged(async () => {
      for (const { method, path, access } of routes) {
        if (access !== 'granted') continue
        const headers = { authorization: `Bearer ${narrow.token}`, rolecode: allBut(path).roleCode }
        const body = path.includes('/add') ? values : { id }
        const answer = await call(server.url, method, `/api${path}`, { ...(method === 'GET' ? {} : { body }), headers })
        expect(answer, path).toMatchObject({ http: 403, code: 403, data: null })
      }
    }, narrowed)
    expect(routes.filter((route) => route.access === 'granted').length).toBeGreaterThanOrEqual(3)
  })

  it('answers alike for the id of another tenant and for one that nobody has', async () => {
    const before = await fingerprint(server, other.id)
    const change = Object.fromEntries(
      fieldsFor(of, 'update')
        .filter(([name, field]) => !field.link && !JUDGED_TOGETHER.has(`${of.name}.${name}`))
        .map(([name, field]) => [name, valueOf(field)]),
    )
    const asked = (id: string) => [
      admin.get(paths.query, { id }),
      admin.put(paths.update, { id }),
      admin.put(paths.update, { id, ...change }),
      admin.put(paths.update, { id, version: 1 }),
      admin.put(paths.update, { id, version: 99 }),
      admin.post(`${paths.delete}?id=${id}`),
      admin.post(paths.delete, { id: [row.id, id] }),
    ]
    const [theirs, nobodys] = await unchanged(
      async () => [await Promise.all(asked(foreign.id)), await Promise.all(asked(absentId()))] as const,
    )
    expect(theirs.map(answerText)).toEqual(nobodys.map(answerText))
    expect(theirs.map((answer) => answer.http)).toEqual([200, 404, 404, 404, 404, 404, 404])
    expect((theirs[0] as Answer<Listed>).data).toMatchObject({ list: [], total: 0 })
    expect(await fingerprint(server, other.id)).toBe(before)
  })

  it('lists nothing of another tenant', async () => {
    for (const { method, path } of routes.filter((route) => route.method === 'GET')) {
      const mine = answerText(
        await call(server.url, method, `/api${path}`, { query: { pageSize: 10_000 }, headers: { authorization: `Bearer ${admin.token}` } }),
      )
      expect(mine).not.toContain(other.canary)
      expect(mine).not.toContain(foreign.id)
    }
    // The questions are right: the same call shows the row to its own tenant.
    expect(answerText(await stranger.get(paths.query, { pageSize: 10_000 }))).toContain(foreign.id)
  })

  for (const [name, field] of fieldsFor(of, 'add').filter(([, { kind }]) => kind === 'reference' || kind === 'references')) {
    it(`refuses in ${name} a row of another tenant like one that is not there, and filters by it alike`, async () => {
      const target = nounNamed(field.link?.to ?? '') as Resource
      const theirs = (await addRow(stranger, target)).id
      const values = await newValues(admin, of)
      const asked = async (id: string) => {
        const value = field.kind === 'references' ? [id] : id
        return [
          answerText(await admin.post(paths.add, { ...values, [name]: value })),
          answerText(await admin.put(paths.update, { id: row.id, [name]: value })),
          answerText(await admin.get(paths.query, { [name]: id })),
        ]
      }
      const [first, second] = await unchanged(async () => [await asked(theirs), await asked(absentId())] as const)
      expect(first, name).toEqual(second)
      expect(JSON.parse(first[0] as string), name).toMatchObject({ http: 422, errors: [{ field: name }] })
      expect(JSON.parse(first[1] as string), name).toMatchObject({ http: 422, errors: [{ field: name }] })
    })
  }

  it('holds the limits of each field, and names the field it refuses', async () => {
    for (const [name, field] of fieldsFor(of, 'update')) {
      if (field.kind !== 'text' && field.kind !== 'integer') continue
      const { min = 0, max } = limitsOf(field)
      const make = (size: number) => (field.kind === 'integer' ? size : textOf(field, size))
      // The shortest text only where the form of the field allows it: no address has one letter.
      const least = make(Math.max(min, field.required && field.kind === 'text' ? 1 : 0))
      const taken = JUDGED_TOGETHER.has(`${of.name}.${name}`)
        ? []
        : [...(field.check.safeParse(least).success ? [least] : []), max === undefined ? valueOf(field) : make(max)]
      for (const value of taken) {
        const answer = await admin.put(paths.update, { id: row.id, [name]: value })
        expect(answer, `${name} = ${String(value)}`).toMatchObject({ http: 200 })
        // What is secret is in no answer.
        expect((await readRow(admin, of, row.id))?.[name], name).toBe(field.access === 'secret' ? undefined : value === '' ? null : value)
      }
      const refused: unknown[] = [{ a: 1 }, [1, 2], true, 'a\u0000b', '\u0007']
      if (max !== undefined) refused.push(make(max + 1))
      if (min > 1 || (field.kind === 'integer' && min >= 0)) refused.push(make(min - 1))
      if (field.required) refused.push('', '   ', null)
      if (field.kind === 'integer') refused.push('x', 1.5, '1e3', 2 ** 31, '99999999999999999999')
      await unchanged(async () => {
        for (const value of refused) {
          const answer = await admin.put(paths.update, { id: row.id, [name]: value })
          expect(answer, `${name} = ${JSON.stringify(value)}`).toMatchObject({ http: 422, code: 422 })
          expect(new Set(answer.errors?.map(({ field }) => field)), `${name} = ${JSON.stringify(value)}`).toEqual(new Set([name]))
          expect(answer.errors?.[0]?.message).toBeTruthy()
        }
      })
    }
  })

  it('takes decimals as numbers and as their text, finite and within their limits', async () => {
    // The lower ends of its ranges have room below the upper ones.
    const ranges = { waterBinderLow: 0.5, waterBinderHigh: 1.5, flowLow: 1, flowHigh: 100, pressureLow: 0.5, pressureHigh: 2 }
    if (of.name === 'tension-limits') expect(await admin.put(paths.update, { id: row.id, ...ranges })).toMatchObject({ http: 200 })
    for (const [name, field] of fieldsFor(of, 'update').filter(([, { kind }]) => kind === 'decimal')) {
      const { min, max } = limitsOf(field)
      const start = (await readRow(admin, of, row.id))?.[name] as number
      for (const [given, stored] of [
        [start + 0.25, start + 0.25],
        [String(start + 0.125), start + 0.125],
        [` ${start * 10}e-1 `, start],
      ] as const) {
        expect(await admin.put(paths.update, { id: row.id, [name]: given }), `${name} = ${given}`).toMatchObject({ http: 200 })
        expect((await readRow(admin, of, row.id))?.[name], name).toBe(stored)
      }
      const beyond = [...(min === undefined ? [] : [min - 0.001]), ...(max === undefined ? [] : [max + 0.001])]
      await unchanged(async () => {
        for (const value of [
          'x',
          '1,5',
          '0x10',
          'NaN',
          'Infinity',
          '1e999',
          '1e',
          '.',
          '--1',
          '1'.repeat(400),
          true,
          [1],
          { a: 1 },
          ...beyond,
        ]) {
          expect(await admin.put(paths.update, { id: row.id, [name]: value }), `${name} = ${JSON.stringify(value)}`).toMatchObject({
            http: 422,
            errors: [{ field: name }],
          })
        }
      })
      if (field.rights.filter === 'range') {
        const total = async (query: Record<string, number>) => (await admin.get<Listed>(paths.query, { id: row.id, ...query })).data.total
        expect([
          await total({ [`${name}Start`]: start, [`${name}End`]: start }),
          await total({ [`${name}Start`]: start + 0.001 }),
          await total({ [`${name}End`]: start - 0.001 }),
        ]).toEqual([1, 0, 0])
      }
    }
  })

  it('needs each required field, and holds the limits, when a row is added', async () => {
    const values = await newValues(admin, of)
    await unchanged(async () => {
      for (const [name, field] of fieldsFor(of, 'add')) {
        const { [name]: _left, ...rest } = values
        if (field.required) expect(await admin.post(paths.add, rest), name).toMatchObject({ http: 422, errors: [{ field: name }] })
        const { max } = limitsOf(field)
        if (max === undefined || field.link || field.kind === 'decimal') continue
        const long = field.kind === 'integer' ? max + 1 : textOf(field, max + 1)
        expect(await admin.post(paths.add, { ...values, [name]: long }), name).toMatchObject({ http: 422, errors: [{ field: name }] })
      }
    })
  })

  it('takes no key that a client may not write', async () => {
    const values = await newValues(admin, of)
    const closed = (when: 'add' | 'update') => Object.keys(of.fields).filter((name) => !writableFields(of, when).includes(name))
    const extra = Object.keys(of.fields).map((name) => `${name}Cn`)
    await unchanged(async () => {
      for (const key of [...forbiddenKeys, ...extra, ...closed('add'), 'id', 'version']) {
        const answer = await sendJson(admin, server.url, 'POST', paths.add, withKey(values, key, absentId()))
        expect([400, 422], `add with ${key}: ${answer.text}`).toContain(answer.http)
      }
      for (const key of [...forbiddenKeys, ...extra, ...closed('update')]) {
        const answer = await sendJson(admin, server.url, 'PUT', paths.update, withKey({ id: row.id }, key, '2001-01-01 00:00:00'))
        expect([400, 422], `update with ${key}: ${answer.text}`).toContain(answer.http)
      }
    })
  })

  it('refuses a change of a row that somebody else has changed', async () => {
    // What names a row may be made of other rows, and is not written then.
    const isAlone = (field: string) => of.fields[field]?.kind === 'text' && !JUDGED_TOGETHER.has(`${of.name}.${field}`)
    const name = [of.title, ...writableFields(of, 'update').filter(isAlone)].find((field) =>
      writableFields(of, 'update').includes(field),
    ) as string
    const title = of.fields[name] as Field
    const version = (await readRow(admin, of, row.id))?.version as number
    expect(await admin.put(paths.update, { id: row.id, version, [name]: valueOf(title) })).toMatchObject({
      http: 200,
      data: { id: row.id, version: version + 1 },
    })
    await unchanged(async () => {
      for (const stale of [version, version + 2, 2 ** 31 - 1]) {
        expect(await admin.put(paths.update, { id: row.id, version: stale, [name]: valueOf(title) })).toMatchObject({
          http: 409,
          code: 409,
        })
      }
    })
    const racing = await Promise.all(
      Array.from({ length: 8 }, () => admin.put(paths.update, { id: row.id, version: version + 1, [name]: valueOf(title) })),
    )
    expect(racing.map((answer) => answer.http).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })

  // What the server numbers itself nobody can give twice.
  for (const name of (of.unique ?? []).filter((each) => writableFields(of, 'add').includes(each))) {
    it(`keeps ${name} unique within the tenant, in any case of letters, and there alone`, async () => {
      const second = await addRow(admin, of)
      const value = String(second.values[name])
      await unchanged(async () => {
        for (const same of new Set([value, value.toUpperCase(), ` ${value} `])) {
          const answer = await admin.post(paths.add, like(of, second, { [name]: same }))
          expect(answer, `${name} = ${same}`).toMatchObject({ http: 409, code: 409, errors: [{ field: name }] })
          // What is said once cannot be changed to anything.
          const http = writableFields(of, 'update').includes(name) ? 409 : 422
          expect(await admin.put(paths.update, { id: row.id, [name]: same }), name).toMatchObject({ http, errors: [{ field: name }] })
        }
      })
      expect(
        await stranger.post(paths.add, await newValues(stranger, of, { [name]: value })),
        'another tenant may have the same',
      ).toMatchObject({ http: 200 })
    })
  }

  if (isDeleted)
    it('deletes all or nothing', async () => {
      const [first, second] = [await addRow(admin, of), await addRow(admin, of)]
      await unchanged(async () => {
        for (const missing of [absentId(), foreign.id]) {
          expect(await admin.post(paths.delete, { id: [first.id, missing, second.id] })).toMatchObject({ http: 404, data: null })
          expect(await admin.post(`${paths.delete}?id=${first.id},${missing}`)).toMatchObject({ http: 404 })
        }
        expect(await admin.post(paths.delete, { id: [] })).toMatchObject({ http: 422 })
        expect(await admin.post(paths.delete, { id: [first.id, 'x'] })).toMatchObject({ http: 422, errors: [{ field: 'id' }] })
      })
      expect(await admin.post(`${paths.delete}?id=${first.id},${second.id}`)).toMatchObject({ http: 200, data: { deleted: 2 } })
      expect(await readRow(admin, of, first.id)).toBeUndefined()
      expect(await admin.post(paths.delete, { id: [first.id] })).toMatchObject({ http: 404 })
    })
})

describe.each(otherNouns)('%s, which no tenant writes', (_name, of) => {
  const paths = pathsOf(of)
  const routes = everyRoute.filter((route) => route.path.startsWith(`${of.api.base}/`) && route.path.endsWith(of.api.noun))

  it('can be read, and by nobody who is not signed in', async () => {
    expect(routes.map((route) => `/api${route.path}`)).toContain(paths.query)
    for (const { method, path } of routes) {
      const answer = await call(server.url, method, `/api${path}`, { ...(method === 'GET' ? {} : { body: {} }), headers: {} })
      expect(answer, path).toMatchObject({ http: 401, code: 50008, data: null })
    }
  })

  it("is refused to a role that may do everything else, and to every tenant what is the platform's", async () => {
    const administrator = await narrowed.signIn('admin')
    await unchanged(async () => {
      for (const { method, path, access } of routes) {
        const headers = {
          authorization: `Bearer ${access === 'platform' ? administrator.token : narrow.token}`,
          ...(access === 'granted' ? { rolecode: allBut(path).roleCode } : {}),
        }
        if (access === 'signed-in') continue
        expect(await call(server.url, method, `/api${path}`, { ...(method === 'GET' ? {} : { body: {} }), headers }), path).toMatchObject({
          http: 403,
          code: 403,
          data: null,
        })
      }
    }, narrowed)
  })

  it('shows nothing of another tenant', async () => {
    if (of.scope === 'platform') return
    const mine = answerText(
      await call(server.url, 'GET', paths.query, { query: { pageSize: 10_000 }, headers: { authorization: `Bearer ${admin.token}` } }),
    )
    expect(mine).toContain('"total"')
    expect(mine).not.toContain(other.canary)
  })
})

/** Of every list, not of a sample: a filter that nobody tried is found by whoever uses it. */
const numbers = Object.values<Resource>(resources).flatMap((of) =>
  everyRoute.some(({ path }) => `/api${path}` === pathsOf(of).query)
    ? Object.entries(of.fields).flatMap(([name, field]) =>
        field.rights.filter === 'range' && isNumber(field) ? [[`${of.name}.${name}`, of, name] as const] : [],
      )
    : [],
)
describe('a filter by a number', () => {
  it.each(numbers)('%s takes numbers beyond what the field may hold, and no time', async (_name, of, name) => {
    const { query } = pathsOf(of)
    for (const end of ['Start', 'End'])
      for (const number of ['-1', '0', '12.5', '1e9'])
        expect(await admin.get(query, { [`${name}${end}`]: number }), `${end} ${number}`).toMatchObject({ http: 200 })
    expect(await admin.get(query, { [`${name}End`]: '9999-12-31 23:59:59' })).toMatchObject({
      http: 422,
      errors: [{ field: `${name}End` }],
    })
  })
})

describe('the limits the specification names', () => {
  it.each([
    ['roleCode', resources.roles, 32],
    ['roleName', resources.roles, 64],
    ['roleDescription', resources.roles, 256],
    ['orgName', resources.organisations, 64],
  ] as const)('%s', (name, of, max) => expect(limitsOf((of as Resource).fields[name] as Field).max).toBe(max))
  it.each([
    ['username', resources.users, 3, 64],
    ['regionName', resources.regions, 2, 40],
    ['regionCode', resources.regions, 6, 20],
  ] as const)('%s', (name, of, min, max) => expect(limitsOf((of as Resource).fields[name] as Field)).toEqual({ min, max }))
})

/** That each of them is refused when it is missing, the tests above ask of every required field. */
describe('the fields the specification requires', () => {
  it.each<[Resource, ...string[]]>([
    [resources.users, 'username', 'password', 'email', 'prefix', 'mobile', 'roleId', 'orgId', 'status', 'nickname'],
    [resources.regions, 'regionName', 'regionCode', 'regionType', 'parentId'],
    [resources.roles, 'roleCode', 'roleName'],
    [resources.urls, 'url'],
    [resources.posts, 'postCode', 'postName'],
    [resources.menus, 'menuCode', 'menuName', 'menuPath', 'parentId'],
    [resources.organisations, 'orgName', 'orgType', 'parentId'],
    [resources.dictionaries, 'dictType', 'dictName', 'dictValue', 'parentId'],
    [resources.parameters, 'paramName', 'paramKey'],
    [resources.appClients, 'clientCode', 'authType', 'authScope', 'tokenSeconds', 'refreshSeconds', 'fallbackUrl', 'clientDescription'],
    [resources.tenants, 'tenantCode', 'tenantName'],
  ])('$name', (of, ...wanted) => {
    expect(
      Object.entries(of.fields)
        .filter(([, { required }]) => required)
        .map(([name]) => name),
    ).toEqual(expect.arrayContaining(wanted))
  })
})
