/** Report templates: drafts that nobody loses, versions that nobody changes, and reports that show no more than their reader may see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import type { OutputOf } from '../../../../model/contract/contract.ts'
import type { ReportDesign, queryReportVersion } from '../../../../model/contract/report/templates.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Answer, Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const PATH = '/api/report/template'
const REPORT = '/api/report/report'
const ISSUED = '/api/report/issued'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let stranger: Client
let blind: Client
let unread: Client
let designer: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      {
        roleCode: 'BLIND',
        roleName: 'Blind',
        roleDescription: '',
        menus: 'all',
        urls: ['/report/*', '/acquisition/device/queryDevice', '/acquisition/site/querySite'],
        hiddenButtons: [],
        hiddenFields: [
          { menu: 'devices', fields: ['deviceCode'] },
          { menu: 'reporttemplate', fields: ['templateName'] },
          { menu: 'sysdict', fields: ['dictName'] },
          { menu: 'reportschedule', fields: ['templateId'] },
        ],
      },
      {
        roleCode: 'UNREAD',
        roleName: 'Unread',
        roleDescription: '',
        menus: 'all',
        urls: ['/report/*'],
        hiddenButtons: [],
        hiddenFields: [
          { menu: 'issuedreport', fields: ['reportNumber'] },
          { menu: 'reportschedule', fields: ['scheduleName'] },
        ],
      },
      {
        roleCode: 'SCOPED',
        roleName: 'Scoped',
        roleDescription: '',
        menus: 'all',
        urls: ['/report/*'],
        hiddenButtons: [],
        hiddenFields: [],
      },
      {
        roleCode: 'DESIGNER',
        roleName: 'Designer',
        roleDescription: '',
        menus: 'all',
        urls: ['/report/template/*'],
        hiddenButtons: [],
        hiddenFields: [],
      },
    ],
    users: [
      buildUser({ username: 'blind', roles: ['BLIND'] }),
      buildUser({ username: 'unread', roles: ['UNREAD'] }),
      buildUser({ username: 'designer', roles: ['DESIGNER'] }),
      buildUser({ username: 'scoped', roles: ['SCOPED'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  blind = await tenant.signIn('blind')
  unread = await tenant.signIn('unread')
  designer = await tenant.signIn('designer')
  stranger = await (await buildTenant(server)).signIn('admin')
})
afterAll(() => server.stop())

const dataOf = <Data>({ http, data, message, errors }: Answer<Data>): Data => {
  expect(http, JSON.stringify(errors ?? message)).toBe(200)
  return data
}
const named = () => ({ templateName: `report ${unique()}`, templateKind: 'other' })
const withCells = (cells: object, sets: object = {}) => ({ ...EMPTY_TEMPLATE, cells, sets })
const begin = async (content: object, who = admin) =>
  dataOf(await who.post<{ id: string }>(`${PATH}/importReportDesign`, { ...named(), content })).id
const designOf = async (id: string, who = admin) => dataOf(await who.get<ReportDesign>(`${PATH}/queryReportDesign`, { id }))
const save = (id: string, content: object, revision: number, who = admin) =>
  who.post<{ revision: number; faults: { place: string; code: string }[] }>(`${PATH}/saveReportDraft`, { id, content, revision })
const publish = async (id: string, who = admin) =>
  who.post<{ templateVersion: number; revision: number }>(`${PATH}/publishReportTemplate`, {
    id,
    revision: (await designOf(id)).revision,
  })
const wordsOf = ({ boxes }: ReportPage) => boxes.flatMap(({ lines }) => lines.map(({ text }) => text))
/** Devices by their codes. */
const devices = {
  document: {
    format: 1,
    subject: 'devices',
    measures: [{ as: 'n', of: 'count' }],
    dimensions: [{ field: 'deviceCode' }],
    where: { field: 'deviceCode', op: 'contains', value: 'secret' },
  },
}

describe('a draft', () => {
  it('is an empty sheet first, is kept with its faults, and is published once it has none', async () => {
    const { id } = dataOf(await admin.post<{ id: string }>(`${PATH}/addReportTemplate`, { ...named(), templateStatus: 1 }))
    expect(await designOf(id)).toMatchObject({ content: EMPTY_TEMPLATE, revision: 1, templateVersion: 0, savedBy: null, faults: [] })
    const kept = dataOf(await save(id, withCells({ A1: { formula: 'SUM(' }, B1: { text: 'x', left: 'C9' } }), 1))
    expect(kept.faults.map(({ place, code }) => `${place} ${code}`)).toEqual(['A1 formula', 'B1 cell'])
    const refused = await publish(id)
    expect(refused).toMatchObject({ http: 422, errors: [{ field: 'A1' }, { field: 'B1' }] })
    dataOf(await save(id, withCells({ A1: { formula: '1+1' } }), 2))
    expect(dataOf(await publish(id))).toEqual({ templateVersion: 1, revision: 4 })
  })

  it('of two who save at once is the first; the second is told who and when', async () => {
    const id = await begin(withCells({ A1: { text: 'one' } }))
    dataOf(await save(id, withCells({ A1: { text: 'two' } }), 1))
    expect(await save(id, withCells({ A1: { text: 'three' } }), 1)).toMatchObject({
      http: 409,
      savedBy: `${tenant.canary} · admin`,
      revision: 2,
    })
    expect((await designOf(id)).content.cells).toEqual({ A1: { text: 'two' } })
  })

  it('that begins with something is called and put out of use as any other', async () => {
    const about = { templateStatus: 0, templateDescription: 'for the yard' }
    const copy = { ...named(), ...about, report: 'alarm-month' }
    dataOf(await admin.post(`${PATH}/copyReportTemplate`, copy))
    const brought = { ...named(), ...about, content: EMPTY_TEMPLATE }
    dataOf(await admin.post(`${PATH}/importReportDesign`, brought))
    for (const { templateName } of [copy, brought]) {
      const { list } = dataOf(await admin.get<{ list: object[] }>(`${PATH}/queryReportTemplate`, { templateName }))
      expect(list).toMatchObject([{ templateName, ...about }])
    }
  })

  it.each<[string, object, string]>([
    ['what nobody knows', { ...EMPTY_TEMPLATE, cells: { A1: { script: 'x' } } }, 'cells.A1'],
    ['a sheet without rows', { ...EMPTY_TEMPLATE, rows: [] }, 'rows'],
    ['a document that is none', withCells({}, { a: { document: { format: 1, subject: 'devices' } } }), 'sets.a'],
    ['a document that was withheld from nobody', withCells({}, { a: { document: {} } }), 'sets.a'],
    ['more than a template may be', withCells({ A1: { text: '', formula: '('.repeat(600_000) } }), 'template'],
  ])('is refused: %s', async (_name, content, field) => {
    expect(await admin.post(`${PATH}/importReportDesign`, { ...named(), content })).toMatchObject({ http: 422, errors: [{ field }] })
  })
})

describe('a version', () => {
  it('is never changed, becomes the draft again, and keeps its template from being deleted', async () => {
    const id = await begin(withCells({ A1: { text: 'first' } }))
    dataOf(await publish(id))
    dataOf(await save(id, withCells({ A1: { text: 'second' } }), 2))
    dataOf(await publish(id))
    const change = (sql: string) => server.database.asOwner((client) => client.query(sql, [id]))
    await expect(change(`update report_template_versions set content = '{}' where template_id = $1`)).rejects.toThrow(/never changed/)
    const versions = dataOf(await admin.get<{ templateVersion: number }[]>(`${PATH}/queryReportVersion`, { id }))
    expect(versions.map(({ templateVersion }) => templateVersion)).toEqual([2, 1])
    dataOf(await admin.post(`${PATH}/restoreReportVersion`, { id, templateVersion: 1, revision: 4 }))
    expect((await designOf(id)).content.cells).toEqual({ A1: { text: 'first' } })
    expect((await admin.post(`${PATH}/deleteReportTemplate`, { id: [id] })).http).not.toBe(200)
  })

  it('is offered as a report while its template is in use, to nobody of another tenant', async () => {
    const id = await begin(withCells({ A1: { text: 'all well' } }))
    const offered = async (who: Client) =>
      dataOf(await who.get<{ list: { report: string }[] }>(`${REPORT}/queryReport`)).list.map(({ report }) => report)
    const page = (who: Client) => who.get<ReportPage>(`${REPORT}/queryReportPage`, { report: id })
    expect(await offered(admin)).not.toContain(id)
    expect((await page(admin)).http).toBe(404)
    dataOf(await publish(id))
    expect(await offered(admin)).toContain(id)
    expect(wordsOf(dataOf(await page(admin)))).toContain('all well')
    expect(await offered(stranger)).not.toContain(id)
    expect((await page(stranger)).http).toBe(404)
    expect((await stranger.get(`${PATH}/queryReportDesign`, { id })).http).toBe(404)
    const { revision } = await designOf(id)
    dataOf(await admin.put(`${PATH}/updateReportTemplate`, { id, version: revision, templateStatus: 0 }))
    expect(await offered(admin)).not.toContain(id)
    expect((await page(admin)).http).toBe(404)
  })
})

describe('where a template is used', () => {
  it('each version says what was issued with it, to whoever has the list of issued reports, and numbers to whoever sees them', async () => {
    const id = await begin(withCells({ A1: { text: 'used' } }))
    dataOf(await publish(id))
    const issue = async () => dataOf(await admin.post<{ id: string; reportNumber: string }>(`${ISSUED}/issueReport`, { report: id }))
    const first = [await issue(), await issue()]
    dataOf(await publish(id))
    const second = await issue()
    const used = async (who: Client) =>
      dataOf(await who.get<OutputOf<typeof queryReportVersion>>(`${PATH}/queryReportVersion`, { id })).map((each) => [
        each.templateVersion,
        each.issued,
      ])
    const newest = (...reports: readonly { id: string; reportNumber: string }[]) => ({ count: reports.length, newest: reports })
    expect(await used(admin)).toEqual([
      [2, newest(second)],
      [1, newest(...first.toReversed())],
    ])
    // Whoever hides the numbers is told how many; whoever has no list of them, nothing.
    const unnamed = first.toReversed().map((each) => ({ id: each.id, reportNumber: null }))
    expect(await used(unread)).toEqual([
      [2, { count: 1, newest: [{ id: second.id, reportNumber: null }] }],
      [1, { count: 2, newest: unnamed }],
    ])
    expect(await used(designer)).toEqual([
      [2, null],
      [1, null],
    ])
    // What a report was issued with stays told when its row is moved to no other version.
    await expect(
      server.database.asOwner((client) =>
        client.query('update issued_reports set template_version = 2 where template_id = $1 and template_version = 1', [id]),
      ),
    ).rejects.toThrow(/never changed/)
  })

  it('the newest version says which schedules make reports with it, as far as its reader sees them, their names and their templates', async () => {
    const id = await begin(withCells({ A1: { text: 'scheduled' } }))
    dataOf(await publish(id))
    dataOf(await publish(id))
    const schedule = async (who: Client) => {
      const scheduleName = `schedule ${unique()}`
      const values = { scheduleName, templateId: id, rhythm: 'month', runAt: '06:00', issues: 0, scheduleFormats: 'pdf' }
      const { id: made } = dataOf(
        await who.post<{ id: string }>('/api/report/schedule/addReportSchedule', { ...values, scheduleLanguage: 'en', scheduleStatus: 0 }),
      )
      return { id: made, scheduleName }
    }
    const used = async (who: Client) =>
      dataOf(await who.get<OutputOf<typeof queryReportVersion>>(`${PATH}/queryReportVersion`, { id })).map((each) => [
        each.templateVersion,
        each.scheduled,
      ])
    const none = { count: 0, named: [] }
    const both = (newest: object | null, older: object | null = none) => [
      [2, newest],
      [1, older],
    ]
    expect(await used(admin)).toEqual(both(none))
    const of = await schedule(admin)
    expect(await used(admin)).toEqual(both({ count: 1, named: [of] }))
    // Whoever has no list of schedules is told of none, nor who does not see what they are of; whoever hides their names, how many there are.
    expect(await used(designer)).toEqual(both(null, null))
    expect(await used(blind)).toEqual(both(null, null))
    expect(await used(unread)).toEqual(both({ count: 1, named: [{ id: of.id, scheduleName: null }] }))

    // Those of others are none to whoever has their own alone.
    const scoped = await tenant.signIn('scoped')
    expect(await used(scoped)).toEqual(both({ count: 1, named: [of] }))
    const stored = await admin.post('/api/admin/sysrole/authorizeDataScope', {
      roleId: tenant.roles['SCOPED'],
      scopes: [{ table: '', kind: 'own' }],
    })
    expect(stored.http).toBe(200)
    expect(await used(scoped)).toEqual(both(none))
    const own = await schedule(scoped)
    expect(await used(scoped)).toEqual(both({ count: 1, named: [own] }))
    const inOrder = [of, own].toSorted((one, other) => (one.scheduleName < other.scheduleName ? -1 : 1))
    expect(await used(admin)).toEqual(both({ count: 2, named: inOrder }))
  })
})

describe('what its reader does not see', () => {
  it('a document is withheld from who may not ask for it, and kept when they save', async () => {
    const id = await begin(withCells({ A1: { field: 'a.deviceCode', expand: 'down' } }, { a: devices }))
    const shown = await designOf(id, blind)
    expect(shown).toMatchObject({ withheld: ['a'], content: { sets: { a: { document: {} } } } })
    expect(JSON.stringify(shown)).not.toContain('secret')
    dataOf(await save(id, { ...shown.content, cells: { ...shown.content.cells, B1: { text: 'mine' } } }, shown.revision, blind))
    expect((await designOf(id)).content.sets).toEqual({ a: devices })
    expect((await blind.post(`${PATH}/copyReportTemplate`, { ...named(), id })).http).toBe(403)
    // Its figures are those of whoever looks: of a condition on what they do not see there are none.
    expect((await blind.post(`${PATH}/previewReportTemplate`, { id, content: shown.content })).http).toBe(422)
    // Nor does what is wrong with a cell tell what the document has.
    const { revision } = await designOf(id)
    const probed = { ...shown.content, cells: { A1: { field: 'a.deviceCode' }, B1: { field: 'a.deviceName' } } }
    expect(dataOf(await save(id, probed, revision, blind)).faults).toEqual([])
    const refused = await blind.post(`${PATH}/publishReportTemplate`, { id, revision: revision + 1 })
    expect([refused.http, JSON.stringify(refused)]).toEqual([403, expect.not.stringContaining('B1')])
  })
})

describe('codes in formulas', () => {
  it('are called by their dictionary in the language of whoever looks, and stand there themselves for whom its names are hidden from', async () => {
    const dictType = `t${unique()}`
    const add = async (values: object) =>
      dataOf(await admin.post<{ id: string }>('/api/admin/sysdict/addSysDict', { dictType, dictSequence: 1, ...values })).id
    const parentId = await add({ dictName: '泵', dictValue: dictType, parentId: '0' })
    const id = await add({ parentId, dictName: '井泵', dictValue: '7' })
    // Words of one's own stand in every language; those of the product have a name in each.
    await server.database.asOwner((client) => client.query(`update dictionaries set dict_name_en = 'Well pump' where id = $1`, [id]))
    const codes = { A1: { text: '7' }, A2: { text: 'fail' }, B2: { formula: 'VERDICT(A2)' } }
    const content = withCells({ ...codes, B1: { formula: `DICT("${dictType}", A1)` } })
    const [own, other] = [await begin(content), await begin(content, stranger)]
    const wordsFor = async (who: Client, language: string) => {
      const asked = { id: who === stranger ? other : own, content }
      return wordsOf(dataOf(await who.post<ReportPage>(`${PATH}/previewReportTemplate`, asked, { 'accept-language': language })))
    }
    expect(await wordsFor(admin, 'zh-CN')).toEqual(['7', '井泵', 'fail', '不合格'])
    expect(await wordsFor(admin, 'en')).toEqual(['7', 'Well pump', 'fail', 'Failed'])
    expect(await wordsFor(blind, 'en')).toEqual(['7', '7', 'fail', 'Failed'])
    // Another tenant has no dictionary of that type.
    expect(await wordsFor(stranger, 'en')).toEqual(['7', '7', 'fail', 'Failed'])
  })
})

describe('its name', () => {
  it('stands on no preview for who does not see it', async () => {
    const id = await begin(withCells({ A1: { text: 'of {title}' } }))
    const { content } = await designOf(id)
    const titleOf = async (who: Client) => dataOf(await who.post<ReportPage>(`${PATH}/previewReportTemplate`, { id, content })).title
    expect(await titleOf(admin)).toMatch(/^report /)
    expect(await titleOf(blind)).not.toMatch(/^report /)
  })
})

describe('a built-in report', () => {
  it.each(['curing-room', 'day-sheet', 'alarm-month', 'availability'])(
    '%s is copied, can be published as it is, and asks for period, device and site',
    async (report) => {
      const copied = dataOf(await admin.post<{ id: string }>(`${PATH}/copyReportTemplate`, { ...named(), report, period: 'week' }))
      const design = await designOf(copied.id)
      expect(design.faults).toEqual([])
      const { content } = design
      const preview = (more: object) => admin.post<ReportPage>(`${PATH}/previewReportTemplate`, { id: copied.id, content, ...more })
      expect(dataOf(await preview({ period: 'week' })).boxes.length).toBeGreaterThan(5)
      expect((await preview({ page: 1000 })).http).toBe(404)
      dataOf(await publish(copied.id))
      expect((await admin.get(`${REPORT}/queryReportPage`, { report: copied.id, period: 'month' })).http).toBe(200)
    },
  )
})
