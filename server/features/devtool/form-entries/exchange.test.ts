/** Entries leave as files with what their reader sees, and come from workbooks: all rows, or none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltForm } from '../../../../tests/support/forms.ts'
import { readWorksheet, unzip } from '../../../../tests/support/files.ts'
import { ENTRY, aField, aForm, buildForm, dataOf, listOf, sent } from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'

const CALLS = ['submitFormEntry', 'queryFormEntry', 'queryEntryList', 'exportFormEntry', 'exportPDFFormEntry', 'exportWordFormEntry'].map(
  (verb) => `/generator/formentry/${verb}`,
)

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let reader: Client
let form: BuiltForm
beforeAll(async () => {
  server = await sharedServer()
  const role = { roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [{ ...role, roleCode: 'READER', roleName: 'reader', urls: CALLS }],
    users: [buildUser({ username: 'reader', roles: ['READER'] })],
  })
  ;[admin, reader] = [await tenant.signIn('admin'), await tenant.signIn('reader')]
  form = await buildForm(
    admin,
    aForm(
      aField('t1', 'text', { required: true }),
      aField('n1', 'number', { least: '0' }),
      aField('c1', 'select', { choices: [{ value: 'a', labels: { zh: '甲', en: 'First' } }] }),
      aField('b1', 'switch'),
      aField('d1', 'date'),
      aField('u1', 'user'),
      aField('rows', 'table', { columns: [aField('r1', 'text'), aField('r2', 'number')] as never }),
      aField('secret', 'text', { seenBy: ['ROLE_ADMIN'] }),
    ),
  )
  await sent(admin, form, {
    t1: 'one',
    n1: 1.5,
    c1: 'a',
    b1: true,
    d1: '2026-01-31',
    u1: tenant.users['admin'],
    rows: [{ r1: 'first', r2: 1 }, { r1: 'second' }],
    secret: 'canary-value',
  })
  await sent(admin, form, { t1: '=1+1' })
})
afterAll(() => server.stop())

const textOf = async (client: Client, verb: string, more: object = {}) =>
  (await client.post(`${ENTRY}/${verb}`, { formId: form.id, ...more }, { 'accept-language': 'en' }))['text'] as string

describe('an export', () => {
  it('has the fields that its reader sees, with words for choices and names for rows, and rows of tables below each other', async () => {
    const csv = await textOf(admin, 'exportFormEntry', { fileFormat: 'csv', sorter: 'entryNumber ascend' })
    for (const word of ['Field t1', 'Field rows: Field r1', 'First', 'Yes', '2026-01-31', 'admin', 'first', 'second', 'canary-value'])
      expect(csv, word).toContain(word)
    expect(csv.indexOf('first')).toBeLessThan(csv.indexOf('second'))
  })

  it.each(['exportFormEntry', 'exportWordFormEntry', 'exportPDFFormEntry'])(
    '%s has nothing of a field that its reader does not see',
    async (verb) => {
      const seen = await textOf(admin, verb)
      const hidden = await textOf(reader, verb)
      expect(hidden.length).toBeGreaterThan(50)
      if (verb !== 'exportPDFFormEntry') expect(seen).toContain('canary-value')
      expect(hidden).not.toMatch(/canary-value|Field secret/)
    },
  )

  it('has days and amounts as such in a workbook, and an amount that no number keeps as a text', async () => {
    const money = await buildForm(
      admin,
      aForm(aField('day', 'date'), aField('cost', 'money'), aField('rows', 'table', { columns: [aField('part', 'money')] as never })),
    )
    await sent(admin, money, { day: '2026-01-31', cost: '12.50', rows: [{ part: '0.10' }, { part: '1234567890123456.78' }] })
    const answer = await fetch(`${server.url}${ENTRY}/exportFormEntry`, {
      method: 'POST',
      body: JSON.stringify({ formId: money.id }),
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
    })
    const parts = await unzip(Buffer.from(await answer.arrayBuffer()))
    const { rows } = readWorksheet(parts.get('xl/worksheets/sheet1.xml') ?? '')
    // 31 January 2026 is 46,053 days after 30 December 1899.
    const cells = rows.slice(-2).map((row) => row.map(({ type, value }) => [type, value]))
    expect(cells[0]).toEqual(
      expect.arrayContaining([
        ['n', '46053'],
        ['n', '12.5'],
        ['n', '0.1'],
      ]),
    )
    expect(cells[1]).toContainEqual(['inlineStr', '1234567890123456.78'])
    expect(parts.get('xl/styles.xml')).toContain('formatCode="yyyy-mm-dd"/>')
  })

  it('is of the entries that the filters leave, or of those that are chosen', async () => {
    const { list } = dataOf<{ list: { id: string; entryNumber: number }[] }>(await listOf(admin, form))
    const first = list.find(({ entryNumber }) => entryNumber === 1)
    const csv = await textOf(admin, 'exportFormEntry', { fileFormat: 'csv', id: [first?.id] })
    expect(csv).toContain('one')
    expect(csv).not.toContain('1+1')
    expect((await admin.post(`${ENTRY}/exportFormEntry`, { formId: form.id, filters: { t1: { contains: 'one' } } })).http).toBe(422)
  })
})

describe('an import', () => {
  let target: BuiltForm
  beforeAll(async () => {
    target = await buildForm(
      admin,
      aForm(
        aField('t1', 'text', { required: true, unique: true, listed: true }),
        aField('n1', 'integer', { least: '0', listed: true }),
        aField('c1', 'multi-select', {
          listed: true,
          choices: ['a', 'b'].map((value) => ({ value, labels: { zh: `选${value}`, en: `Choice ${value}` } })),
        }),
        aField('b1', 'switch', { listed: true }),
        aField('d1', 'date', { listed: true }),
        aField('u1', 'user', { listed: true }),
      ),
    )
  })
  interface Report {
    readonly rows: number
    readonly stored: number
    readonly unknown: string[]
    readonly errors: { row: number; heading: string; message: string }[]
  }
  const take = async (lines: string[][], fields: Record<string, string> = {}) =>
    dataOf<Report>(
      (await upload(server.url, admin, `${ENTRY}/importFormEntry`, Buffer.from(lines.map((line) => line.join(',')).join('\n')), {
        name: 'entries.csv',
        fields: { formId: target.id, ...fields },
      })) as never,
    )
  const HEAD = ['Field t1', '字段n1', 'c1', 'Field b1', 'Field d1', 'Field u1', 'Whatever']

  it('makes an entry of each row, by the labels of any language', async () => {
    const report = await take([HEAD, ['one', '1', 'Choice a;选b', 'Yes', '2026/1/5', 'admin', 'x'], ['two', '', '', '否', '', '', '']])
    expect(report).toEqual({ rows: 2, stored: 2, unknown: ['Whatever'], errors: [], errorTotal: 0 })
    const { list } = dataOf<{ list: { values: object }[] }>(await listOf(admin, target, { sorter: 'entryNumber ascend' }))
    expect(list.map(({ values }) => values)).toEqual([
      { t1: 'one', n1: 1, c1: ['a', 'b'], b1: true, d1: '2026-01-05', u1: tenant.users['admin'] },
      { t1: 'two', b1: false },
    ])
  })

  it('stores all rows or none, and says which is wrong and where', async () => {
    const before = dataOf<{ total: number }>(await listOf(admin, target)).total
    const report = await take([HEAD, ['three', '3'], ['', '-1'], ['three', ''], ['four', '', '', '', '', 'nobody']])
    expect(report).toMatchObject({ rows: 4, stored: 0 })
    expect(report.errors.map(({ row, heading }) => [row, heading])).toEqual([
      [3, 'Field t1'],
      [3, '字段n1'],
      [4, 'Field t1'],
      [5, 'Field u1'],
    ])
    expect(dataOf<{ total: number }>(await listOf(admin, target)).total).toBe(before)
  })

  it('can be tried', async () => {
    const before = dataOf<{ total: number }>(await listOf(admin, target)).total
    expect(await take([HEAD, ['five', '5']], { mode: 'check' })).toMatchObject({ rows: 1, stored: 0, errors: [] })
    expect(dataOf<{ total: number }>(await listOf(admin, target)).total).toBe(before)
  })
})
