/** Entries: what is kept, what is refused, who sees it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormField } from '../../../../model/form/definition.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { BuiltForm } from '../../../../tests/support/forms.ts'
import {
  ENTRY,
  FORM,
  aField,
  aForm,
  buildForm,
  dataOf,
  faultsIn,
  listOf,
  publish,
  save,
  sent,
  submit,
} from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const FILLS = [
  'queryFormsToFill',
  'queryFormToFill',
  'queryEntryToFill',
  'saveFormEntry',
  'submitFormEntry',
  'withdrawFormEntry',
  'queryEntryList',
].map((call) => `/generator/formentry/${call}`)

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let filler: Client
let second: Client
let reader: Client
beforeAll(async () => {
  server = await sharedServer()
  const role = { roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [
      { ...role, roleCode: 'FILLER', roleName: 'filler', urls: FILLS },
      { ...role, roleCode: 'READER', roleName: 'reader', urls: [...FILLS, '/generator/formentry/queryFormEntry'] },
    ],
    users: [
      buildUser({ username: 'filler', roles: ['FILLER'] }),
      buildUser({ username: 'second', roles: ['FILLER'] }),
      buildUser({ username: 'reader', roles: ['READER'] }),
    ],
  })
  other = await buildTenant(server)
  ;[admin, filler, second, reader] = [
    await tenant.signIn('admin'),
    await tenant.signIn('filler'),
    await tenant.signIn('second'),
    await tenant.signIn('reader'),
  ]
})
afterAll(() => server.stop())

const entryOf = (client: Client, id: string) =>
  client.get<{
    data: Record<string, unknown>
    definition: { fields: { id: string }[] }
    writable: string[]
    names: Record<string, string>
  }>(`${ENTRY}/queryEntryToFill`, { id })

describe('an entry', () => {
  it('is sent as the form asks, gets the next number, and is read again', async () => {
    const form = await buildForm(admin, aForm(aField('a1', 'text', { required: true }), aField('n1', 'number'), aField('s1', 'serial')))
    const empty = await submit(filler, form, { n1: 'x' })
    expect(empty.http).toBe(422)
    expect(faultsIn(empty)).toEqual([
      ['a1', 'required'],
      ['n1', 'number'],
    ])
    expect((await sent(filler, form, { a1: 'first' })).entryNumber).toBe(1)
    const { id } = await sent(second, form, { a1: ' second ', n1: 2 })
    expect(dataOf(await entryOf(second, id))).toMatchObject({ data: { a1: 'second', n1: 2, s1: '2' } })
  })

  it('is begun as a draft, of which nothing is required, read as the newest version asks it, and sent later as its own version says', async () => {
    const given = [aField('i1', 'text', { initial: { value: 'begins' } }), aField('s1', 'serial')]
    const form = await buildForm(admin, aForm(aField('a1', 'text', { required: true }), aField('n1', 'number'), ...given))
    const draft = dataOf<{ id: string; revision: number }>(await save(filler, form, { n1: 1 }))
    const begun = dataOf<{ id: string }>(await save(filler, form, { a1: 'y', n1: 1, i1: '' }))
    const { id: done } = await sent(filler, form, { a1: 'z' })
    const { revision } = dataOf<{ revision: number }>(await admin.get(`${FORM}/queryFormDesign`, { id: form.id }))
    dataOf(await admin.post(`${FORM}/saveFormDraft`, { id: form.id, definition: aForm(aField('a1', 'text'), ...given), revision }))
    await publish(admin, form.id)
    expect(await submit(filler, form, { a1: 'x' })).toMatchObject({ http: 409 })
    expect(faultsIn(await submit(filler, form, { n1: 1 }, { id: draft.id }))).toEqual([['a1', 'required']])
    const newest = { ...form, version: 2 }
    expect(await submit(filler, newest, { a1: 'x' }, { id: draft.id, revision: draft.revision })).toMatchObject({
      http: 200,
      data: { entryState: 'submitted', entryNumber: 1 },
    })
    // It is read as the newest version asks it, without what that has no field for; what was emptied stays empty, and its number stays.
    const carried = dataOf<{ data: object }>(await entryOf(filler, begun.id))
    expect(carried).toMatchObject({ formVersion: 2, definition: { fields: [{ id: 'a1' }, { id: 'i1' }, { id: 's1' }] } })
    expect(carried.data).toEqual({ a1: 'y', s1: '2' })
    // What was sent is read as it was.
    expect(dataOf(await entryOf(filler, done))).toMatchObject({
      formVersion: 1,
      definition: { fields: [{ id: 'a1' }, { id: 'n1' }, { id: 'i1' }, { id: 's1' }] },
    })
    // An entry that was sent is no draft any more: what is required stays so.
    const strict = await buildForm(admin, aForm(aField('a1', 'text', { required: true })))
    const { id } = await sent(filler, strict, { a1: 'x' })
    expect(faultsIn(await save(filler, strict, {}, { id }))).toEqual([['a1', 'required']])
  })

  it('of two who change it at once is the first', async () => {
    const form = await buildForm(admin, aForm(aField('a1', 'text')))
    const { id, revision } = await sent(filler, form, { a1: 'x' })
    dataOf(await submit(filler, form, { a1: 'y' }, { id, revision }))
    expect(await submit(filler, form, { a1: 'z' }, { id, revision })).toMatchObject({ http: 409 })
  })

  it('is one’s own: others’ are seen with the right to list them, and changed with the right to change them', async () => {
    const form = await buildForm(admin, aForm(aField('a1', 'text', { listed: true })))
    const { id } = await sent(filler, form, { a1: 'mine' })
    const { id: draft } = dataOf<{ id: string }>(await save(filler, form, { a1: 'begun' }))
    await sent(second, form, { a1: 'hers' })
    const seen = async (client: Client) =>
      dataOf<{ list: { values: unknown }[] }>(await listOf(client, form)).list.map(({ values }) => values)
    expect(await seen(filler)).toEqual([{ a1: 'begun' }, { a1: 'mine' }])
    expect(await seen(second)).toEqual([{ a1: 'hers' }])
    expect(await seen(reader)).toEqual([{ a1: 'hers' }, { a1: 'mine' }])
    expect((await entryOf(second, id)).http).toBe(404)
    expect((await entryOf(admin, draft)).http).toBe(404)
    expect((await submit(second, form, { a1: 'x' }, { id })).http).toBe(404)
    expect((await submit(reader, form, { a1: 'x' }, { id })).http).toBe(403)
    expect((await reader.post(`${ENTRY}/withdrawFormEntry`, { id })).http).toBe(403)
    dataOf(await submit(admin, form, { a1: 'x' }, { id }))
    expect((await (await other.signIn('admin')).get(`${ENTRY}/queryEntryToFill`, { id })).http).toBe(404)
  })

  it('is taken back: it stays to be read, is not changed any more, and leaves its values to others', async () => {
    const form = await buildForm(admin, aForm(aField('a1', 'text', { unique: true })))
    const { id } = await sent(filler, form, { a1: 'x' })
    expect(faultsIn(await submit(second, form, { a1: 'x' }))).toEqual([['a1', 'taken']])
    expect(dataOf(await filler.post(`${ENTRY}/withdrawFormEntry`, { id }))).toMatchObject({ entryState: 'withdrawn' })
    expect((await submit(filler, form, { a1: 'y' }, { id })).http).toBe(409)
    expect((await filler.post(`${ENTRY}/withdrawFormEntry`, { id })).http).toBe(409)
    await sent(second, form, { a1: 'x' })
    expect(dataOf(await entryOf(filler, id))).toMatchObject({ data: { a1: 'x' }, entryState: 'withdrawn' })
  })

  it('has a value that no other entry may have, also of two that are sent at once', async () => {
    const form = await buildForm(admin, aForm(aField('a1', 'text', { unique: true }), aField('a2', 'text')))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => submit(at % 2 ? filler : second, form, { a1: 'same', a2: `${at}` })),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ http }) => http !== 200)) expect(faultsIn(answer)).toEqual([['a1', 'taken']])
    const { list } = dataOf<{ list: { id: string }[] }>(await listOf(reader, form))
    expect(list).toHaveLength(1)
    // Its own value is no other's.
    const [entry] = list
    dataOf(await submit(admin, form, { a1: 'same', a2: 'changed' }, { id: entry?.id }))
  })

  it('gives numbers that no two have, also of many that are sent at once', async () => {
    const form = await buildForm(admin, aForm(aField('a1', 'text')))
    const numbers = await Promise.all(Array.from({ length: 10 }, async (_, at) => (await sent(filler, form, { a1: `${at}` })).entryNumber))
    expect(new Set(numbers).size).toBe(10)
  })

  it('is not more than the tenant may have', async () => {
    const small = await buildTenant(server)
    await server.database.asOwner((client) => client.query('update tenants set entry_quota = 1 where id = $1', [small.id]))
    const client = await small.signIn('admin')
    const form = await buildForm(client, aForm(aField('a1', 'text')))
    await sent(client, form, { a1: 'x' })
    expect(await submit(client, form, { a1: 'y' })).toMatchObject({ http: 409, message: expect.stringMatching(/1/) as string })
  })
})

describe('what only some roles see', () => {
  const secret = (more: Partial<FormField> = {}) => aField('secret', 'text', { seenBy: ['ROLE_ADMIN'], listed: true, ...more })
  let form: BuiltForm
  beforeAll(async () => {
    form = await buildForm(
      admin,
      aForm(aField('a1', 'text', { listed: true }), secret(), aField('locked', 'text', { listed: true, writtenBy: ['ROLE_ADMIN'] })),
    )
  })

  it('is in no answer for others: neither form, nor entry, nor list, nor file', async () => {
    const { id } = await sent(filler, form, { a1: 'x' })
    dataOf(await submit(admin, form, { a1: 'x', secret: 'canary-value', locked: 'l' }, { id }))
    const answers = [
      await filler.get(`${ENTRY}/queryFormToFill`, { formId: form.id }),
      await entryOf(filler, id),
      await listOf(filler, form),
      await listOf(reader, form),
    ]
    for (const answer of answers) {
      expect(answer.http).toBe(200)
      expect(JSON.stringify(answer.data)).not.toMatch(/canary-value|"secret"/)
    }
    expect(JSON.stringify((await listOf(admin, form)).data)).toContain('canary-value')
    for (const query of [{ filters: { secret: { contains: 'canary' } } }, { sorter: 'secret ascend' }])
      expect((await listOf(filler, form, query)).http, JSON.stringify(query)).toBe(422)
    // Hidden since, it is hidden of what was sent before.
    expect(dataOf(await entryOf(filler, id))).toMatchObject({ writable: ['a1'] })
  })

  it('is in no log, which cannot tell who sees it', async () => {
    const value = 'canary-in-log'
    const { id } = await sent(admin, form, { a1: 'x', secret: value })
    dataOf(await listOf(admin, form, { filters: { secret: { contains: value } } }))
    const kept = () =>
      server.database.asOwner(async (client) => {
        await client.query('begin')
        try {
          await client.query('set local role outstation_platform')
          const { rows } = await client.query<{ line: string }>(
            `select url || ' ' || parameters::text as line from logs where tenant_id = $1 and url like '%FormEntry' order by created_at`,
            [tenant.id],
          )
          return rows.map(({ line }) => line)
        } finally {
          await client.query('rollback')
        }
      })
    await expect.poll(async () => (await kept()).filter((line) => line.includes(form.id)).length, { timeout: 10_000 }).toBeGreaterThan(0)
    dataOf(await submit(admin, form, { a1: 'x', secret: value }, { id }))
    await expect.poll(async () => (await kept()).filter((line) => line.includes(id)).length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect((await kept()).filter((line) => line.includes(value))).toEqual([])
    const history = await admin.get('/api/admin/syslog/queryHistory', { noun: 'form-entries', id })
    expect(JSON.stringify(history)).not.toContain(value)
  })

  it('stays as it is where others change the rest, and answers like a field that there is not where they try to write it', async () => {
    const { id } = await sent(filler, form, { a1: 'x' })
    dataOf(await submit(admin, form, { a1: 'x', secret: 'kept', locked: 'l' }, { id }))
    dataOf(await submit(filler, form, { a1: 'changed', locked: 'l' }, { id }))
    expect(dataOf(await entryOf(admin, id))).toMatchObject({ data: { a1: 'changed', secret: 'kept', locked: 'l' } })
    expect(faultsIn(await submit(filler, form, { a1: 'x', secret: 'mine' }, { id }))).toContainEqual(['secret', 'unknown'])
    expect(faultsIn(await submit(filler, form, { a1: 'x', nothing: 'mine' }, { id }))).toContainEqual(['nothing', 'unknown'])
    expect(faultsIn(await submit(filler, form, { a1: 'x', locked: 'mine' }, { id }))).toEqual([['locked', 'read-only']])
    expect(dataOf(await entryOf(admin, id))).toMatchObject({ data: { secret: 'kept', locked: 'l' } })
  })
})

describe('rows that an entry names', () => {
  it('have to be there for whoever names them: of another tenant they are not', async () => {
    const form = await buildForm(admin, aForm(aField('u1', 'user', { listed: true }), aField('o1', 'organisation')))
    const { id } = await sent(filler, form, { u1: tenant.users['second'], o1: tenant.organisations['root'] })
    expect(faultsIn(await submit(filler, form, { u1: other.users['admin'] }))).toEqual([['u1', 'row']])
    expect(faultsIn(await submit(filler, form, { u1: '00000000-0000-7000-8000-000000000000' }))).toEqual([['u1', 'row']])
    expect(dataOf<{ names: object }>(await entryOf(filler, id)).names).toMatchObject({ [tenant.users['second'] as string]: 'second' })
    expect(dataOf<{ names: object }>(await listOf(filler, form)).names).toEqual({ [tenant.users['second'] as string]: 'second' })
  })

  it('of readings are points with a value that is stored: a client is not believed', async () => {
    const device = await buildDevice(server, tenant)
    const point = await server.database.asOwner(async (client) => {
      await client.query('begin')
      await client.query('set local role outstation_platform')
      const { rows } = await client.query<{ id: string }>('select id from points where series = $1', [device.series['temperature']])
      await client.query(
        `insert into point_states (tenant_id, series, time, value, quality, reason) values ($1, $2, '2026-11-25T04:00:00.123456Z', 21.5, 192, 0)`,
        [tenant.id, device.series['temperature']],
      )
      await client.query('commit')
      return rows[0]?.id as string
    })
    const form = await buildForm(admin, aForm(aField('r1', 'reading', { listed: true })))
    const reading = { point, value: 21.5, quality: 192, at: '2026-11-25T04:00:00.123Z' }
    const { id } = await sent(filler, form, { r1: reading })
    for (const wrong of [{ value: 22 }, { quality: 64 }, { at: '2026-11-25T04:00:00.125Z' }])
      expect(faultsIn(await submit(filler, form, { r1: { ...reading, ...wrong } })), JSON.stringify(wrong)).toEqual([['r1', 'reading']])
    // What was kept stays right, whatever the point says later.
    await server.database.asOwner((client) => client.query('delete from point_states where tenant_id = $1', [tenant.id]))
    dataOf(await submit(filler, form, { r1: reading }, { id }))
  })

  it('are members of their dictionary', async () => {
    const form = await buildForm(admin, aForm(aField('d1', 'dictionary', { dictionary: 'pumps' })))
    const add = async (values: object) =>
      dataOf<{ id: string }>(await admin.post('/api/admin/sysdict/addSysDict', { dictType: 'pumps', dictSequence: 1, ...values })).id
    const type = await add({ dictName: 'Pumps', dictValue: 'pumps', parentId: '0' })
    await add({ dictName: 'Well pump', dictValue: 'well', parentId: type })
    await sent(filler, form, { d1: 'well' })
    expect(faultsIn(await submit(filler, form, { d1: 'no such' }))).toEqual([['d1', 'choice']])
  })
})

describe('the list', () => {
  let form: BuiltForm
  beforeAll(async () => {
    form = await buildForm(
      admin,
      aForm(
        aField('t1', 'text', { listed: true }),
        aField('n1', 'number', { listed: true }),
        aField('c1', 'select', { listed: true, choices: ['a', 'b'].map((value) => ({ value, labels: { zh: value } })) }),
        aField('m1', 'multi-select', { listed: true, choices: ['x', 'y', 'z'].map((value) => ({ value, labels: { zh: value } })) }),
        aField('d1', 'date', { listed: true }),
        aField('b1', 'switch', { listed: true }),
        aField('x1', 'text'),
      ),
    )
    const rows = [
      { t1: 'Pump one', n1: 9, c1: 'a', m1: ['x'], d1: '2026-01-01', b1: true, x1: 'not listed' },
      { t1: 'pump two', n1: 10, c1: 'b', m1: ['x', 'y'], d1: '2026-02-01', b1: false },
      { t1: '100%', n1: 100, c1: 'a', m1: ['z'], d1: '2026-03-01' },
    ]
    for (const row of rows) await sent(admin, form, row)
  })
  const numbers = async (query: object) =>
    dataOf<{ list: { entryNumber: number }[] }>(await listOf(admin, form, query)).list.map((row) => row.entryNumber)

  it.each<[string, object, number[]]>([
    ['nothing: the newest first', {}, [3, 2, 1]],
    ['a part of a text', { filters: { t1: { contains: 'PUMP' } } }, [2, 1]],
    ['a part that is no pattern', { filters: { t1: { contains: '%' } } }, [3]],
    ['a choice', { filters: { c1: { among: ['a'] } } }, [3, 1]],
    ['one of several choices', { filters: { m1: { among: ['y', 'z'] } } }, [3, 2]],
    ['a switch', { filters: { b1: { among: [false] } } }, [2]],
    ['a number from', { filters: { n1: { from: '10' } } }, [3, 2]],
    ['a number from and to', { filters: { n1: { from: '9.5', to: '99' } } }, [2]],
    ['days', { filters: { d1: { from: '2026-02-01' } } }, [3, 2]],
    ['two filters', { filters: { c1: { among: ['a'] }, n1: { to: '50' } } }, [1]],
    ['a state', { entryState: 'withdrawn' }, []],
  ])('is filtered by %s', async (_words, query, wanted) => {
    expect(await numbers(query)).toEqual(wanted)
  })

  it('is sorted by numbers as numbers', async () => {
    expect(await numbers({ sorter: 'n1 ascend' })).toEqual([1, 2, 3])
    expect(await numbers({ sorter: 'n1 descend', pageSize: 1, currentPage: 2 })).toEqual([2])
    expect(await numbers({ sorter: 'entryNumber ascend' })).toEqual([1, 2, 3])
  })

  it('shows listed fields alone, and refuses what is none by its name', async () => {
    const { data } = await listOf(admin, form)
    expect(data.columns.map(({ id }) => id)).toEqual(['t1', 'n1', 'c1', 'm1', 'd1', 'b1'])
    expect(JSON.stringify(data)).not.toContain('not listed')
    for (const [query, field] of [
      [{ filters: { x1: { contains: 'a' } } }, 'x1'],
      [{ filters: { t1: { among: ['a'] } } }, 't1'],
      [{ filters: { n1: { from: 'x' } } }, 'n1'],
      [{ filters: { b1: { from: '1' } } }, 'b1'],
      [{ sorter: 'x1 ascend' }, 'sorter'],
      [{ sorter: 'm1 ascend' }, 'sorter'],
    ] as const)
      expect(await listOf(admin, form, query), JSON.stringify(query)).toMatchObject({ http: 422, errors: [{ field }] })
  })
})
