/** Files of entries: brought before the entry, bound to it, fetched by whoever sees entry and field, thrown away where nobody sent them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import { captchaOf } from '../../../../tests/support/captcha.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { BuiltForm } from '../../../../tests/support/forms.ts'
import { ENTRY, FORM, LINK, aField, aForm, buildForm, dataOf, faultsIn, sent, submit } from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { expiredFormFiles } from '../../../forms/index.ts'

/** One pixel. */
const GIF = Buffer.from('47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b', 'hex')
const CALLS = ['submitFormEntry', 'queryEntryToFill', 'uploadEntryFile', 'downloadEntryFile'].map((verb) => `/generator/formentry/${verb}`)

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let filler: Client
let second: Client
let form: BuiltForm
beforeAll(async () => {
  server = await sharedServer()
  const role = { roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [{ ...role, roleCode: 'FILLER', roleName: 'filler', urls: CALLS }],
    users: [buildUser({ username: 'filler', roles: ['FILLER'] }), buildUser({ username: 'second', roles: ['FILLER'] })],
  })
  ;[admin, filler, second] = [await tenant.signIn('admin'), await tenant.signIn('filler'), await tenant.signIn('second')]
  form = await buildForm(
    admin,
    aForm(
      aField('f1', 'files', { fileTypes: ['txt', 'gif'] }),
      aField('p1', 'pictures'),
      aField('s1', 'signature'),
      aField('h1', 'files', { seenBy: ['ROLE_ADMIN'] }),
    ),
  )
})
afterAll(() => server.stop())

interface Brought {
  readonly id: string
  readonly name: string
}
const attempt = (client: Client, field: string, content: Buffer | string = 'text', name = 'a.txt') =>
  upload(server.url, client, `${ENTRY}/uploadEntryFile`, Buffer.from(content), { name, fields: { formId: form.id, field } })
const bring = async (client: Client, field: string, content?: Buffer | string, name?: string) => {
  const { id, name: as } = dataOf<Brought>((await attempt(client, field, content, name)) as never)
  return { id, name: as }
}
const fetchFile = (client: Client, id: string) => client.post(`${ENTRY}/downloadEntryFile`, { id })
const kept = async () =>
  (await server.database.asOwner((client) => client.query('select id, entry_id from form_files where tenant_id = $1', [tenant.id])))
    .rows as {
    id: string
    entry_id: string | null
  }[]

it('is the entry’s from when it is sent, and goes when the entry names it no more', async () => {
  const [file, picture, signature] = [
    await bring(filler, 'f1'),
    await bring(filler, 'p1', GIF, 'p.gif'),
    await bring(filler, 's1', GIF, 's.gif'),
  ]
  expect((await fetchFile(filler, file.id)).http).toBe(200)
  expect((await fetchFile(second, file.id)).http).toBe(404)
  const { id } = await sent(filler, form, { f1: [file], p1: [picture], s1: { id: signature.id } })
  for (const each of [file, picture, signature]) expect((await fetchFile(filler, each.id)).http).toBe(200)
  expect((await fetchFile(second, file.id)).http).toBe(404)
  dataOf(await submit(filler, form, { p1: [picture] }, { id }))
  expect((await kept()).filter(({ entry_id: entry }) => entry === id).map((row) => row.id)).toEqual([picture.id])
  expect((await fetchFile(filler, file.id)).http).toBe(404)
})

it('is taken from nobody else, for no other field, under no other name, and for no second entry', async () => {
  const mine = await bring(filler, 'f1')
  expect(faultsIn(await submit(second, form, { f1: [mine] }))).toEqual([['f1', 'files']])
  expect(faultsIn(await submit(filler, form, { p1: [mine] }))).toEqual([['p1', 'files']])
  expect(faultsIn(await submit(filler, form, { f1: [{ ...mine, name: 'b.txt' }] }))).toEqual([['f1', 'files']])
  await sent(filler, form, { f1: [mine] })
  expect(faultsIn(await submit(filler, form, { f1: [mine] }))).toEqual([['f1', 'files']])
})

it('is judged by what stands in it, and by the form', async () => {
  expect((await attempt(filler, 'p1', 'no picture', 'p.gif')).http).toBe(422)
  expect((await attempt(filler, 's1', '<svg xmlns="http://www.w3.org/2000/svg"/>', 's.svg')).http).toBe(422)
  expect((await attempt(filler, 'f1', 'x', 'a.exe')).http).toBe(422)
  expect((await attempt(filler, 'f1', '', 'a.txt')).http).toBe(422)
  expect((await attempt(filler, 'nothing')).http).toBe(422)
  // What is hidden answers like what there is not.
  expect((await attempt(filler, 'h1')).http).toBe(422)
})

it('of a field that is hidden is fetched by nobody who does not see the field', async () => {
  const file = await bring(admin, 'h1')
  const { id } = await sent(filler, form, {})
  dataOf(await submit(admin, form, { h1: [file] }, { id }))
  expect((await fetchFile(admin, file.id)).http).toBe(200)
  expect((await fetchFile(filler, file.id)).http).toBe(404)
})

it('comes from outside too, and is the link’s', async () => {
  const open = await buildForm(admin, aForm(aField('f1', 'files')))
  const token = async () => dataOf<{ url: string }>(await admin.post(`${FORM}/addFormLink`, { id: open.id })).url.split('#')[1] as string
  const [one, two] = [await token(), await token()]
  const body = new FormData()
  body.append('token', one)
  body.append('field', 'f1')
  body.append('file', new File(['text'], 'a.txt'))
  const answer = (await (await fetch(`${server.url}${LINK}/uploadFormLinkFile`, { method: 'POST', body })).json()) as { data: Brought }
  const file = { id: answer.data.id, name: answer.data.name }
  const send = async (by: string) =>
    call(server.url, 'POST', `${LINK}/submitFormLink`, {
      body: { token: by, formVersion: open.version, data: { f1: [file] }, ...(await captchaOf(server)) },
    })
  expect(faultsIn(await send(two))).toEqual([['f1', 'files']])
  dataOf(await send(one))
  expect((await fetchFile(admin, file.id)).http).toBe(200)
})

it('that nobody sent is thrown away after a day', async () => {
  const [waiting, bound] = [await bring(filler, 'f1'), await bring(filler, 'f1')]
  await sent(filler, form, { f1: [bound] })
  const ids = async () => (await kept()).map(({ id }) => id)
  await expiredFormFiles(server.services.transactions)()
  expect(await ids()).toEqual(expect.arrayContaining([waiting.id, bound.id]))
  await server.database.asOwner((client) =>
    client.query(`update form_files set created_at = created_at - interval '25 hours' where tenant_id = $1`, [tenant.id]),
  )
  await expiredFormFiles(server.services.transactions)()
  expect(await ids()).not.toContain(waiting.id)
  expect(await ids()).toContain(bound.id)
})
