/**
 * Every noun that can be exported is, in each format, and read back by other programs: the rows are those of the list, in its
 * order, with its filters and without what the caller does not see.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGE_FAULTS } from '../model/acquisition/mapping/choices.ts'
import type { Field } from '../model/field.ts'
import { resources } from '../model/index.ts'
import type { LabelKey } from '../model/labels/index.ts'
import { fieldKey } from '../model/labels/index.ts'
import type { Resource } from '../model/resource.ts'
import { rowFields } from '../model/resource.ts'
import { style } from '../model/workbook-parts.ts'
import { platform } from '../seeds/platform.ts'
import { features } from '../server/modules.ts'
import { translatorFor } from '../server/kernel/http/language.ts'
import { hashPassword, wirePassword } from '../server/identity/secrets.ts'
import { newId } from '../server/kernel/ids.ts'
import { build } from '../server/kernel/database/sql.ts'
import { storeTenant } from '../server/tenancy/store-tenant.ts'
import { buildRule, measure } from './support/alarms.ts'
import type { BuiltTenant } from './support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique } from './support/builders.ts'
import { drawn } from './support/drawn-process.ts'
import type { Client } from './support/client.ts'
import { signIn } from './support/client.ts'
import { buildDevice } from './support/devices.ts'
import { aboutFile, readPdfPages, readPdfTable, readWorksheet, rowsOfFile, unzip } from './support/files.ts'
import { hiderOf, hiding } from './support/hiding.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { amount, sampleOf } from './support/thorough.ts'
import { addRow, isWritable, pathsOf } from './support/values.ts'

interface Listed {
  list: Record<string, unknown>[]
  total: number
  fields: string[]
}

/** Of each noun the fields that are hidden, and those that an order is asked by. */
const FIELDS = amount({ quick: 3, ci: 3, touched: 3, thorough: Infinity })
const verbs = ['export', 'exportWord', 'exportPDF'] as const
const paths = new Map(
  features
    .flatMap(({ routes }) => routes)
    .filter((route) => verbs.some((verb) => route.path.includes(`/${verb}`)))
    .map((route) => [route.path, route]),
)
const pathOf = ({ api }: Resource, verb: string) => `${api.base}/${verb}${api.noun}`
/** Entries are exported a form at a time, with columns of the form: server/features/devtool/form-entries/exchange.test.ts reads them. */
const ONE_FORM_AT_A_TIME = new Set(['form-entries'])
const nouns = Object.values<Resource>(resources).filter((of) => paths.has(pathOf(of, 'export')) && !ONE_FORM_AT_A_TIME.has(of.name))

const askedNouns = sampleOf('exports', nouns, amount({ quick: 5, ci: 12, touched: 12, thorough: Infinity }))
const hiddenOf = (of: Resource) => sampleOf(`exports of ${of.name}`, rowFields(of), FIELDS)
/** A role for each field that is asked about and no others: storing what one of them may do takes as long as asking. */
const hiders = askedNouns.flatMap((of) => hiddenOf(of).map((field) => hiding(of, field)))

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let operator: Client
let hider: Client
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, {
    roles: hiders,
    users: [buildUser({ username: 'hider', roles: hiders.map((role) => role.roleCode) })],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  hider = await tenant.signIn('hider')
  const person = { ...buildUser({ username: 'exporter' }), org: 'platform' }
  const hash = await hashPassword(wirePassword(PASSWORD))
  await server.services.transactions.inPlatform('a test needs the platform', (tx) =>
    storeTenant(tx, { ...platform, users: [...platform.users, person] }, { of: new Map(), others: hash }),
  )
  operator = await signIn(server.url, platform.tenantCode, 'exporter', PASSWORD)
})
afterAll(() => server.stop())

async function timeOfServer(): Promise<string> {
  const { rows } = await server.database.asOwner((client) =>
    client.query<{ now: string }>(`select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as now`),
  )
  return rows[0]?.now ?? ''
}

async function download(
  client: Client,
  path: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<{ bytes: Buffer; headers: Headers }> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', 'accept-language': 'en', ...headers },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${bytes.toString().slice(0, 300)}`)
  return { bytes, headers: answer.headers }
}

const rowsIn = async ({ bytes, headers }: { bytes: Buffer; headers: Headers }) =>
  (await rowsOfFile(bytes, headers.get('content-type') ?? '')) as string[][]

/** A process with two instances, whose tasks ask somebody. */
async function runProcess(name: string): Promise<void> {
  if (name === 'process-models') return
  const xml = drawn({ tasks: { approve: { people: [{ kind: 'user', username: 'admin' }] } } })(`p_${unique()}`)
  const { data: deployed } = await admin.post<{ key: string }>('/api/activiti/deployment/deployFile', { fileName: 'a.bpmn', xml })
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/activiti/process/queryProcessDefinition', { key: deployed.key })
  for (const description of ['one', 'two'])
    await admin.post('/api/activiti/process/startProcessInstance', {
      processDefinitionId: data.list[0]?.id,
      description,
      startTime: '2026-01-01 08:00:00',
      endTime: '2026-01-02 18:00:00',
    })
}

/** @throws Error with what the server said, where it refused */
async function mustPost(path: string, body: object): Promise<void> {
  const { http, message } = await admin.post(path, body)
  if (http !== 200) throw new Error(`${path}: ${http} ${message}`)
}

/** A round that somebody began by hand. */
async function beginRound(): Promise<void> {
  const { id: routeId } = await addRow(admin, resources.roundRoutes, { assigneeId: null, notifyRole: null })
  await addRow(admin, resources.roundStops, { routeId, stopOrder: 1, equipmentId: null })
  await mustPost('/api/maintenance/round/startRound', { routeId, requestId: randomUUID() })
}

/** A part of which some came, and some went. */
async function movePart(): Promise<void> {
  const { id: partId } = await addRow(admin, resources.spareParts)
  for (const [moveKind, quantity] of [
    ['in', 10],
    ['count', 7],
  ])
    await mustPost('/api/maintenance/partmove/movePart', { partId, moveKind, quantity, moveReason: 'test', requestId: randomUUID() })
}

/** Rows that nobody adds: somebody at the door asked for them, or the product wrote them. */
async function addByHand({ name }: Resource): Promise<void> {
  if (name === 'alarms' || name === 'deliveries') {
    const device = await buildDevice(server, tenant)
    for (const point_key of ['temperature', 'humidity']) await buildRule(server, device, { point_key })
    await measure(server, device, { temperature: 40, humidity: 90 })
  }
  if (name.startsWith('process-') || name.startsWith('historic-')) await runProcess(name)
  if (name === 'rounds') await beginRound()
  if (name === 'part-moves') await movePart()
  const planId = name === 'plan-dates' ? (await addRow(admin, resources.maintenancePlans)).id : undefined
  const own = { tenant_id: tenant.id, id: newId(), language: 'en' }
  const sender = name === 'unparsed-messages' ? await buildDevice(server, tenant) : undefined
  await server.services.transactions.inPlatform('a test needs rows to export', async (tx) => {
    if (planId !== undefined)
      for (const due_on of ['2020-01-31', '2020-02-29'])
        await tx.run(
          build.insertInto('plan_dates').values({ tenant_id: tenant.id, plan_id: planId, due_on, date_outcome: 'missed', order_id: null }),
        )
    if (name === 'registrations')
      await tx.run(
        build.insertInto('registrations').values({
          ...own,
          username: 'somebody',
          nickname: 'Some Body',
          email: 'somebody@example.com',
          prefix: '86',
          mobile: '13800000000',
        }),
      )
    if (name === 'backups')
      await tx.run(
        build.insertInto('backups').values({
          id: own.id,
          file_name: 'outstation.zip',
          backup_state: 'done',
          verdict: 'passed',
          engine: 'embedded',
          engine_version: '18',
          size_kb: 12,
          sha256: 'ab'.repeat(32),
          started_by: 'somebody',
        }),
      )
    if (sender)
      await tx.run(
        build.insertInto('unparsed_messages').values({
          tenant_id: tenant.id,
          id: own.id,
          device_id: sender.id,
          received_at: new Date(),
          message_source: 'mqtt',
          topic: 'tele/plug/STATE',
          payload: Buffer.from('{"a":'),
          message_head: '{"a":',
          fault_code: MESSAGE_FAULTS[0],
          fault_place: '',
        }),
      )
    if (name === 'deliveries') {
      const alarms = await tx.all(build.selectFrom('alarms').select(['id', 'rule_name']).where('tenant_id', '=', tenant.id))
      for (const [index, alarm] of alarms.entries())
        await tx.run(
          build.insertInto('deliveries').values({
            tenant_id: tenant.id,
            id: newId(),
            rule_id: newId(),
            alarm_id: alarm.id,
            event_id: String(index),
            delivery_event: 'raised',
            alarm_name: alarm.rule_name,
            alarm_priority: 2,
            alarm_value: 40,
            delivery_name: 'The night shift',
            channel_name: 'The control room',
            channel_kind: 'webhook',
            happened_at: new Date(),
            due_at: new Date(),
          }),
        )
    }
    if (name === 'messages')
      await tx.run(
        build.insertInto('messages').values({
          ...own,
          channel: 'mail',
          message_kind: 'password-link',
          recipient: 'somebody@example.com',
          subject: 'A new password',
          body: 'A link',
          message_state: 'sent',
        }),
      )
  })
}

/** What a list shows of a row, as people read it. */
function shown(of: Resource, fields: readonly string[], row: Record<string, unknown>): string[] {
  return fields.map((name) => {
    const { kind, options } = of.fields[name] as Field
    if (kind === 'words') return ((row[name] ?? []) as string[]).map((word) => translatorFor('en')(`button.${word}` as LabelKey)).join(', ')
    return String(
      (kind === 'choice' || (kind === 'list' && options) || kind === 'reference' || kind === 'references' ? row[`${name}Cn`] : row[name]) ??
        '',
    )
  })
}

/** Empty cells at the end of a row need not be written, and where a line breaks a blank may be lost. */
const plain = (rows: readonly string[][], width: number) =>
  rows.map((row) => Array.from({ length: width }, (_, index) => (row[index] ?? '').replace(/\s+/g, '')).join('|'))

/** A page shows twelve lines of a cell, which is more than eighty letters; what ends in an ellipsis there has to begin as in the list. */
function withoutEllipses(row: string, wanted: string): string {
  const whole = wanted.split('|')
  return row
    .split('|')
    .map((cell, index) => (cell.length > 80 && cell.endsWith('…') && whole[index]?.startsWith(cell.slice(0, -1)) ? whole[index] : cell))
    .join('|')
}

/** The fields that a file has without being asked for any. */
const columnsOfNoun = (of: Resource, fields: readonly string[], rows: readonly Record<string, unknown>[]) =>
  fields.filter((name) => !of.fields[name]?.rights.internal && (of.fields[name]?.kind !== 'lookup' || rows.some((row) => name in row)))

/** The columns of a PDF as they would stand beside each other on one page. */
function inOrderOf(headings: readonly string[], [head = [], ...rows]: readonly string[][]): string[][] {
  const plainly = (text: string | undefined) => text?.replace(/\s+/g, '')
  const taken = new Set<number>()
  const places = headings.map((heading) => {
    const place = head.findIndex((text, index) => !taken.has(index) && plainly(text) === plainly(heading))
    taken.add(place)
    return place
  })
  const others = head.flatMap((_, index) => (taken.has(index) ? [] : [index]))
  return [head, ...rows].map((cells) => [...places, ...others].map((place) => cells[place] ?? ''))
}

describe.each(askedNouns.map((of) => [of.name, of] as const))('%s', (_name, of) => {
  const route = paths.get(pathOf(of, 'export'))
  const client = () => (route?.access === 'platform' ? operator : admin)
  const t = translatorFor('en')
  const columnsIn = (fields: readonly string[], rows: readonly Record<string, unknown>[]) => columnsOfNoun(of, fields, rows)
  /** Every call is a row of the log: what comes later is left out. */
  let until = ''
  const list = async (query: Record<string, string | number> = {}, headers = {}, as = client()) =>
    (
      await as.get<Listed>(
        pathsOf(of).query,
        { pageSize: 10_000, createTimeStart: '2000-01-01 00:00:00', createTimeEnd: until, ...query },
        { 'accept-language': 'en', ...headers },
      )
    ).data
  beforeAll(async () => {
    if (of.name === 'packages') await addRow(operator, of)
    await addByHand(of)
    if (isWritable(of)) {
      const first = await addRow(admin, of)
      for (let index = 0; index < 3; index += 1) await addRow(admin, of, of.parent ? { [of.parent]: first.id } : {})
    }
    until = await timeOfServer()
    // Rows of the second that has begun would count as well.
    while ((await timeOfServer()) === until) await wait(20)
  })

  it('has all three formats, and all of them need their own right', () => {
    expect(verbs.map((verb) => paths.get(pathOf(of, verb))?.access)).toEqual([route?.access, route?.access, route?.access])
    expect(route?.access).not.toBe('signed-in')
  })

  it.each(verbs)('%s gives the rows of the list, in its order', async (verb) => {
    const { list: rows, fields } = await list()
    // A PDF leaves out what stands in no row.
    const columns = columnsIn(fields, rows).filter((name) => verb !== 'exportPDF' || rows.some((row) => shown(of, [name], row)[0] !== ''))
    expect(rows.length).toBeGreaterThan(0)
    const read = await rowsIn(await download(client(), pathOf(of, verb), { createTimeEnd: until }))
    const file =
      verb === 'exportPDF'
        ? inOrderOf(
            columns.map((name) => t(fieldKey(of.name, name))),
            read,
          )
        : read
    expect(plain(file.slice(0, 1), columns.length)).toEqual(plain([columns.map((name) => t(fieldKey(of.name, name)))], columns.length))
    const wanted = plain(
      rows.map((row) => shown(of, columns, row)),
      columns.length,
    )
    expect(
      verb === 'exportPDF'
        ? plain(file.slice(1), columns.length).map((row, index) => withoutEllipses(row, wanted[index] ?? ''))
        : plain(file.slice(1), columns.length),
    ).toEqual(wanted)
  })

  it('says in words by what it is narrowed, in which zone its times are, and who made it', async () => {
    const narrowed = of.fields['createTime']?.rights.filter
      ? `${t(fieldKey(of.name, 'createTime'))}: up to ${until}`
      : t('exported.unfiltered')
    for (const verb of verbs) {
      const { bytes, headers } = await download(client(), pathOf(of, verb), { createTimeEnd: until })
      const about = (await aboutFile(bytes, headers.get('content-type') ?? '')).join(' ').replace(/\s+/g, ' ')
      for (const text of [t(`noun.${of.name}` as LabelKey), narrowed, 'Asia/Shanghai (UTC+8)', client() === admin ? 'admin' : 'exporter'])
        expect(about, verb).toContain(text)
    }
  })

  it('gives the fields that were asked for, in their order, and none that the caller does not have', async () => {
    const { list: rows, fields } = await list()
    const some = columnsIn(fields, rows).slice(0, 3).reverse()
    for (const verb of ['export', 'exportWord'] as const) {
      const file = await rowsIn(await download(client(), pathOf(of, verb), { fields: some, createTimeEnd: until }))
      expect(plain(file, some.length)).toEqual(
        plain([some.map((name) => t(fieldKey(of.name, name))), ...rows.map((row) => shown(of, some, row))], some.length),
      )
    }
    expect(await client().post(`/api${pathOf(of, 'export')}`, { fields: [...some, 'nothing'] })).toMatchObject({
      http: 422,
      errors: [{ field: 'fields' }],
    })
  })

  it('gives what a filter leaves, in the order asked for, and only the chosen rows', async () => {
    const { list: rows } = await list()
    const some = rows.slice(0, 2).map((row) => String(row['id']))
    expect((await rowsIn(await download(client(), pathOf(of, 'export'), { id: some }))).length).toBe(1 + some.length)
    expect((await rowsIn(await download(client(), pathOf(of, 'export'), { id: some.join(',') }))).length).toBe(1 + some.length)
    expect((await rowsIn(await download(client(), pathOf(of, 'export'), { createTimeStart: '2100-01-01 00:00:00' }))).length).toBe(1)
    const sorters = sampleOf(
      `sorters of ${of.name}`,
      Object.entries(of.fields).flatMap(([name, { rights }]) => (rights.sort && rowFields(of).includes(name) ? [`${name}_ascend`] : [])),
      FIELDS,
    )
    for (const sorter of sorters) {
      const sorted = await list({ sorter })
      const file = await rowsIn(await download(client(), pathOf(of, 'export'), { sorter, createTimeEnd: until }))
      const columns = columnsIn(sorted.fields, sorted.list)
      expect(plain(file.slice(1), columns.length), sorter).toEqual(
        plain(
          sorted.list.map((row) => shown(of, columns, row)),
          columns.length,
        ),
      )
    }
    expect((await client().post(`/api${pathOf(of, 'export')}`, { sorter: 'nothing_ascend' })).http).toBe(422)
  })

  if (route?.access === 'granted') {
    it.each(hiddenOf(of))('without %s for whoever does not see it, in every format, and without a word about it', async (name) => {
      const headers = { rolecode: hiderOf(of, name) }
      const heading = t(fieldKey(of.name, name))
      for (const verb of verbs) {
        const [headings = []] = await rowsIn(await download(hider, pathOf(of, verb), {}, headers))
        const hidden = rowFields(of).filter((field) => t(fieldKey(of.name, field)) === heading).length
        const found = headings.map((text) => text.replace(/\s/g, '')).filter((text) => text === heading.replace(/\s/g, '')).length
        // A PDF leaves out what stands in no row.
        if (verb === 'exportPDF') expect(found, verb).toBeLessThanOrEqual(hidden - 1)
        else expect(found, verb).toBe(hidden - 1)
      }
      expect((await hider.post(`/api${pathOf(of, 'export')}`, { fields: [name] }, headers)).http).toBe(422)
      const all = (await rowsIn(await download(hider, pathOf(of, 'export'), {}, headers))).length
      for (const value of ['zzz', '1', '0', tenant.canary]) {
        const { length } = await rowsIn(
          await download(hider, pathOf(of, 'export'), { [name]: value, [`${name}Start`]: '2100-01-01 00:00:00' }, headers),
        )
        if (of.name === 'logs') expect(length).toBeGreaterThanOrEqual(all)
        else expect(length).toBe(all)
      }
      expect((await hider.post(`/api${pathOf(of, 'export')}`, { sorter: `${name}_ascend` }, headers)).http).toBe(422)
    })

    it('nothing of another tenant, not even by its id', async () => {
      const stranger = await other.signIn('admin')
      if (isWritable(of)) await addRow(stranger, of)
      const ids = (await list({}, {}, stranger)).list.map((row) => String(row['id'])).slice(0, 5)
      const own = new Set((await list()).list.map((row) => row['id']))
      const file = await rowsIn(await download(admin, pathOf(of, 'export'), { id: ids }))
      expect(file.length).toBe(1 + ids.filter((id) => own.has(id)).length)
    })
  }
})

describe('the alarms as a PDF', () => {
  it('can be read: no word is broken, nothing stands in vain, and what does not fit goes on on the next page beside the name of the alarm', async () => {
    const device = await buildDevice(server, tenant)
    for (const [index, point_key] of (['temperature', 'humidity'] as const).entries()) {
      await buildRule(server, device, {
        point_key,
        rule_name: `Feed pump ${index + 1} discharge temperature beyond its limit`,
        message_en: `Unacknowledged deviation of the discharge: see instruction ${index + 7}`,
        message_zh: '出口温度超出限值，请按作业指导书处理',
        message_tw: '出口溫度超出限值，請按作業指導書處理',
      } as never)
    }
    await measure(server, device, { temperature: 40, humidity: 90 })
    const { data } = await admin.get<Listed>(pathsOf(resources.alarms).query, { ruleName: 'Feed pump' })
    expect(
      await admin.post('/api/acquisition/alarm/acknowledgeAlarm', {
        id: [data.list[0]?.['id']],
        alarmComment: 'The operators have been told',
      }),
    ).toMatchObject({ http: 200 })
    const { bytes } = await download(admin, pathOf(resources.alarms, 'exportPDF'), { ruleName: 'Feed pump' })
    const pages = readPdfPages(bytes).map(readPdfTable)
    expect(pages.length).toBeGreaterThan(1)
    for (const [[head = []] = [], rows] of pages.map((page) => [page, page.slice(1)] as const)) {
      expect(head[0]).toEqual(['Alarm'])
      expect(rows.map(([name]) => name?.join(' '))).toEqual(
        expect.arrayContaining([
          'Feed pump 1 discharge temperature beyond its limit',
          'Feed pump 2 discharge temperature beyond its limit',
        ]),
      )
    }
    const cells = pages.flatMap((page) => page.flatMap((row) => row.map((lines) => lines.join(' '))))
    for (const text of [
      'Priority',
      'State',
      'Unacknowledged',
      'Unacknowledged deviation of the discharge: see instruction 7',
      'Message, English',
    ])
      expect(cells).toContain(text)
    for (const text of ['Rank', 'Shelved until']) expect(cells).not.toContain(text)
  })
})

describe('what stands in the files', () => {
  const hostile = ['=1+1', "+cmd|' /C calc'!A0", '@SUM(1+1)', '-2+3', '\u0009=1', '<b>&"\'', '_x0041_', '𠮷野家 😀 עברית', 'a\ud800b']
  let rows: string[][]
  let file: { bytes: Buffer; headers: Headers }
  beforeAll(async () => {
    for (const [index, roleName] of hostile.entries())
      await addRow(admin, resources.roles, {
        roleCode: `HOSTILE${index}`,
        roleName: roleName.replace(/[\u0000-\u001f]/g, ''),
        roleDescription: roleName.replace(/[\u0000-\u001f]/g, ''),
      })
    file = await download(
      admin,
      pathOf(resources.roles, 'export'),
      { roleCode: 'HOSTILE', sorter: 'roleCode_ascend' },
      { 'accept-language': 'zh-TW' },
    )
    rows = await rowsIn(file)
  })

  it('formulas stay texts, and every character comes through', async () => {
    expect(rows.length).toBe(1 + hostile.length)
    const sheet = readWorksheet((await unzip(file.bytes)).get('xl/worksheets/sheet1.xml') as string)
    expect(sheet.formulas).toBe(0)
    const times = sheet.rows.flat().filter(({ style: shown }) => shown === style.time)
    expect(times.map(({ type }) => type)).toEqual(hostile.map(() => 'n'))
    expect(
      new Set(
        sheet.rows
          .flat()
          .filter(({ value, style: shown }) => value !== '' && shown !== style.time)
          .map(({ type }) => type),
      ),
    ).toEqual(new Set(['inlineStr']))
    const names = rows.slice(1).map((row) => row.join('\n'))
    for (const text of ['=1+1', "+cmd|' /C calc'!A0", '@SUM(1+1)', '-2+3', '<b>&"\'', '_x005F_x0041_', '𠮷野家 😀 עברית', 'a\u{fffd}b'])
      expect(names.filter((name) => name.split('\n').includes(text)).length, text).toBe(1)
  })

  it('is named and headed in the language of whoever asks', () => {
    const t = translatorFor('tw')
    expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).toMatch(
      new RegExp(`^attachment; filename\\*=UTF-8''${t('noun.roles' as LabelKey)} \\d{4}-\\d\\d-\\d\\d \\d{4}\\.xlsx$`),
    )
    expect(rows[0]).toContain(t(fieldKey('roles', 'roleName')))
  })

  it('pages have their number, the headings and the name of the tenant', async () => {
    for (let index = 0; index < 60; index += 1) await addRow(admin, resources.roles, { roleCode: `PAGE${index}` })
    const pdf = await download(admin, pathOf(resources.roles, 'exportPDF'), { roleCode: 'PAGE' })
    const pages = readPdfPages(pdf.bytes)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) {
      expect(page.texts.some(({ text }) => text === `${tenant.canary} tenant`)).toBe(true)
      expect(page.head.from).toBeGreaterThan(0)
    }
    expect((await rowsIn(pdf)).length).toBe(61)
    const word = await unzip((await download(admin, pathOf(resources.roles, 'exportWord'), { roleCode: 'PAGE' })).bytes)
    expect(word.get('word/document.xml')).toMatch(/<w:tr><w:trPr><w:cantSplit\/><w:tblHeader\/>/)
    expect(word.get('word/header1.xml')).toContain(`${tenant.canary} tenant`)
    expect(word.get('word/footer1.xml')).toMatch(/ PAGE .* NUMPAGES /s)
  })
})
