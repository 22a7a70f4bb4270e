/** Parameters of templates over real HTTP: asked for, checked, frozen with what is issued, kept by schedules. What is given is a value and nothing else, and rows of others are unknown. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { IssuedReportDetail } from '../../../../model/contract/report/issued-reports.ts'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import type { ReportDesign } from '../../../../model/contract/report/templates.ts'
import type { AskedParameter } from '../../../../model/figures/document.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const REPORT = '/api/report/report'
const ISSUED = '/api/report/issued'
const SCHEDULE = '/api/report/schedule'
const all = ['/acquisition/*', '/report/*']
const role = (roleCode: string, hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  ...{ roleCode, roleName: roleCode, roleDescription: '', menus: 'all', urls: all, hiddenButtons: [], hiddenFields },
})

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let nameless: Client
let devices: readonly [BuiltDevice, BuiltDevice]
let theirs: BuiltDevice
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [role('NAMELESS', [{ menu: 'devices', fields: ['deviceName'] }])],
    users: [buildUser({ username: 'nameless', roles: ['NAMELESS'] })],
  })
  const stranger = await buildTenant(server)
  devices = [await buildDevice(server, tenant, { one: {} }), await buildDevice(server, tenant, { two: {}, three: {} })]
  theirs = await buildDevice(server, stranger, { room: {} })
  for (const [at, { id }] of devices.entries())
    await rows('update devices set device_name = $2 where id = $3 and tenant_id = $1', [`pump ${at + 1}`, id])
  admin = await tenant.signIn('admin')
  nameless = await tenant.signIn('nameless')
}, 120_000)

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query(text, [tenant.id, ...values])).rows as Row[])

const LABEL = { zh: '设备', tw: '設備', en: 'Device' }
const params = [
  { name: 'device', kind: 'reference', to: 'devices', label: LABEL },
  { name: 'least', kind: 'number', default: 0 },
  { name: 'begins', kind: 'text' },
  { name: 'since', kind: 'date' },
  { name: 'word', kind: 'option', options: [{ value: 'a', label: { zh: '甲', tw: '甲', en: 'Alpha' } }, { value: 'b' }], default: 'a' },
]
/** Points by their keys, narrowed by parameters, which its cells show. */
async function published(more: readonly object[] = params, sets: object = {}, moreCells: object = {}): Promise<string> {
  const document = {
    format: 1,
    subject: 'points',
    measures: [{ as: 'n', of: 'count' }],
    dimensions: [{ field: 'pointKey' }],
    where: {
      and: [
        { field: 'deviceId', op: 'equals', param: 'device' },
        { field: 'pointKey', op: 'begins', param: 'begins' },
        { field: 'createTime', op: 'greaterOrEqual', param: 'since' },
      ],
    },
    params: more,
  }
  const cells = {
    A1: { text: 'of {device} since {since}', left: 'none' },
    B1: { formula: 'PARAM("least") + 1', left: 'none' },
    C1: { text: '{word} {title}', left: 'none' },
    A2: { field: 's.pointKey', expand: 'down', sort: 'ascend' },
    ...moreCells,
  }
  const content = { ...EMPTY_TEMPLATE, columns: [220, 60, 220], cells, sets: { s: { document }, ...sets } }
  const named = { templateName: `asked ${unique()}`, templateKind: 'other', content }
  const begun = await admin.post<{ id: string }>('/api/report/template/importReportDesign', named)
  expect(begun.http, JSON.stringify(begun.errors ?? begun.message)).toBe(200)
  const done = await admin.post('/api/report/template/publishReportTemplate', { id: begun.data.id, revision: 1 })
  expect(done.http, JSON.stringify(done.errors ?? done.message)).toBe(200)
  return begun.data.id
}
const page = (report: string, given?: unknown, client = admin) =>
  client.get<ReportPage>(`${REPORT}/queryReportPage`, {
    report,
    ...(given === undefined ? {} : { params: typeof given === 'string' ? given : JSON.stringify(given) }),
  })
const textsOf = ({ boxes }: ReportPage) => boxes.flatMap(({ lines }) => lines.map(({ text }) => text))
const texts = async (report: string, given?: object, client = admin) => {
  const answer = await page(report, given, client)
  expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
  return textsOf(answer.data)
}

describe('a report with parameters', () => {
  it('says what it is asked for by, and is made with what is given, or with what the template says', async () => {
    const report = await published()
    const list = (await admin.get<{ list: { report: string; parameters?: AskedParameter[] }[] }>(`${REPORT}/queryReport`)).data.list
    expect(list.find((one) => one.report === report)?.parameters).toEqual(params)
    expect(await texts(report)).toEqual(expect.arrayContaining(['of {device} since {since}', '1', 'one', 'three', 'two']))
    const given = { device: devices[1].id, least: 4, begins: 't', since: '2020-02-29', word: 'b' }
    const shown = await texts(report, given)
    expect(shown).toEqual(expect.arrayContaining(['of pump 2 since 2020-02-29', '5', 'three', 'two']))
    expect(shown).not.toContain('one')
    expect((await texts(report, { word: 'a' })).some((text) => text.startsWith('Alpha asked'))).toBe(true)
    // Whoever leafs with other values gets another report, and a blank is as nothing.
    expect(await texts(report, { device: devices[0].id })).not.toContain('two')
    expect(await texts(report, { device: '', begins: '' })).toContain('two')
    expect(await texts(report, { since: '2999-01-01' })).not.toContain('one')
  })

  it.each<[string, unknown, RegExp, string]>([
    ['one that it has not', { other: 1 }, /no parameter "other"/, 'params.other'],
    ['one of a prototype', '{"__proto__": 1}', /no parameter "__proto__"/, 'params.__proto__'],
    ['its period', { period: 'lastMonth' }, /no parameter "period"/, 'params.period'],
    ['a text as a number', { least: '1; drop table devices' }, /least/, 'params.least'],
    ['a list as one', { least: [1] }, /least/, 'params.least'],
    ['an object', { begins: { op: 'begins' } }, /begins/, 'params.begins'],
    ['a character that no text has', { begins: 'a\u0000' }, /begins/, 'params.begins'],
    ['half a character', { begins: 'a\ud800' }, /begins/, 'params.begins'],
    ['no day', { since: '2021-02-29' }, /since/, 'params.since'],
    ['what is no option', { word: 'c' }, /word/, 'params.word'],
    ['no id', { device: "' or true --" }, /Device/, 'params.device'],
    ['a row that there is none of', { device: '00000000-0000-7000-8000-000000000001' }, /Device.*does not exist/, 'params.device'],
  ])('is refused with %s, by name', async (_, given, words, field) => {
    const report = await published()
    const answer = await page(report, given)
    expect(answer).toMatchObject({ http: 422, errors: [{ field, message: expect.stringMatching(words) as string }] })
    const issued = await admin.post(`${ISSUED}/issueReport`, { report, params: given })
    expect(issued).toMatchObject({ http: 422, errors: [{ field }] })
  })

  it('is refused with a row of another tenant as with one that there is none of, also by a schedule', async () => {
    const report = await published()
    const [answer, none] = [
      await page(report, { device: theirs.id }),
      await page(report, { device: '00000000-0000-7000-8000-000000000001' }),
    ]
    expect([answer.http, answer.message]).toEqual([422, none.message])
    expect(await schedule(report, { device: theirs.id })).toMatchObject({ http: 422, errors: [{ field: 'reportParams' }] })
  })

  it('is refused with what is no object, too long, or given to a report that has none', async () => {
    const report = await published()
    for (const given of ['[]', '1', 'x', '{', JSON.stringify({ begins: 'x'.repeat(5000) })])
      expect(await page(report, given)).toMatchObject({ http: 422, errors: [{ field: 'params' }] })
    const builtIn = await admin.get(`${REPORT}/queryReportPage`, { report: 'availability', params: '{"least":1}' })
    expect(builtIn).toMatchObject({ http: 422, errors: [{ field: 'params.least' }] })
  })

  it('takes what looks like SQL or a formula as the text that it is', async () => {
    const report = await published()
    const [before] = await rows<{ count: string }>('select count(*) from points where tenant_id = $1')
    for (const begins of ["'; delete from points; --", '$1', '%', '\\', '=1+1'])
      expect(await texts(report, { begins })).not.toContain('one')
    expect(await rows('select count(*) from points where tenant_id = $1')).toEqual([before])
  })

  it('tells neither defaults nor options of a document that its reader may not read, to nobody who designs it either', async () => {
    const OF_NAMES = [
      { name: 'named', kind: 'text', default: 'pump of somebody' },
      { name: 'group', kind: 'option', options: [{ value: 'secret group' }], default: 'secret group' },
      { name: 'must', kind: 'number', required: true },
    ]
    const measures = [{ as: 'n', of: 'count' }]
    const where = { field: 'deviceName', op: 'begins', param: 'named' }
    const report = await published(params, { d: { document: { format: 1, subject: 'devices', measures, where, params: OF_NAMES } } })
    const listed = async (client: Client) =>
      (await client.get<{ list: { report: string; parameters?: AskedParameter[] }[] }>(`${REPORT}/queryReport`)).data.list.find(
        (one) => one.report === report,
      )?.parameters
    expect(await listed(admin)).toEqual(expect.arrayContaining(OF_NAMES))
    const redacted = [
      { name: 'named', kind: 'text', isPreset: true },
      { name: 'group', kind: 'option', isPreset: true },
      { name: 'must', kind: 'number', required: true },
    ]
    const shown = await listed(nameless)
    expect(shown?.filter(({ name }) => OF_NAMES.some((one) => one.name === name))).toEqual(redacted)
    expect(shown).toEqual(expect.arrayContaining(params))
    const design = await nameless.get<ReportDesign>('/api/report/template/queryReportDesign', { id: report })
    expect(design.data).toMatchObject({ withheld: ['d'], withheldParameters: redacted })
    expect(JSON.stringify([shown, design.data])).not.toMatch(/somebody|secret/)
    // Its preview is asked for by them.
    const preview = (given: object) =>
      nameless.post('/api/report/template/previewReportTemplate', { id: report, content: design.data.content, params: given })
    expect(await preview({})).toMatchObject({ http: 422, errors: [{ field: 'params.must' }] })
    expect((await preview({ must: 1 })).errors ?? []).not.toContainEqual(expect.objectContaining({ field: 'params.must' }))
  })

  it('leaves numbers of pages what they are, and has names as long as there may be', async () => {
    const long = 'p'.repeat(64)
    const more = [...params, { name: 'page', kind: 'number', default: 7 }, { name: long, kind: 'number', default: 5 }]
    const report = await published(more, {}, { B2: { text: `{page} of {pages}: {${long}}`, left: 'none' } })
    expect(await texts(report)).toContain('1 of 1: 5')
  })

  it('needs those that have to be given', async () => {
    const needed = params.map((each) => (each.name === 'device' ? { ...each, required: true } : each))
    const report = await published(needed)
    expect(await page(report)).toMatchObject({ http: 422, errors: [{ field: 'params.device', message: 'Device: please give a value' }] })
    expect(await texts(report, { device: devices[0].id })).toContain('one')
    for (const [language, words] of [
      ['zh', '请填写“设备”'],
      ['zh-TW', '請填寫「設備」'],
    ] as const) {
      const response = await fetch(`${server.url}${REPORT}/queryReportPage?report=${report}`, {
        headers: { authorization: `Bearer ${admin.token}`, 'accept-language': language },
      })
      expect(((await response.json()) as { errors: { message: string }[] }).errors[0]?.message).toBe(words)
    }
  })

  it('means one thing by each, in all of its data sets', async () => {
    const other = { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], params: [{ name: 'least', kind: 'text' }] }
    const named = { templateName: `differing ${unique()}`, templateKind: 'other' }
    const sets = { s: { document: { ...other, params: [{ name: 'least', kind: 'number' }] } }, z: { document: other } }
    const begun = await admin.post<{ id: string }>('/api/report/template/importReportDesign', {
      ...named,
      content: { ...EMPTY_TEMPLATE, sets },
    })
    const done = await admin.post('/api/report/template/publishReportTemplate', { id: begun.data.id, revision: 1 })
    expect(done).toMatchObject({ http: 422, errors: [{ field: 'sets.z', message: expect.stringContaining('"least"') as string }] })
  })
})

const paused = (id: string, more: object = {}) => admin.put(`${SCHEDULE}/updateReportSchedule`, { id, scheduleStatus: 0, ...more })
const schedule = (templateId: string, given: object | string) =>
  admin.post<{ id: string }>(`${SCHEDULE}/addReportSchedule`, {
    ...{ scheduleName: `schedule ${unique()}`, templateId, rhythm: 'day', runAt: '00:00', issues: 1, scheduleFormats: 'pdf,xlsx' },
    ...{ scheduleLanguage: 'en', scheduleStatus: 1, reportParams: typeof given === 'string' ? given : JSON.stringify(given) },
  })

describe('what is made with parameters', () => {
  it('is also a report that came with the product, by a schedule, which knows those of that report and no others', async () => {
    const ofMachines = (given: object) =>
      admin.post<{ id: string }>(`${SCHEDULE}/addReportSchedule`, {
        ...{ scheduleName: `schedule ${unique()}`, reportCode: 'machine-archive', rhythm: 'day', runAt: '00:00', issues: 1 },
        ...{ scheduleFormats: 'pdf', scheduleLanguage: 'en', scheduleStatus: 1, reportParams: JSON.stringify(given) },
      })
    for (const wrong of [{ machine: ['a', 'b'] }, { order: 'WO-1' }])
      expect(await ofMachines(wrong), JSON.stringify(wrong)).toMatchObject({ http: 422, errors: [{ field: 'reportParams' }] })
    const { data, http } = await ofMachines({ machine: 'M-17' })
    expect(http).toBe(200)
    expect((await admin.post(`${SCHEDULE}/runReportSchedule`, { id: data.id })).http).toBe(200)
    type Run = { state: string; issuedId: string | null }
    const newest = async () => (await admin.get<{ list: Run[] }>(`${SCHEDULE}/queryScheduleRun`, { id: data.id })).data.list[0]
    await expect.poll(async () => (await newest())?.state, { timeout: 20_000, interval: 50 }).toBe('done')
    const { data: detail } = await admin.get<IssuedReportDetail>(`${ISSUED}/queryIssuedReportDetail`, {
      id: (await newest())?.issuedId ?? '',
    })
    expect(detail.parameters).toEqual([expect.objectContaining({ text: 'M-17' })])
  })

  it('is issued with them, says so on its last page and is revised with the same; names of rows are for those who see them', async () => {
    const report = await published()
    const given = { device: devices[0].id, least: 2 }
    const issued = await admin.post<{ id: string }>(`${ISSUED}/issueReport`, { report, params: given })
    expect(issued.http, JSON.stringify(issued.errors ?? issued.message)).toBe(200)
    const detail = async (id: string, client = admin) => client.get<IssuedReportDetail>(`${ISSUED}/queryIssuedReportDetail`, { id })
    const shown = [
      { name: 'Device', text: 'pump 1' },
      { name: 'least', text: '2' },
      { name: 'word', text: 'Alpha' },
    ]
    expect((await detail(issued.data.id)).data.parameters).toEqual(shown)
    const last = await admin.get<ReportPage>(`${ISSUED}/queryIssuedReportPage`, { id: issued.data.id, page: 2 })
    expect(textsOf(last.data)).toEqual(expect.arrayContaining(['Device', 'pump 1', 'least', '2', 'word', 'Alpha']))
    // The documents that it is kept with hold all that was given: whoever reads it later is judged by that.
    const [kept] = await rows<{ documents: readonly { params?: readonly { name: string; default?: unknown }[] }[] }>(
      'select documents from issued_reports where tenant_id = $1 and id = $2',
      [issued.data.id],
    )
    const defaults = new Map(kept?.documents[0]?.params?.map((each) => [each.name, each.default]))
    expect([defaults.get('device'), defaults.get('least'), defaults.get('word')]).toEqual([devices[0].id, 2, 'a'])
    expect((await detail(issued.data.id, nameless)).http).toBe(404)
    const without = await admin.post<{ id: string }>(`${ISSUED}/issueReport`, { report, params: { least: 2 } })
    expect((await detail(without.data.id, nameless)).http).toBe(200)
    await rows('update devices set device_name = $2 where id = $3 and tenant_id = $1', ['another name', devices[0].id])
    expect((await detail(issued.data.id)).data.parameters).toEqual(shown)
    const revised = await admin.post<{ id: string }>(`${ISSUED}/reviseReport`, { id: issued.data.id })
    expect((await detail(revised.data.id)).data.parameters?.[0]).toEqual({ name: 'Device', text: 'another name' })
    await rows('update devices set device_name = $2 where id = $3 and tenant_id = $1', ['pump 1', devices[0].id])
  })

  it('is not issued with values with which nobody could read it any more', async () => {
    // As long as a document may be, but for what is given.
    const keys = Array.from({ length: 110 }, (_, at) => `${at}`.padEnd(256, 'x'))
    const document = {
      ...{ format: 1, subject: 'points', measures: [{ as: 'n', of: 'count' }], dimensions: [{ field: 'pointKey' }] },
      where: { field: 'pointKey', op: 'among', value: keys },
      params: [{ name: 'words', kind: 'text', many: true, label: LABEL, default: ['t'] }],
    }
    const report = await published(params, { long: { document } }, { C2: { field: 'long.n', aggregate: 'sum', left: 'none' } })
    const given = (each: string, many: number) => ({ words: Array.from({ length: many }, () => each) })
    expect((await admin.post(`${ISSUED}/issueReport`, { report, params: given('t', 2) })).http).toBe(200)
    const before = (await rows<{ count: string }>('select count(*) from issued_reports where tenant_id = $1'))[0]
    const refused = await admin.post(`${ISSUED}/issueReport`, { report, params: given('ü'.repeat(200), 15) })
    expect(refused).toMatchObject({ http: 422, errors: [{ field: 'params.words', message: expect.stringContaining('Device') as string }] })
    expect((await rows<{ count: string }>('select count(*) from issued_reports where tenant_id = $1'))[0]).toEqual(before)
  })

  it('is made by a schedule with those that it keeps, which are checked when it is saved and when it runs', async () => {
    const report = await published()
    expect(await schedule(report, { least: 'x' })).toMatchObject({ http: 422, errors: [{ field: 'reportParams' }] })
    expect(await schedule(report, { other: 1 })).toMatchObject({ http: 422, errors: [{ field: 'reportParams' }] })
    for (const text of ['{', '[]', 'x'])
      expect(await schedule(report, text)).toMatchObject({ http: 422, errors: [{ field: 'reportParams' }] })
    const { data, http } = await schedule(report, { device: devices[1].id, least: 7 })
    expect(http).toBe(200)
    const run = async () => {
      expect((await admin.post(`${SCHEDULE}/runReportSchedule`, { id: data.id })).http).toBe(200)
      type Run = { state: string; issuedId: string | null; error: string | null }
      const newest = async () => (await admin.get<{ list: Run[] }>(`${SCHEDULE}/queryScheduleRun`, { id: data.id })).data.list[0]
      await expect.poll(async () => (await newest())?.state, { timeout: 20_000, interval: 50 }).toMatch(/done|failed/)
      return newest()
    }
    const made = await run()
    expect(made).toMatchObject({ state: 'done', error: null })
    const { data: detail } = await admin.get<IssuedReportDetail>(`${ISSUED}/queryIssuedReportDetail`, { id: made?.issuedId ?? '' })
    expect(detail.parameters).toEqual(
      expect.arrayContaining([
        { name: 'Device', text: 'pump 2' },
        { name: 'least', text: '7' },
      ]),
    )
    // As if it had been saved before the template was published with other parameters.
    await rows(`update report_schedules set report_params = '{"gone":1}' where tenant_id = $1 and id = $2`, [data.id])
    expect(await run()).toMatchObject({ state: 'failed', issuedId: null, error: expect.stringContaining('"gone"') as string })
    await rows(`update report_schedules set report_params = $3 where tenant_id = $1 and id = $2`, [
      data.id,
      JSON.stringify({ device: theirs.id }),
    ])
    const OWNER = 'device: what was chosen does not exist, or the owner of the schedule may not see it'
    expect(await run()).toMatchObject({ state: 'failed', error: expect.stringContaining(OWNER) as string })
    // What is kept of it is in no language.
    const [failed] = await rows<{ values: object }>(
      `select error_values as values from schedule_runs where tenant_id = $1 and schedule_id = $2 order by created_at desc limit 1`,
      [data.id],
    )
    expect(failed?.values).toEqual({ fault: 'not-found', name: 'device' })
    // It can be turned off as it is, and nothing else is done to it without other parameters.
    expect(await paused(data.id, { scheduleName: `schedule ${unique()}` })).toMatchObject({
      http: 422,
      errors: [{ field: 'reportParams' }],
    })
    expect((await paused(data.id)).http).toBe(200)
    expect(await paused(data.id, { scheduleStatus: 1 })).toMatchObject({ http: 422, errors: [{ field: 'reportParams' }] })
    expect((await paused(data.id, { scheduleStatus: 1, reportParams: '' })).http).toBe(200)
  })
})
