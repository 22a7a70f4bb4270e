/** Forms: drafts that nobody loses, versions that nobody changes, and what other programs know of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client, TokenAnswer } from '../../../../tests/support/client.ts'
import { clientWith, postForm } from '../../../../tests/support/client.ts'
import { FORM, aField, aForm, buildForm, dataOf, draftForm, publish, sent, submit } from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { wirePassword } from '../../../identity/index.ts'

interface Design {
  readonly definition: { fields: { id: string }[] }
  readonly revision: number
  readonly faults: { code: string; field?: string }[]
  readonly formStatus: string
  readonly formVersion: number
  readonly savedBy: string | null
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
  ;[tenant] = [await buildTenant(server)]
  admin = await tenant.signIn('admin')
  stranger = await (await buildTenant(server)).signIn('admin')
})
afterAll(() => server.stop())

const designOf = async (client: Client, id: string) => dataOf<Design>(await client.get(`${FORM}/queryFormDesign`, { id }))
const save = (client: Client, id: string, definition: unknown, revision: number, headers = {}) =>
  client.post<{ revision: number; faults: { code: string }[] }>(`${FORM}/saveFormDraft`, { id, definition, revision }, headers)

describe('a draft', () => {
  it('is kept with its faults, and told with them', async () => {
    const { id } = await draftForm(admin, aForm())
    expect(await designOf(admin, id)).toMatchObject({ formStatus: 'draft', formVersion: 0, faults: [{ code: 'empty' }], savedBy: null })
    const form = { ...aForm(aField('a1', 'text')), layout: [] }
    const kept = dataOf<{ revision: number; faults: unknown[] }>(await save(admin, id, form, 1))
    expect(kept).toMatchObject({ revision: 2, faults: [{ field: 'a1', code: 'not-placed' }] })
    expect(await designOf(admin, id)).toMatchObject({ definition: form, revision: 2, savedBy: `${tenant.canary} · admin` })
  })

  it('of two who save at once is the first; the second is told who and when, and loses nothing', async () => {
    const { id } = await draftForm(admin, aForm(aField('a1', 'text')))
    dataOf(await save(admin, id, aForm(aField('a2', 'text')), 1))
    const refused = await save(admin, id, aForm(aField('a3', 'text')), 1, { 'accept-language': 'en' })
    expect(refused).toMatchObject({ http: 409, savedBy: `${tenant.canary} · admin`, revision: 2 })
    expect(refused.message).toMatch(/ · admin has saved this form at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
    expect((await designOf(admin, id)).definition.fields).toMatchObject([{ id: 'a2' }])
  })

  it.each([
    ['no object', [1], ''],
    ['a field without a label', aForm({ ...aField('a1', 'text'), labels: {} }), 'Field a1 / labels: is missing'],
    ['something nobody knows', { ...aForm(aField('a1', 'text')), script: 'x' }, 'Form: there is nothing called script here'],
    ['a pattern that nobody can wait for', aForm(aField('a1', 'text', { pattern: { own: '(a+)+' } })), 'Field a1 / pattern / own'],
    [
      'a text that the database does not take',
      aForm(aField('a1', 'text', { labels: { en: 'a\u0000b' } })),
      'has a value that it cannot have',
    ],
  ])('is refused for %s, and says where', async (_words, definition, sentence) => {
    const { id } = await draftForm(admin, aForm())
    const answer = await save(admin, id, definition, 1, { 'accept-language': 'en' })
    expect(answer.http, JSON.stringify(answer)).toBe(422)
    expect(answer.errors?.map(({ field }) => field)).toContain('definition')
    expect(answer.message).toContain(sentence)
  })

  it('comes from older clients as a text, by the same rules', async () => {
    const description = `form ${unique()}`
    const add = (formContent: string) => admin.post(`${FORM}/addGeneratorForm`, { formDescription: description, formContent })
    for (const wrong of ['{"fields":[],"layout":[],"x":1}', '{', '[]', JSON.stringify(aForm({ ...aField('a1', 'text'), labels: {} }))])
      expect(await add(wrong), wrong).toMatchObject({
        http: 422,
        errors: expect.arrayContaining([expect.objectContaining({ field: 'formContent' })]) as [],
      })
    const { id } = dataOf<{ id: string }>(await add(JSON.stringify(aForm(aField('a1', 'text')))))
    dataOf(await admin.put(`${FORM}/updateGeneratorForm`, { id, formContent: JSON.stringify(aForm(aField('b1', 'text'))) }))
    expect(await designOf(admin, id)).toMatchObject({ definition: { fields: [{ id: 'b1' }] }, savedBy: `${tenant.canary} · admin` })
    expect(await add(JSON.stringify(aForm()))).toMatchObject({ http: 409, errors: [{ field: 'formDescription' }] })
  })

  it('is copied under another name', async () => {
    const { id } = await draftForm(admin, aForm(aField('a1', 'text')))
    const copy = dataOf<{ id: string }>(await admin.post(`${FORM}/copyGeneratorForm`, { id, formDescription: `copy ${unique()}` }))
    expect((await designOf(admin, copy.id)).definition.fields).toMatchObject([{ id: 'a1' }])
  })
})

describe('the list', () => {
  it('has definitions for whoever asks for them, and for older clients', async () => {
    const definition = aForm(aField('a1', 'text'))
    const { id } = await draftForm(admin, definition)
    const { formDescription } = dataOf<{ list: { formDescription: string }[] }>(await admin.get(`${FORM}/queryGeneratorForm`, { id }))
      .list[0] ?? { formDescription: '' }
    const rowsOf = async (client: Client, more: Record<string, string>) =>
      dataOf<{ list: { id: string; formContent?: string }[]; fields: string[] }>(
        await client.get(`${FORM}/queryGeneratorForm`, { formDescription, ...more }),
      )
    const short = await rowsOf(admin, {})
    expect(short.list).toMatchObject([{ id }])
    expect(short.list[0]).not.toHaveProperty('formContent')
    expect(short.fields).not.toContain('formContent')
    const { data } = await postForm<TokenAnswer>(server.url, '/api/uaa/oauth/token', {
      ...{ scope: 'ui', grant_type: 'password', type: 'account', client_id: 'browser' },
      ...{ tenantCode: tenant.code, username: 'admin', password: wirePassword(PASSWORD) },
    })
    const older = clientWith(server.url, data.access_token, data.refresh_token)
    for (const { list } of [await rowsOf(admin, { content: '1' }), await rowsOf(admin, { id }), await rowsOf(older, {})])
      expect(list.map(({ formContent = '' }) => JSON.parse(formContent) as unknown)).toEqual([definition])
  })
})

describe('a version', () => {
  it('is published without faults alone; each fault is named with its field', async () => {
    const { id } = await draftForm(admin, { ...aForm(aField('a1', 'select')), layout: [] })
    const answer = await admin.post(`${FORM}/publishGeneratorForm`, { id, revision: 1 }, { 'accept-language': 'en' })
    expect(answer).toMatchObject({ http: 422, message: expect.stringContaining('The form cannot be published yet: Field a1') as string })
    expect(answer.errors).toMatchObject([
      { field: 'a1', code: 'missing' },
      { field: 'a1', code: 'not-placed' },
    ])
    expect(await designOf(admin, id)).toMatchObject({ formStatus: 'draft', formVersion: 0 })
  })

  it('stays as it was whatever becomes of the draft, and can become the draft again', async () => {
    const form = await buildForm(admin, aForm(aField('a1', 'text')))
    const { revision } = await designOf(admin, form.id)
    dataOf(await save(admin, form.id, aForm(aField('a2', 'text')), revision))
    expect(await publish(admin, form.id)).toBe(2)
    const versions = dataOf<{ formVersion: number; publishedBy: string }[]>(await admin.get(`${FORM}/queryFormVersion`, { id: form.id }))
    expect(versions).toMatchObject([
      { formVersion: 2, publishedBy: `${tenant.canary} · admin` },
      { formVersion: 1, publishedBy: `${tenant.canary} · admin` },
    ])
    const contentOf = async (formVersion: number) =>
      dataOf<Design>(await admin.get(`${FORM}/queryFormVersionContent`, { id: form.id, formVersion })).definition.fields
    expect([await contentOf(1), await contentOf(2)]).toMatchObject([[{ id: 'a1' }], [{ id: 'a2' }]])
    const now = await designOf(admin, form.id)
    dataOf(await admin.post(`${FORM}/restoreFormVersion`, { id: form.id, formVersion: 1, revision: now.revision }))
    expect(await designOf(admin, form.id)).toMatchObject({ definition: { fields: [{ id: 'a1' }] }, formVersion: 2 })
  })

  it('is changed and deleted by nobody: the database itself refuses', async () => {
    const form = await buildForm(admin, aForm(aField('a1', 'text')))
    const stateOf = (role: string, statement: string) =>
      server.database.asOwner(async (client) => {
        await client.query('begin')
        try {
          await client.query(`set local role ${role}`)
          await client.query(`select set_config('app.tenant_id', $1, true)`, [tenant.id])
          return (await client.query(statement, [form.id])).rowCount
        } catch (error) {
          return (error as { code: string }).code
        } finally {
          await client.query('rollback')
        }
      })
    const change = `update form_versions set definition = '{}' where form_id = $1`
    expect(await stateOf('outstation_tenant', change)).toBe('42501')
    expect(await stateOf('outstation_platform', change)).toBe('42501')
    expect(await stateOf('outstation_tenant', 'delete from form_versions where form_id = $1')).toBe('42501')
    // Not even whoever owns the table.
    expect(
      await server.database.asOwner((client) =>
        client.query('update form_versions set form_version = 9').then(
          () => 'changed',
          (error: { code: string }) => error.code,
        ),
      ),
    ).toBe('42501')
  })

  it('goes with its form, which stays while there are entries', async () => {
    const form = await buildForm(admin, aForm(aField('a1', 'text')))
    const entry = await sent(admin, form, { a1: 'x' })
    const remove = (path: string, id: string) => admin.post(`${path}?id=${id}`)
    expect(await remove(`${FORM}/deleteGeneratorForm`, form.id)).toMatchObject({ http: 409 })
    dataOf(await remove('/api/generator/formentry/deleteFormEntry', entry.id))
    dataOf(await remove(`${FORM}/deleteGeneratorForm`, form.id))
    const left = await server.database.asOwner((client) => client.query('select from form_versions where form_id = $1', [form.id]))
    expect(left.rowCount).toBe(0)
  })
})

it('is closed and opened: closed it takes no new entries', async () => {
  const { id } = await draftForm(admin, aForm(aField('a1', 'text')))
  expect(await admin.post(`${FORM}/closeGeneratorForm`, { id })).toMatchObject({ http: 409 })
  const form = await buildForm(admin, aForm(aField('a1', 'text')))
  dataOf(await admin.post(`${FORM}/closeGeneratorForm`, { id: form.id }))
  expect(await submit(admin, form, { a1: 'x' })).toMatchObject({ http: 409 })
  dataOf(await admin.post(`${FORM}/openGeneratorForm`, { id: form.id }))
  dataOf(await submit(admin, form, { a1: 'x' }))
})

it('goes out as JSON Schema and comes back; what is no schema is refused', async () => {
  const definition = aForm(aField('a1', 'text', { required: true }), aField('n1', 'integer', { least: '1' }))
  const form = await buildForm(admin, definition)
  const { schema } = dataOf<{ schema: Record<string, unknown> }>(
    await admin.get(`${FORM}/queryFormJsonSchema`, { id: form.id, formVersion: 1 }),
  )
  expect(schema).toMatchObject({ title: form.description, required: ['a1'], properties: { n1: { type: 'integer', minimum: 1 } } })
  const read = dataOf<{ definition: unknown; left: string[] }>(await admin.post(`${FORM}/readFormJsonSchema`, { schema }))
  expect(read).toEqual({ definition, left: [] })
  const foreign = { type: 'object', properties: { name: { type: 'string' }, odd: { type: 'null' } } }
  expect(dataOf(await admin.post(`${FORM}/readFormJsonSchema`, { schema: foreign }))).toMatchObject({
    definition: { fields: [{ name: 'name', kind: 'text' }] },
    left: ['odd'],
  })
  let deep: object = { type: 'string' }
  for (let at = 0; at < 400; at += 1) deep = { type: 'array', items: { type: 'object', properties: { x: deep } } }
  for (const wrong of [{}, { properties: 1 }, { properties: { deep } }])
    expect(await admin.post(`${FORM}/readFormJsonSchema`, { schema: wrong })).toMatchObject({ http: 422, errors: [{ field: 'schema' }] })
})

it('is nobody else’s', async () => {
  const form = await buildForm(admin, aForm(aField('a1', 'text')))
  const { id } = form
  const calls: [string, () => Promise<{ http: number }>][] = [
    ['design', () => stranger.get(`${FORM}/queryFormDesign`, { id })],
    ['save', () => save(stranger, id, aForm(), 1)],
    ['publish', () => stranger.post(`${FORM}/publishGeneratorForm`, { id, revision: 1 })],
    ['close', () => stranger.post(`${FORM}/closeGeneratorForm`, { id })],
    ['versions', () => stranger.get(`${FORM}/queryFormVersion`, { id })],
    ['content', () => stranger.get(`${FORM}/queryFormVersionContent`, { id, formVersion: 1 })],
    ['restore', () => stranger.post(`${FORM}/restoreFormVersion`, { id, formVersion: 1, revision: 1 })],
    ['copy', () => stranger.post(`${FORM}/copyGeneratorForm`, { id, formDescription: unique() })],
    ['schema', () => stranger.get(`${FORM}/queryFormJsonSchema`, { id })],
    ['links', () => stranger.get(`${FORM}/queryFormLink`, { id })],
    ['link', () => stranger.post(`${FORM}/addFormLink`, { id })],
    ['entry', () => submit(stranger, form, { a1: 'x' })],
  ]
  for (const [name, ask] of calls) expect((await ask()).http, name).toBe(404)
  expect((await (await tenant.signIn('viewer')).get(`${FORM}/queryFormDesign`, { id })).http).toBe(403)
})

describe('what a form consists of', () => {
  const CALLS = {
    queryFormDesign: (client: Client, id: string) => client.get(`${FORM}/queryFormDesign`, { id }),
    queryFormVersionContent: (client: Client, id: string) => client.get(`${FORM}/queryFormVersionContent`, { id, formVersion: 1 }),
    queryFormJsonSchema: (client: Client, id: string) => client.get(`${FORM}/queryFormJsonSchema`, { id }),
    copyGeneratorForm: (client: Client, id: string) => client.post(`${FORM}/copyGeneratorForm`, { id, formDescription: unique() }),
    saveFormDraft: (client: Client, id: string) => save(client, id, aForm(aField('a1', 'text')), 2),
    restoreFormVersion: (client: Client, id: string) => client.post(`${FORM}/restoreFormVersion`, { id, formVersion: 1, revision: 2 }),
    publishGeneratorForm: (client: Client, id: string) => client.post(`${FORM}/publishGeneratorForm`, { id, revision: 2 }),
  }

  it('is told to nobody whose role hides it, and changed by nobody who does not see it', async () => {
    const urls = Object.keys(CALLS).map((name) => `/generator/generatorform/${name}`)
    const role = { roleDescription: '', menus: ['generatorform'] as const, urls, hiddenButtons: [] }
    const hiding = await buildTenant(server, {
      roles: [
        { ...role, roleCode: 'SEES', roleName: 'sees', hiddenFields: [] },
        { ...role, roleCode: 'HIDDEN', roleName: 'hidden', hiddenFields: [{ menu: 'generatorform', fields: ['formContent'] }] },
      ],
      users: [buildUser({ username: 'sees', roles: ['SEES'] }), buildUser({ username: 'hidden', roles: ['HIDDEN'] })],
    })
    const [sees, hidden] = [await hiding.signIn('sees'), await hiding.signIn('hidden')]
    for (const [name, call] of Object.entries(CALLS)) {
      const { id } = await buildForm(await hiding.signIn('admin'), aForm(aField('a1', 'text')))
      expect([name, (await call(hidden, id)).http]).toEqual([name, 403])
      expect([name, (await call(sees, id)).http]).toEqual([name, 200])
    }
  })
})
