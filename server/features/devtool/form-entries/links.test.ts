/** Links by which people without an account fill in a form, and what they do not learn by it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import { captchaOf } from '../../../../tests/support/captcha.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { BuiltForm } from '../../../../tests/support/forms.ts'
import { FORM, LINK, aField, aForm, buildForm, dataOf, faultsIn, listOf } from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let form: BuiltForm
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  form = await buildForm(
    admin,
    aForm(
      aField('a1', 'text', { required: true, listed: true }),
      aField('secret', 'text', { seenBy: ['ROLE_ADMIN'] }),
      aField('owner', 'user', { seenBy: ['ROLE_ADMIN'] }),
      aField('f1', 'files', { maxCount: 2 }),
    ),
  )
})
afterAll(() => server.stop())

interface Made {
  readonly linkId: string
  readonly token: string
}
async function link(of: BuiltForm = form, more: object = {}): Promise<Made> {
  const { linkId, url } = dataOf<{ linkId: string; url: string }>(await admin.post(`${FORM}/addFormLink`, { id: of.id, ...more }))
  const [page, token = ''] = url.split('#')
  expect(page).toBe('/form')
  return { linkId, token }
}
const open = (token: string) =>
  call<{ definition: { fields: { id: string }[] } }>(server.url, 'POST', `${LINK}/openFormLink`, { body: { token } })
const send = async (token: string, data: object, { version = form.version, captcha }: { version?: number; captcha?: object } = {}) =>
  call<{ entryNumber: number }>(server.url, 'POST', `${LINK}/submitFormLink`, {
    body: { token, formVersion: version, data, ...(captcha ?? (await captchaOf(server))) },
  })

it('is filled in by whoever has the address; it is nobody’s, and tells nothing of the tenant', async () => {
  const { token } = await link()
  const opened = await open(token)
  expect(opened.http).toBe(200)
  expect(opened.data.definition.fields.map(({ id }) => id)).toEqual(['a1', 'f1'])
  expect(JSON.stringify(opened)).not.toMatch(new RegExp(`${tenant.canary}|${tenant.code}|${tenant.id}|ROLE_`))
  const { entryNumber } = dataOf<{ entryNumber: number }>(await send(token, { a1: 'from outside' }))
  const { list } = dataOf<{ list: { entryNumber: number; entrySource: string; owner: null }[] }>(await listOf(admin, form))
  expect(list.find((row) => row.entryNumber === entryNumber)).toMatchObject({
    entrySource: 'outside',
    owner: null,
    values: { a1: 'from outside' },
  })
})

it('is judged as every entry is; what is hidden can neither be written nor found', async () => {
  const { token } = await link()
  expect(faultsIn(await send(token, {}))).toEqual([['a1', 'required']])
  for (const field of ['secret', 'owner', 'nothing'])
    expect(faultsIn(await send(token, { a1: 'x', [field]: tenant.users['admin'] })), field).toContainEqual([field, 'unknown'])
  expect((await send(token, { a1: 'x' }, { version: form.version + 1 })).http).toBe(409)
})

it('needs the characters of an image for each entry', async () => {
  const { token } = await link()
  const captcha = await captchaOf(server)
  expect((await send(token, { a1: 'x' }, { captcha: { key: captcha.key, charCaptcha: 'ZZZZZ' } })).http).toBe(422)
  const once = await captchaOf(server)
  dataOf(await send(token, { a1: 'x' }, { captcha: once }))
  expect((await send(token, { a1: 'x' }, { captcha: once })).http).toBe(422)
  expect((await send(token, { a1: 'x' }, { captcha: {} })).http).toBe(422)
})

describe('an address', () => {
  it('that is unknown, withdrawn, over, full or of a closed form leads nowhere, all alike', async () => {
    const [withdrawn, over, full, ofClosed] = [await link(), await link(), await link(form, { maxEntries: 1 }), await link()]
    dataOf(await admin.post(`${FORM}/deleteFormLink`, { linkId: withdrawn.linkId }))
    await server.database.asOwner((client) => client.query(`update form_links set expires_at = now() where id = $1`, [over.linkId]))
    dataOf(await send(full.token, { a1: 'x' }))
    const answers = [await open('A'.repeat(43)), await open(withdrawn.token), await open(over.token), await open(full.token)]
    dataOf(await admin.post(`${FORM}/closeGeneratorForm`, { id: form.id }))
    answers.push(await open(ofClosed.token))
    dataOf(await admin.post(`${FORM}/openGeneratorForm`, { id: form.id }))
    expect(answers.map(({ http }) => http)).toEqual([404, 404, 404, 404, 404])
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
    for (const { token } of [withdrawn, over, full]) expect((await send(token, { a1: 'x' })).http).toBe(404)
  })

  it('takes as many entries as are wanted, also of many that are sent at once', async () => {
    const { token } = await link(form, { maxEntries: 2 })
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => send(token, { a1: `${at}` })))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(2)
  })

  it('is kept as a hash, and told once', async () => {
    const { token, linkId } = await link()
    const links = await admin.get(`${FORM}/queryFormLink`, { id: form.id })
    expect(JSON.stringify(links.data)).toContain(linkId)
    expect(JSON.stringify(links.data)).not.toContain(token)
    const kept = await server.database.asOwner((client) => client.query('select form_links::text as row from form_links'))
    expect(JSON.stringify(kept.rows)).not.toContain(token)
  })

  it('ends later than now', async () => {
    expect(await admin.post(`${FORM}/addFormLink`, { id: form.id, expireTime: '2020-01-01 00:00:00' })).toMatchObject({
      http: 422,
      errors: [{ field: 'expireTime' }],
    })
  })
})

it('is of no form with fields for everybody that choose among records of the tenant: they are named', async () => {
  const inside = await buildForm(admin, aForm(aField('a1', 'text'), aField('u1', 'user'), aField('r1', 'reading')))
  const refused = await admin.post(`${FORM}/addFormLink`, { id: inside.id }, { 'accept-language': 'en' })
  expect(refused).toMatchObject({ http: 422, errors: [{ field: 'u1' }, { field: 'r1' }] })
  expect(refused.message).toContain('Field u1, Field r1')
  // A form that has a link gets none by being published anew.
  const outside = await buildForm(admin, aForm(aField('a1', 'text')))
  await link(outside)
  const { revision } = dataOf<{ revision: number }>(await admin.get(`${FORM}/queryFormDesign`, { id: outside.id }))
  const saved = dataOf<{ revision: number }>(
    await admin.post(`${FORM}/saveFormDraft`, { id: outside.id, definition: aForm(aField('a1', 'text'), aField('u1', 'user')), revision }),
  )
  expect(await admin.post(`${FORM}/publishGeneratorForm`, { id: outside.id, revision: saved.revision })).toMatchObject({
    http: 422,
    errors: [{ field: 'u1' }],
  })
})
