/** Issued reports over real HTTP: numbers, frozen figures, files, signatures, revisions, and what the code on them tells anybody. */
import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { IssuedReportDetail, VerifiedReport } from '../../../../model/contract/report/issued-reports.ts'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import { readDocx } from '../../../../tests/support/files.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { wirePassword } from '../../../identity/index.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { identityOf } from '../../../kernel/authorization/user-identity.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import type { Job } from '../../../kernel/runtime/job.ts'
import { issueAsJob } from './issuing.ts'

const PATH = '/api/report/issued'
const role = (roleCode: string, urls: RoleSeed['urls'], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  ...{ roleCode, roleName: roleCode, roleDescription: '', menus: 'all', urls, hiddenButtons: [], hiddenFields },
})
const all = ['/acquisition/*', '/report/*', '/admin/syslog/queryHistory']

let server: TestServer
let tenant: BuiltTenant
let device: BuiltDevice
const people: Record<string, Client> = {}
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      role('ALL', all),
      role('KEYLESS', all, [{ menu: 'points', fields: ['pointName'] }]),
      role('READS', ['/acquisition/*', '/report/issued/query*']),
      role('VALUELESS', all, [{ menu: 'points', fields: ['newestValue'] }]),
    ],
    users: ['mary', 'carl', 'anna']
      .map((username) => buildUser({ username, roles: ['ALL'] }))
      .concat(['KEYLESS', 'READS', 'VALUELESS'].map((code) => buildUser({ username: code.toLowerCase(), roles: [code] }))),
  })
  for (const name of ['mary', 'carl', 'anna', 'keyless', 'reads', 'valueless']) people[name] = await tenant.signIn(name)
  device = await buildDevice(server, tenant, { room: {} })
  await rows(`update points set unit = '°C', point_name = 'probe one' where tenant_id = $1 and point_key = 'room'`)
  await sendReadings(server, device, [{ key: 'room', time: Date.now() - 5000, value: 20.5 }])
}, 120_000)

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (client) => (await client.query(text, [tenant.id, ...values])).rows as Row[])
/** Figures that were asked for a moment ago are kept for two seconds. */
const grownOld = () => new Promise((resolve) => setTimeout(resolve, 2100))
const client = (name: string): Client => people[name] ?? expect.fail(name)
const issue = (name = 'mary', more: object = {}) =>
  client(name).post<{ id: string; reportNumber: string }>(`${PATH}/issueReport`, {
    report: 'curing-room',
    period: 'day',
    deviceId: device.id,
    ...more,
  })
const detail = async (id: string, name = 'mary') => client(name).get<IssuedReportDetail>(`${PATH}/queryIssuedReportDetail`, { id })
const page = (id: string, number = 1, name = 'mary') => client(name).get<ReportPage>(`${PATH}/queryIssuedReportPage`, { id, page: number })
const textsOf = ({ boxes }: ReportPage) => boxes.flatMap(({ lines }) => lines.map(({ text }) => text))
const sign = (name: string, id: string, slot: string) => client(name).post(`${PATH}/signReport`, { id, slot })
const confirm = async (name: string) =>
  expect((await client(name).post('/api/account/secondfactor/confirmIdentity', { password: wirePassword(PASSWORD) })).http).toBe(200)
async function file(id: string, format: string, name = 'mary') {
  const response = await fetch(`${server.url}${PATH}/downloadIssuedReport?id=${id}&format=${format}`, {
    headers: { authorization: `Bearer ${client(name).token}` },
  })
  return { http: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** A published template of devices by their kind of connection. */
async function templateOf(more: object): Promise<string> {
  const document = { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], dimensions: [{ field: 'connection' }], ...more }
  const content = { ...EMPTY_TEMPLATE, sets: { a: { document } }, cells: { A1: { field: 'a.connection', expand: 'down' } } }
  const template = '/api/report/template'
  const named = { templateName: `devices ${randomUUID()}`, templateKind: 'other' }
  const begun = await client('mary').post<{ id: string }>(`${template}/importReportDesign`, { ...named, content })
  const published = await client('mary').post(`${template}/publishReportTemplate`, { id: begun.data.id, revision: 1 })
  expect(published.http, JSON.stringify(published.errors ?? begun.errors ?? published.message)).toBe(200)
  return begun.data.id
}
/** The address on the last page, as it is printed below the code. */
const tokenOf = async (id: string) => {
  const { data } = await page(id)
  const texts = textsOf((await page(id, data.count)).data).join('')
  return /\/verify\/([A-Za-z0-9_-]{43})/.exec(texts)?.[1] ?? expect.fail(texts)
}

describe('an issued report', () => {
  it('has a number without holes, whoever issues at once, and takes none where it cannot be stored', async () => {
    const answers = await Promise.all(['mary', 'carl', 'anna', 'mary'].map((name) => issue(name)))
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200])
    const kept = async () => (await rows<{ count: string }>('select count(*) as count from blobs where tenant_id = $1'))[0]?.count
    const before = await kept()
    // The last of its files finds no room, when the number has been taken already.
    await rows('update tenants set storage_quota = 0 where id = $1')
    expect(await issue()).toMatchObject({ http: 409, message: expect.stringMatching(/may store 0 MB/) as string })
    await rows('update tenants set storage_quota = null where id = $1')
    expect(await kept()).toBe(before)
    expect((await issue('mary', { deviceId: '01900000-0000-7000-8000-000000000000' })).http).toBe(422)
    const last = (await issue()).data.reportNumber
    const year = last.split('-').at(-2) ?? ''
    expect([...answers.map(({ data }) => data.reportNumber), last].toSorted()).toEqual(
      [1, 2, 3, 4, 5].map((number) => `CURING-ROOM-${year}-000${number}`),
    )
  })

  it('shows what was there when it was issued, whatever becomes of that, and the same in its files', async () => {
    const { data } = await issue()
    expect(textsOf((await page(data.id)).data)).toEqual(expect.arrayContaining(['20.5', 'probe one']))
    const [pdf, xlsx, docx] = [await file(data.id, 'pdf'), await file(data.id, 'xlsx'), await file(data.id, 'docx')]
    await sendReadings(server, device, [{ key: 'room', time: Date.now() - 1000, value: 80 }])
    await rows(`update points set point_name = 'probe two' where tenant_id = $1 and point_key = 'room'`)
    await grownOld()
    const fresh = await client('mary').get<ReportPage>('/api/report/report/queryReportPage', { report: 'curing-room', deviceId: device.id })
    expect(textsOf(fresh.data)).toContain('probe two')
    const texts = textsOf((await page(data.id)).data)
    expect(texts).toContain('probe one')
    expect(texts).not.toContain('80.0')
    // Only what is not issued has room for signatures by hand.
    const isByHand = (text: string) => text.includes('____')
    expect([textsOf(fresh.data).some(isByHand), texts.some(isByHand)]).toEqual([true, false])
    expect(texts).toContain('Signatures: last page of the PDF')
    expect(texts).toContain(`No. ${data.reportNumber}`)
    expect((await file(data.id, 'pdf')).bytes.equals(pdf.bytes)).toBe(true)
    const { files } = (await detail(data.id)).data
    expect(files.map(({ kind, sha256: sum }) => [kind, sum])).toEqual([
      ['pages', expect.stringMatching(/^[0-9a-f]{64}$/)],
      ['pdf', sha256(pdf.bytes)],
      ['xlsx', sha256(xlsx.bytes)],
      ['docx', sha256(docx.bytes)],
    ])
    expect((await readDocx(docx.bytes)).flat()).toEqual(expect.arrayContaining(['probe one', '20.5']))
    await rows(`update points set point_name = 'probe one' where tenant_id = $1 and point_key = 'room'`)
  })

  it('is changed and removed by nobody, not even by the one who owns the database', async () => {
    const { data } = await issue()
    const refused = (text: string) => expect(rows(text, [data.id]), text).rejects.toThrow(/never changed/)
    await refused(`update issued_reports set report_title = 'another' where tenant_id = $1 and id = $2`)
    await refused(`update issued_reports set documents = '[]' where tenant_id = $1 and id = $2`)
    await refused(`update issued_files set sha256 = repeat('0', 64) where tenant_id = $1 and issued_id = $2`)
    const inTenant = (text: string) =>
      server.database.asOwner(async (owner) => {
        await owner.query('begin')
        try {
          await owner.query(`select set_config('app.tenant_id', $1, true)`, [tenant.id])
          await owner.query('set local role outstation_tenant')
          await owner.query(text, [data.id])
        } finally {
          await owner.query('rollback')
        }
      })
    await expect(inTenant('delete from issued_reports where id = $1')).rejects.toThrow(/permission denied/)
    await expect(inTenant('delete from issued_files where issued_id = $1')).rejects.toThrow(/permission denied/)
    // All changes are sealed, and so are the number and the checksums.
    const [change] = await rows<{ after: Record<string, unknown> }>(
      `select after from changes where tenant_id = $1 and table_name = 'issued_files' and row_id = $2 and after ->> 'file_kind' = 'pdf'`,
      [data.id],
    )
    expect(change?.after['sha256']).toBe(sha256((await file(data.id, 'pdf')).bytes))
    // What no longer holds is over in all of it.
    expect((await client('mary').post(`${PATH}/withdrawReport`, { id: data.id, reason: 'the probe was broken' })).http).toBe(200)
    await refused(`update issued_reports set withdrawn_at = now() + interval '1 day' where tenant_id = $1 and id = $2`)
    await refused(`update issued_reports set signature_count = 3 where tenant_id = $1 and id = $2`)
    const added = (text: string) => expect(rows(text, [data.id]), text).rejects.toThrow(/no longer holds/)
    await added(`insert into report_signatures select $1, $2, 'made', gen_random_uuid(), 'x', 'password', repeat('0', 64), now()`)
    await added(`insert into issued_files select tenant_id, issued_id, 'signed', 1, blob_id, size, sha256 from issued_files
      where tenant_id = $1 and issued_id = $2 and file_kind = 'pdf'`)
  })

  it('is of the site that all of its figures are limited to, whatever was asked for besides', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    for (const site of [one, other])
      await rows('insert into sites (tenant_id, id, site_code, site_name) values ($1, $2, $3, $3)', [site, site.slice(0, 8)])
    const { id: deviceId } = await buildDevice(server, tenant, { room: {} })
    await rows('update devices set site_id = $2 where tenant_id = $1 and id = $3', [one, deviceId])
    const ofAll = await templateOf({})
    const ofSite = await templateOf({
      params: [{ name: 'siteId', kind: 'reference', to: 'sites', required: true }],
      where: {
        and: [
          { field: 'connection', op: 'filled' },
          { field: 'siteId', op: 'equals', param: 'siteId' },
        ],
      },
    })
    const ofAny = await templateOf({
      params: [{ name: 'siteId', kind: 'reference', to: 'sites', required: true }],
      where: {
        or: [
          { field: 'connection', op: 'filled' },
          { field: 'siteId', op: 'equals', param: 'siteId' },
        ],
      },
    })
    const siteOf = async (more: object) => {
      const answer = await issue('mary', { deviceId: undefined, ...more })
      expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
      const [row] = await rows<{ site_id: string | null }>('select site_id from issued_reports where tenant_id = $1 and id = $2', [
        answer.data.id,
      ])
      return row?.site_id
    }
    expect(await siteOf({ deviceId })).toBe(one)
    expect(await siteOf({ report: ofSite, siteId: other })).toBe(other)
    for (const asked of [
      { report: 'specimens', deviceId },
      { report: ofAll, deviceId, siteId: one },
      { report: ofAny, siteId: one },
    ])
      expect(await siteOf(asked), asked.report).toBeNull()
    expect(await siteOf({ report: 'specimens', deviceId, siteId: other })).toBe(other)
  })

  it('is one of a job, however many servers are at work on that', async () => {
    const jobId = randomUUID()
    const userId = tenant.users['mary'] ?? ''
    // Of a kind that the server itself does not take.
    await rows(
      `insert into jobs (tenant_id, id, user_id, kind, title, status, input, role_codes, language) values ($1, $2, $3, 'issued-twice', 'x', 'running', '{}', '{ALL}', 'en')`,
      [jobId, userId],
    )
    const { transactions, grants } = server.services
    const identity = await identityOf(transactions, grants, { tenantId: tenant.id, userId, sessionId: jobId })
    const caller = callerOf(identity ?? expect.fail('mary is gone'), undefined)
    const job: Job = {
      ...{ id: jobId, input: { asked: { report: 'curing-room', period: 'day' } }, caller, language: 'en', t: translatorFor('en') },
      ...{ services: server.services, signal: new AbortController().signal, progress: () => undefined },
      inTenant: (work, mode) => transactions.inTenant({ tenantId: tenant.id, userId, rows: caller.rows, operationId: jobId }, work, mode),
    }
    const [first, second] = await Promise.all([issueAsJob(job), issueAsJob(job)])
    expect(second).toEqual(first)
    const [{ count } = { count: '' }] = await rows<{ count: string }>(
      `select count(*) as count from changes where tenant_id = $1 and operation_id = $2 and table_name = 'issued_reports' and verb = 'add'`,
      [jobId],
    )
    expect(count).toBe('1')
  })

  it('is for those who may have all that it shows, and done by those who may', async () => {
    const { id } = (await issue()).data
    for (const name of ['keyless', 'valueless']) {
      expect((await page(id, 1, name)).http, name).toBe(404)
      expect((await detail(id, name)).http, name).toBe(404)
      expect((await file(id, 'pdf', name)).http, name).toBe(404)
      expect((await sign(name, id, 'made')).http, name).toBe(404)
    }
    // What they issue themselves has no names of points, so that they may read it.
    const own = (await issue('keyless')).data.id
    expect((await page(own, 1, 'keyless')).http).toBe(200)
    expect((await page(id, 1, 'reads')).http).toBe(200)
    for (const [call, body] of [
      ['issueReport', { report: 'curing-room' }],
      ['reviseReport', { id }],
      ['withdrawReport', { id, reason: 'x' }],
      ['signReport', { id, slot: 'made' }],
    ] as const)
      expect((await client('reads').post(`${PATH}/${call}`, body)).http, call).toBe(403)
    expect((await file(id, 'pdf', 'reads')).http).toBe(403)
  })
})

describe('a signature', () => {
  it('needs a proof of its own, goes by places, and is one person one place; a copy of the PDF has it', async () => {
    const { id, reportNumber } = (await issue()).data
    const { bytes } = await file(id, 'pdf')
    expect(await sign('mary', id, 'made')).toMatchObject({ http: 403, errors: [{ field: 'signature' }] })
    await confirm('mary')
    expect((await sign('mary', id, 'approved')).http, 'nobody approves what nobody made').toBe(409)
    expect((await sign('mary', id, 'made')).http).toBe(200)
    const other = (await issue()).data.id
    expect((await sign('mary', other, 'made')).http, 'one proof, one signature').toBe(403)
    await confirm('mary')
    expect((await sign('mary', id, 'checked')).http, 'twice').toBe(409)
    await confirm('carl')
    expect((await sign('carl', id, 'checked')).http).toBe(200)
    const { data } = await detail(id)
    expect(data.signatures).toMatchObject([
      { slot: 'made', by: 'mary', proof: 'password' },
      { slot: 'checked', by: 'carl', proof: 'password' },
    ])
    const { mayNext, hasSigned } = (await detail(id, 'anna')).data
    expect([data.mayNext, data.hasSigned, mayNext, hasSigned]).toEqual([null, true, 'approved', false])
    const { data: first } = await page(id)
    const last = textsOf((await page(id, first.count)).data)
    expect(last).toEqual(expect.arrayContaining(['mary', 'carl', reportNumber]))
    const signed = await file(id, 'pdf')
    expect(signed.bytes.equals(bytes)).toBe(false)
    expect(data.files.at(-1)).toMatchObject({ kind: 'signed', signatures: 2, sha256: sha256(signed.bytes) })
  })

  it('of two at once is one, and the other is told whose and when', async () => {
    const { id } = (await issue()).data
    await confirm('mary')
    await confirm('carl')
    const answers = await Promise.all(['mary', 'carl'].map((name) => sign(name, id, 'made')))
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
    const [winner, loser] = answers[0]?.http === 200 ? ['mary', answers[1]] : ['carl', answers[0]]
    expect(loser?.message).toMatch(new RegExp(`${winner ?? ''}.*\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d`))
    expect((await detail(id)).data.signatures.map(({ by }) => by)).toEqual([winner])
  })
})

describe('a revision', () => {
  it('takes the place of what it revises, once, with the figures of now', async () => {
    const { id, reportNumber } = (await issue()).data
    await rows(`update points set point_name = 'probe new' where tenant_id = $1 and point_key = 'room'`)
    await grownOld()
    const answers = await Promise.all(
      ['mary', 'carl'].map((name) => client(name).post<{ id: string; reportNumber: string }>(`${PATH}/reviseReport`, { id })),
    )
    await rows(`update points set point_name = 'probe one' where tenant_id = $1 and point_key = 'room'`)
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
    const next = answers.find(({ http }) => http === 200)?.data ?? expect.fail()
    expect(next.reportNumber).toBe(`${reportNumber}-R1`)
    expect(textsOf((await page(next.id)).data)).toContain('probe new')
    expect((await detail(id)).data).toMatchObject({ report: { reportState: 'revised' }, supersededBy: { reportNumber: next.reportNumber } })
    expect((await detail(next.id)).data).toMatchObject({ report: { reportState: 'valid' }, supersedes: { reportNumber } })
    await confirm('mary')
    expect((await sign('mary', id, 'made')).http, 'what no longer holds is signed by nobody').toBe(409)
    const again = await client('mary').post<{ reportNumber: string }>(`${PATH}/reviseReport`, { id: next.id })
    expect(again.data.reportNumber).toBe(`${reportNumber}-R2`)
  })
})

describe('the code on a report', () => {
  it('tells anybody whether it holds, what its files are, and nothing else', async () => {
    const { id, reportNumber } = (await issue()).data
    const token = await tokenOf(id)
    const ask = async (given: string) => {
      const response = await fetch(`${server.url}/api/report/verify/verifyReport`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: given }) },
      })
      return { http: response.status, ...((await response.json()) as { data: VerifiedReport }) }
    }
    const answer = await ask(token)
    expect(answer).toMatchObject({ http: 200, data: { reportNumber, reportState: 'valid', revisedBy: null } })
    expect(Object.keys(answer.data).toSorted()).toEqual(
      ['files', 'issuedAt', 'reportNumber', 'reportState', 'reportTitle', 'revisedBy', 'tenant', 'withdrawnAt', 'zone'].toSorted(),
    )
    expect(answer.data.files).toContainEqual({ kind: 'pdf', sha256: sha256((await file(id, 'pdf')).bytes) })
    expect(JSON.stringify(answer)).not.toContain(id)
    expect((await client('mary').post(`${PATH}/withdrawReport`, { id, reason: 'the probe was broken' })).http).toBe(200)
    const withdrawn = await ask(token)
    expect(withdrawn.data).toMatchObject({ reportState: 'withdrawn' })
    expect(JSON.stringify(withdrawn)).not.toContain('broken')
    expect((await client('mary').post(`${PATH}/reviseReport`, { id })).http).toBe(409)
    expect((await ask(`${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`)).http).toBe(404)
    expect((await ask(token.slice(1))).http).toBe(422)
    // What is stored opens nothing.
    const [row] = await rows<{ token_hash: Buffer }>('select token_hash from issued_reports where tenant_id = $1 and id = $2', [id])
    expect((await ask(row?.token_hash.toString('base64url') ?? '')).http).toBe(404)
  })
})
