/** The calls of the form generator: files of the draft or of a version, to those who may, and of nobody else's forms. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { unzip } from '../../../../tests/support/files.ts'
import type { BuiltForm } from '../../../../tests/support/forms.ts'
import { FORM, aField, aForm, buildForm, dataOf } from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const BASE = '/api/generator/formgenerator'
interface File {
  readonly name: string
  readonly text: string
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let form: BuiltForm
beforeAll(async () => {
  server = await sharedServer()
  const role = { roleDescription: '', menus: [], hiddenFields: [] }
  const calls = ['queryFormChoice', 'queryFormResource'].map((call) => `/generator/formgenerator/${call}`)
  tenant = await buildTenant(server, {
    roles: [
      { ...role, roleCode: 'READER', roleName: 'reader', urls: calls, hiddenButtons: [] },
      {
        ...role,
        roleCode: 'NAMELESS',
        roleName: 'nameless',
        urls: calls,
        hiddenButtons: [],
        hiddenFields: [{ menu: 'generatorform', fields: ['formDescription'] }],
      },
    ],
    users: [buildUser({ username: 'reader', roles: ['READER'] }), buildUser({ username: 'nameless', roles: ['NAMELESS'] })],
  })
  admin = await tenant.signIn('admin')
  form = await buildForm(admin, aForm(aField('a1', 'text')))
  // The draft goes on.
  const { revision } = dataOf<{ revision: number }>(await admin.get(`${FORM}/queryFormDesign`, { id: form.id }))
  dataOf(
    await admin.post(`${FORM}/saveFormDraft`, { id: form.id, definition: aForm(aField('a1', 'text'), aField('b2', 'number')), revision }),
  )
})
afterAll(() => server.stop())

const filesOf = async (client: Client, query: Record<string, string | number>, language = 'en') =>
  dataOf<{ files: File[] }>(await client.get(`${BASE}/queryFormResource`, query, { 'accept-language': language })).files
const textOf = (files: readonly File[], name: string) => files.find((file) => file.name === name)?.text ?? expect.fail(name)

it('the files are of the draft, or of the version that is asked for', async () => {
  expect(textOf(await filesOf(admin, { id: form.id }), 'form-schema.ts')).toContain('b2: rules.optional')
  expect(textOf(await filesOf(admin, { id: form.id, formVersion: 1 }), 'form-schema.ts')).not.toContain('b2')
  expect((await admin.get(`${BASE}/queryFormResource`, { id: form.id, formVersion: 2 })).http).toBe(404)
  expect((await admin.get(`${BASE}/queryFormResource`, { id: form.id, formVersion: 'x' })).http).toBe(422)
})

it('README is in the language of whoever asks', async () => {
  expect(textOf(await filesOf(admin, { id: form.id }, 'zh-CN'), 'README.md')).toContain('由表单草稿生成')
  expect(textOf(await filesOf(admin, { id: form.id, formVersion: 1 }, 'zh-TW'), 'README.md')).toContain('由表單的第 1 版產生')
})

it('the ZIP has the files that the page shows', async () => {
  const response = await fetch(`${server.url}${BASE}/generateFormResource`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ id: form.id, formVersion: 1 }),
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain(`${form.description} v1.zip`)
  const shown = await filesOf(admin, { id: form.id, formVersion: 1 })
  expect(Object.fromEntries(await unzip(Buffer.from(await response.arrayBuffer())))).toEqual(
    Object.fromEntries(shown.map(({ name, text }) => [name, text])),
  )
})

it('forms are offered to those who may see them, and the ZIP to those who may take it', async () => {
  const choice = async (client: Client) =>
    dataOf<{ list: { id: string; formDescription: string; formVersion: number }[]; mayGenerate: boolean }>(
      await client.get(`${BASE}/queryFormChoice`),
    )
  expect(await choice(admin)).toMatchObject({
    list: expect.arrayContaining([{ id: form.id, formDescription: form.description, formVersion: 1 }]) as unknown,
    mayGenerate: true,
  })
  const reader = await tenant.signIn('reader')
  expect((await choice(reader)).mayGenerate).toBe(false)
  expect((await reader.post(`${BASE}/generateFormResource`, { id: form.id })).http).toBe(403)
  expect((await (await tenant.signIn('viewer')).get(`${BASE}/queryFormResource`, { id: form.id })).http).toBe(403)
  // What a form is called is hidden in files as well.
  const nameless = await tenant.signIn('nameless')
  expect((await choice(nameless)).list.find(({ id }) => id === form.id)?.formDescription).toBe('')
  expect(JSON.stringify(await filesOf(nameless, { id: form.id }))).not.toContain(form.description)
})

it('a form of another tenant is none', async () => {
  const stranger = await (await buildTenant(server)).signIn('admin')
  expect((await stranger.get(`${BASE}/queryFormResource`, { id: form.id })).http).toBe(404)
  expect((await stranger.post(`${BASE}/generateFormResource`, { id: form.id })).http).toBe(404)
  expect(JSON.stringify((await stranger.get(`${BASE}/queryFormChoice`)).data)).not.toContain(form.id)
})
