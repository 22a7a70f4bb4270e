/** Entries are exported, edited and imported again: what changes is shown before, and changes as a page would change it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportedEntries } from '../../../../model/contract/devtool/form-entries.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltForm } from '../../../../tests/support/forms.ts'
import { ENTRY, aField, aForm, buildForm, dataOf, listOf, save, sent } from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let form: BuiltForm
const clients: Record<'own' | 'lists' | 'blind', Client> = {} as never

const calls = (...verbs: string[]) => verbs.map((verb) => `/generator/formentry/${verb}`)
beforeAll(async () => {
  server = await sharedServer()
  const role = { roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  const roles = {
    own: calls('submitFormEntry', 'importFormEntry'),
    lists: calls('submitFormEntry', 'importFormEntry', 'queryFormEntry'),
    blind: calls('submitFormEntry', 'importFormEntry', 'queryFormEntry', 'updateFormEntry'),
  }
  tenant = await buildTenant(server, {
    roles: Object.entries(roles).map(([name, urls]) => ({ ...role, roleCode: name.toUpperCase(), roleName: name, urls })),
    users: Object.keys(roles).map((name) => buildUser({ username: name, roles: [name.toUpperCase()] })),
  })
  admin = await tenant.signIn('admin')
  for (const name of ['own', 'lists', 'blind'] as const) clients[name] = await tenant.signIn(name)
})
afterAll(() => server.stop())

interface Line {
  number: number
  state: string
  values: Record<string, unknown>
}
const linesOf = async (of = form): Promise<Line[]> =>
  dataOf<{ list: { entryNumber: number; entryState: string; values: Line['values'] }[] }>(
    await listOf(admin, of, { sorter: 'entryNumber ascend' }),
  ).list.map(({ entryNumber: number, entryState: state, values }) => ({ number, state, values }))

const bring = (text: string, fields: Record<string, string>, client = admin, of = form) =>
  upload<ImportedEntries>(server.url, client, `${ENTRY}/importFormEntry`, Buffer.from(text), {
    name: 'entries.csv',
    fields: { formId: of.id, ...fields },
  })
const imported = async (...asked: Parameters<typeof bring>) => dataOf<ImportedEntries>(await bring(...asked))
/** What an import changes. */
const changesOf = ({ changes }: ImportedEntries) => changes as NonNullable<ImportedEntries['changes']>

/** The bytes of the export, as a person would open it. */
async function exported(): Promise<string> {
  const answer = await fetch(`${server.url}${ENTRY}/exportFormEntry`, {
    method: 'POST',
    body: JSON.stringify({ formId: form.id, fileFormat: 'csv', sorter: 'entryNumber ascend' }),
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
  })
  expect(answer.status).toBe(200)
  return answer.text()
}

describe('an import that changes entries', () => {
  beforeAll(async () => {
    form = await buildForm(
      admin,
      aForm(
        aField('t1', 'text', { required: true, unique: true, listed: true }),
        aField('n1', 'integer', { least: '0', listed: true }),
        aField('c1', 'multi-select', {
          listed: true,
          choices: ['a', 'b'].map((value) => ({ value, labels: { zh: `选${value}`, en: `Choice ${value}` } })),
        }),
        aField('m1', 'money', { listed: true }),
        aField('d1', 'moment', { listed: true }),
        aField('rows', 'table', { columns: [aField('r1', 'text')] as never }),
        aField('secret', 'text', { listed: true, seenBy: ['ROLE_ADMIN'] }),
      ),
    )
    const rows = [{ r1: 'first' }, { r1: 'second' }]
    await sent(admin, form, { t1: 'one', n1: 1, c1: ['a', 'b'], m1: '12.50', d1: '2026-01-31T08:00:00.123Z', rows, secret: 'canary' })
    await sent(admin, form, { t1: '=1+1', n1: 2, c1: ['a'] })
    await sent(admin, form, { t1: 'three' })
  })

  it('finds nothing to change in what was exported', async () => {
    const report = await imported(await exported(), { kind: 'update', mode: 'check' })
    expect(report).toMatchObject({ rows: 3, stored: 0, errors: [] })
    expect(changesOf(report)).toMatchObject({ added: 0, changed: 0, unchanged: 3, differences: [] })
  })

  it('shows what would change, changes that alone, and leaves alone what was changed meanwhile', async () => {
    const before = await linesOf()
    const file = (await exported()).replace(/^1,(.*)one,1,/m, '1,$1uno,(clear),')
    expect(file).toContain('uno,(clear)')
    const check = await imported(file, { kind: 'update', mode: 'check' })
    expect(check).toMatchObject({ rows: 3, stored: 0, errors: [] })
    const { basis, ...found } = changesOf(check)
    expect(found).toMatchObject({ changed: 1, unchanged: 2, differenceTotal: 2 })
    expect(found.differences.map(({ field, before: old, after }) => [field, old, after])).toEqual([
      ['t1', 'one', 'uno'],
      ['n1', '1', ''],
    ])
    expect(await linesOf()).toEqual(before)
    const { n1: _n1, ...kept } = before[0]?.values ?? {}
    const stored = await imported(file, { kind: 'update', mode: 'all', basis })
    expect(stored).toMatchObject({ stored: 1, errors: [] })
    expect(await linesOf()).toEqual([{ number: 1, state: 'submitted', values: { ...kept, t1: 'uno' } }, ...before.slice(1)])
    expect((await exported()).split('second')).toHaveLength(2)
    // The entry is another one since that check.
    expect(await bring(file.replace('uno', 'eins'), { kind: 'update', mode: 'all', basis })).toMatchObject({ http: 409 })
    expect((await linesOf())[0]?.values['t1']).toBe('uno')
  })

  it('changes a field that its sender does not see neither with a column of it nor without one', async () => {
    const report = await imported('Number,Field t1,Field secret\n1,blind,overwritten\n', { kind: 'update' }, clients.blind)
    expect(report).toMatchObject({ stored: 1, unknown: ['Field secret'] })
    expect(JSON.stringify(report)).not.toContain('canary')
    expect((await linesOf())[0]?.values).toMatchObject({ t1: 'blind', secret: 'canary' })
  })

  it('adds rows without a number beside those it changes, where it is asked to', async () => {
    const file = 'Number,Field t1,Field n1\n3,three,3\n,four,4\n'
    expect(await imported(file, { kind: 'update' })).toMatchObject({ stored: 0, errorTotal: 1, errors: [{ row: 3, heading: 'Number' }] })
    const report = await imported(file, { kind: 'both' })
    expect(report).toMatchObject({ stored: 2, errors: [] })
    expect(changesOf(report)).toMatchObject({ added: 1, changed: 1 })
    expect((await linesOf()).slice(2).map(({ values: { t1, n1 } }) => [t1, n1])).toEqual([
      ['three', 3],
      ['four', 4],
    ])
  })

  it('stores nothing where a row names no entry, one that another row has named, or is wrong', async () => {
    const before = await linesOf()
    const file = ['Number,Field t1,Field n1', '1,changed,', '99,x,', '1,again,', '2,(clear),', '3,,-1', 'x,,1'].join('\n')
    const report = await imported(file, { kind: 'both' })
    expect(report.errors.map(({ row, heading }) => [row, heading])).toEqual([
      [3, 'Number'],
      [4, 'Number'],
      [5, 'Field t1'],
      [6, 'Field n1'],
      [7, 'Number'],
    ])
    expect(report.stored).toBe(0)
    expect(await linesOf()).toEqual(before)
    expect(await bring('Field t1\nfive\n', { kind: 'both' })).toMatchObject({ http: 422 })
  })

  it('changes what its sender may change, and tells nothing of what they do not see', async () => {
    const mine = await sent(clients.own, form, { t1: 'mine' })
    const change = (number: number, client: Client) =>
      imported(`Number,Field t1\n${number},by import ${number}\n`, { kind: 'update' }, client)
    expect((await change(3, clients.own)).errors).toEqual(
      (await change(999, clients.own)).errors.map((error) => ({
        ...error,
        value: '3',
        message: error.message.replace('999', '3'),
      })),
    )
    expect((await change(3, clients.lists)).errors).toMatchObject([{ row: 2, heading: 'Number' }])
    expect(await change(mine.entryNumber, clients.own)).toMatchObject({ stored: 1, errors: [] })
    await admin.post(`${ENTRY}/withdrawFormEntry`, { id: mine.id })
    expect((await change(mine.entryNumber, admin)).errors).toEqual([])
    expect((await imported(`Number,Field t1\n${mine.entryNumber},other\n`, { kind: 'update' })).errors).toMatchObject([{ row: 2 }])
    expect((await linesOf()).map(({ values: { t1 } }) => t1)).not.toContain('by import 3')
  })

  it('changes what was begun without sending it', async () => {
    const other = await buildForm(admin, aForm(aField('t1', 'text', { required: true }), aField('n1', 'integer', { listed: true })))
    const { entryNumber: number } = dataOf<{ entryNumber: number }>(await save(admin, other, { n1: 1 }))
    expect(await imported(`Number,Field n1\n${number},2\n`, { kind: 'update' }, admin, other)).toMatchObject({ stored: 1, errors: [] })
    expect(await linesOf(other)).toEqual([{ number, state: 'draft', values: { n1: 2 } }])
  })
})
