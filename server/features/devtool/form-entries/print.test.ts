/** Entries and forms on paper: only what whoever prints sees, for nobody else, and with a code that is the same as long as nothing was changed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltForm } from '../../../../tests/support/forms.ts'
import { ENTRY, FORM, aField, buildForm, dataOf, draftForm, sent, submit } from '../../../../tests/support/forms.ts'
import { wordsOfPdf } from '../../../../tests/support/pdf-words.ts'
import { pngOf } from '../../../../tests/support/pictures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'

const FILLS = ['queryFormToFill', 'queryEntryToFill', 'submitFormEntry', 'uploadEntryFile', 'printFormEntry'].map(
  (call) => `/generator/formentry/${call}`,
)

const inspection: FormDefinition = {
  schema: 1,
  fields: [
    aField('name', 'text', { labels: { zh: '设备名称', tw: '設備名稱', en: 'Device' }, required: true }),
    aField('state', 'radio', {
      labels: { zh: '运行状态', en: 'State' },
      choices: [
        { value: 'good', labels: { zh: '正常', en: 'Good' } },
        { value: 'bad', labels: { zh: '异常', en: 'Bad' } },
      ],
    }),
    aField('why', 'lines', {
      labels: { zh: '异常说明', en: 'What is wrong' },
      visibleWhen: { op: 'equal', of: [{ field: 'state' }, { value: 'bad' }] },
    }),
    aField('cost', 'money', { labels: { zh: '费用', en: 'Cost' }, unit: 'CNY', seenBy: ['ROLE_ADMIN'] }),
    aField('parts', 'table', {
      labels: { zh: '更换部件', en: 'Parts' },
      columns: [
        aField('part', 'text', { labels: { zh: '部件', en: 'Part' } }),
        aField('count', 'integer', { labels: { zh: '数量', en: 'Count' } }),
      ],
    }),
    aField('photos', 'pictures', { labels: { zh: '照片', en: 'Photos' } }),
  ],
  layout: [
    { part: 'heading', text: { zh: '基本信息', en: 'Basics' } },
    {
      part: 'row',
      of: [
        { part: 'field', field: 'name', span: 8 },
        { part: 'field', field: 'state' },
      ],
    },
    { part: 'field', field: 'why' },
    { part: 'group', title: { zh: '费用信息', en: 'Costs' }, of: [{ part: 'field', field: 'cost' }] },
    { part: 'field', field: 'parts' },
    { part: 'field', field: 'photos' },
  ],
  print: { header: { zh: '华东运维中心', en: 'Maintenance East' }, signatures: [{ zh: '检查人', en: 'Inspector' }] },
}

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
    roles: [
      { ...role, roleCode: 'FILLER', roleName: 'filler', urls: FILLS },
      { ...role, roleCode: 'NO_PRINT', roleName: 'no print', urls: FILLS.filter((url) => !url.endsWith('printFormEntry')) },
    ],
    users: [
      buildUser({ username: 'filler', roles: ['FILLER'] }),
      buildUser({ username: 'second', roles: ['FILLER'] }),
      buildUser({ username: 'mute', roles: ['NO_PRINT'] }),
    ],
  })
  ;[admin, filler, second] = [await tenant.signIn('admin'), await tenant.signIn('filler'), await tenant.signIn('second')]
  form = await buildForm(admin, inspection)
})
afterAll(() => server.stop())

/** The words of a file as another program finds them; the status where it is none. */
async function printed(client: Client, path: string, body: object, language = 'zh-CN'): Promise<string | number> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) return response.status
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return wordsOfPdf(Buffer.from(await response.arrayBuffer()))
}
const entryOnPaper = (client: Client, id: string, language?: string) => printed(client, `${ENTRY}/printFormEntry`, { id }, language)
const codeOf = (paper: string | number) => /\b[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}\b/.exec(String(paper))?.[0]

describe('an entry on paper', () => {
  it('says what was filled in, in the language of whoever prints', async () => {
    const photo = dataOf<{ id: string; name: string }>(
      await upload(server.url, admin, `${ENTRY}/uploadEntryFile`, pngOf(9, 9), {
        name: 'pump.png',
        fields: { formId: form.id, field: 'photos' },
      }),
    )
    const { id } = await sent(admin, form, {
      name: '一号水泵',
      state: 'bad',
      why: '轴承异响\n需更换',
      cost: '12345.6',
      parts: [{ part: '轴承', count: 2 }],
      photos: [{ id: photo.id, name: photo.name }],
    })
    const paper = await entryOnPaper(admin, id)
    for (const words of [
      '华东运维中心',
      '设备名称',
      '一号水泵',
      '异常',
      '轴承异响',
      '需更换',
      '12,345.60 CNY',
      '更换部件',
      '轴承',
      '照片',
      '检查人',
      '第 1 版',
      '编号 1',
    ])
      expect(paper).toContain(words)
    const english = await entryOnPaper(admin, id, 'en')
    for (const words of ['Maintenance East', 'Device', 'Bad', 'What is wrong', 'Parts', 'Inspector', 'version 1', 'check code'])
      expect(english).toContain(words)
    expect(codeOf(paper)).toBeDefined()
    expect(codeOf(english)).toBe(codeOf(paper))
  })

  it('has no field that somebody does not see, nor its heading, and no part that was not shown', async () => {
    const { id } = await sent(filler, form, { name: 'x', state: 'good' })
    dataOf(await submit(admin, form, { name: 'x', state: 'good', cost: '98765' }, { id }))
    const seen = String(await entryOnPaper(admin, id))
    expect(seen).toContain('98,765.00')
    const unseen = String(await entryOnPaper(filler, id))
    for (const words of ['98,765', '费用', '异常说明']) expect(unseen).not.toContain(words)
    expect(unseen).toContain('设备名称')
    // A code over what is not seen would tell it.
    const before = codeOf(unseen)
    dataOf(await submit(admin, form, { name: 'x', state: 'good', cost: '11111' }, { id }))
    expect(codeOf(await entryOnPaper(filler, id))).toBe(before)
    expect(codeOf(await entryOnPaper(admin, id))).not.toBe(codeOf(seen))
  })

  it('is printed by those who see it and may print', async () => {
    const { id } = await sent(filler, form, { name: 'mine', state: 'good' })
    expect(await entryOnPaper(filler, id)).toContain('mine')
    expect(await entryOnPaper(second, id)).toBe(404)
    expect(await entryOnPaper(await tenant.signIn('mute'), id)).toBe(403)
    expect(await entryOnPaper(await (await buildTenant(server)).signIn('admin'), id)).toBe(404)
    expect(await entryOnPaper(admin, 'x')).toBe(422)
  })

  it('has another code once a value was changed, and the same until then', async () => {
    const { id } = await sent(filler, form, { name: 'one', state: 'good' })
    const first = codeOf(await entryOnPaper(filler, id))
    expect(codeOf(await entryOnPaper(filler, id))).toBe(first)
    dataOf(await submit(filler, form, { name: 'two', state: 'good' }, { id }))
    expect(codeOf(await entryOnPaper(filler, id))).not.toBe(first)
  })
})

describe('a form on paper', () => {
  it('has room for what it asks, and choices to tick', async () => {
    const paper = await printed(admin, `${FORM}/printGeneratorForm`, { id: form.id, formVersion: form.version })
    for (const words of ['设备名称 *', '○ 正常', '○ 异常', '异常说明', '部件', '检查人', '第 1 版']) expect(paper).toContain(words)
  })

  it('may be a draft, and says so; of another tenant there is none', async () => {
    const { id } = await draftForm(admin, inspection)
    expect(await printed(admin, `${FORM}/printGeneratorForm`, { id })).toContain('草稿')
    expect(await printed(admin, `${FORM}/printGeneratorForm`, { id, formVersion: 1 })).toBe(404)
    expect(await printed(await (await buildTenant(server)).signIn('admin'), `${FORM}/printGeneratorForm`, { id })).toBe(404)
    expect(await printed(filler, `${FORM}/printGeneratorForm`, { id })).toBe(403)
  })
})
