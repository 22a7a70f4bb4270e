/** What somebody finds who signs in to the demonstration for the first time. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ScreenDesign, ScreenPageData } from '../../model/contract/screen/screens.ts'
import { PASSWORD } from '../../tests/support/builders.ts'
import type { Client } from '../../tests/support/client.ts'
import { signIn } from '../../tests/support/client.ts'
import type { DiskList, DiskRow } from '../../tests/support/disk.ts'
import { FILE } from '../../tests/support/disk.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { demonstrations, features } from '../modules.ts'
import { seed } from './seed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ demo: true, demoPassword: PASSWORD })
  await seed(server.services, features, demonstrations)
})
afterAll(() => server.stop())

const as = (tenant: string, name: string) => signIn(server.url, tenant, name, PASSWORD)
const listed = async (client: Client, query: Record<string, string | number>) =>
  (await client.get<DiskList>(`${FILE}/queryFile`, { pageSize: 100, ...query })).data.list
const everything = async (client: Client, place = 'mine'): Promise<DiskRow[]> =>
  listed(client, { place, everywhere: 1, originalFilename: '.' })

it.each(['10001', '10002'])('in %s there is something unread, something urgent, and a draft that only its writers see', async (tenant) => {
  const [admin, viewer] = await Promise.all([as(tenant, 'admin'), as(tenant, 'viewer')])
  const mine = (
    await viewer.get<{ list: { title: string; priority: string; publishTime: string }[]; unread: number }>(
      '/api/notification/notification/queryMyNotification',
    )
  ).data
  expect(mine.unread).toBeGreaterThan(0)
  expect(mine.list.filter(({ priority }) => priority === 'high')).toHaveLength(1)
  const drafts = (
    await admin.get<{ list: { title: string }[] }>('/api/notification/notification/queryNotification', { status: 'draft' })
  ).data.list.map(({ title }) => title)
  expect(drafts).toHaveLength(1)
  expect(mine.list.map(({ title }) => title)).not.toContain(drafts[0])
  // It was published before anybody had a page open: the clock finds nothing to do.
  const { rows } = await server.database.asOwner((client) =>
    client.query("select 1 from notifications where status = 'published' and (announced_at is null or publish_time > now())"),
  )
  expect(rows).toEqual([])
})

it.each(['10001', '10002'])('in %s files of each kind lie on the disk, whole, and what is shared is seen by others', async (tenant) => {
  const [admin, viewer] = await Promise.all([as(tenant, 'admin'), as(tenant, 'viewer')])
  const files = await everything(admin)
  expect(new Set(files.map(({ fileType }) => fileType))).toEqual(new Set(['text', 'spreadsheet', 'audio']))
  for (const { id, originalFilename } of files) {
    const answer = await fetch(`${server.url}${FILE}/content?id=${id}`, { headers: { authorization: `Bearer ${admin.token}` } })
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 100], originalFilename).toEqual([200, true])
  }
  expect((await listed(viewer, { place: 'shared' })).map(({ originalFilename }) => originalFilename)).toEqual(['共享资料'])
  expect((await everything(viewer, 'shared')).length).toBeGreaterThan(3)
  const usage = (await admin.get<{ used: number; tenantUsed: number }>(`${FILE}/queryFileUsage`)).data
  expect(usage.used).toBeGreaterThan(10_000)
  expect(usage.tenantUsed).toBeGreaterThanOrEqual(usage.used)
})

it.each([
  ['10001', 5],
  ['10002', 3],
])('in %s there are %i screens, each page of which shows all that is on it', async (tenant, count) => {
  const [admin, viewer] = await Promise.all([as(tenant, 'admin'), as(tenant, 'viewer')])
  const path = '/api/screen/screen'
  const { list } = (await admin.get<{ list: { id: string; screenName: string }[] }>(`${path}/queryScreen`, { pageSize: 100 })).data
  expect(list).toHaveLength(count)
  for (const { id, screenName } of list) {
    const { content, findings } = (await admin.get<ScreenDesign>(`${path}/queryScreenDesign`, { id })).data
    expect(
      findings.filter(({ code }) => code !== 'stale'),
      screenName,
    ).toEqual([])
    for (const { id: page, widgets } of content.pages) {
      const shown = await admin.post<ScreenPageData>(`${path}/queryScreenPage`, { id, page })
      expect(shown.http, `${screenName}: ${JSON.stringify(shown.errors ?? shown.message)}`).toBe(200)
      expect(shown.data.withheld, screenName).toEqual([])
      expect(
        Object.entries(shown.data.figures).filter(([, answer]) => 'error' in answer),
        screenName,
      ).toEqual([])
      // A viewer sees screens as well, but for what says who has which work.
      const seen = await viewer.post<ScreenPageData>(`${path}/queryScreenPage`, { id, page })
      expect([seen.http, seen.data.withheld.length < widgets.length / 4], screenName).toEqual([200, true])
    }
  }
  expect((await viewer.get(`${path}/queryScreenShown`, { screenCode: 'bigdata' })).http).toBe(200)
})

interface Entry {
  readonly name: string
  readonly routes?: readonly Entry[]
}
const flat = (entries: readonly Entry[]): string[] => entries.flatMap(({ name, routes = [] }) => [name, ...flat(routes)])
/** The names of the pages that somebody has, those that only other pages lead to as well. */
const pagesOf = async (client: Client): Promise<string[]> =>
  flat((await client.post<{ menu: Entry[] }>('/api/account/sysuserdetail/queryCurrentAuthority', {})).data.menu)

it.each(['10001', '10002'])('in %s what the demonstration has opens for its users: tasks, processes, forms, reports', async (tenant) => {
  // Where the workbench and what people are told of tasks lead.
  const asked = [
    'startprocess',
    'myprocess',
    'myprocessdetails',
    'candidatetask',
    'assigneetask',
    'finishedtask',
    'mytaskdetails',
    'copytask',
  ]
  for (const name of ['admin', 'editor', 'viewer']) {
    const pages = await pagesOf(await as(tenant, name))
    expect(pages, name).toEqual(expect.arrayContaining(asked))
  }
  const managed = [
    'model',
    'processdesign',
    'deployment',
    'processdefinition',
    'processinstance',
    'execution',
    'task',
    'historicprocessinstance',
  ]
  const designed = [
    'generatorform',
    'formdesign',
    'formentry',
    'reporttemplate',
    'reportdesign',
    'issuedreport',
    'reportschedule',
    'boards',
  ]
  expect(await pagesOf(await as(tenant, 'admin'))).toEqual(expect.arrayContaining([...managed, ...designed]))
})

it('ordinary roles have the workbench, their notifications and the network disk; who only looks uploads nothing', async () => {
  for (const name of ['admin', 'editor', 'viewer']) {
    const client = await as('10002', name)
    expect(await pagesOf(client), name).toEqual(expect.arrayContaining(['workbench', 'mynotification', 'networkdisk']))
    const { allowed } = (await client.get<DiskList & { allowed: string[] }>(`${FILE}/queryFile`)).data
    expect(allowed.includes('upload'), name).toBe(name !== 'viewer')
    expect(allowed).toEqual(expect.arrayContaining(['download', 'preview']))
  }
})

it.each(['10001', '10002'])(
  'in %s three processes are drawn and deployed, with instances that run, that are over, and one that somebody has to see to',
  async (tenant) => {
    const admin = await as(tenant, 'admin')
    interface Rows {
      readonly list: { id: string; key: string; definitionKey: string; processStatus: string; hasIncident: number }[]
    }
    const rows = async (path: string) => (await admin.get<Rows>(`/api/activiti/${path}`, { pageSize: 100 })).data.list
    const keys = ['alarm-repair', 'device-calibration', 'leave-request']
    expect((await rows('model/queryModel')).map(({ key }) => key).sort()).toEqual(keys)
    expect((await rows('process/queryProcessDefinition')).map(({ key }) => key).sort()).toEqual(keys)
    const instances = await rows('history/queryHistoricProcessInstance')
    for (const key of keys) expect(instances.some((one) => one.definitionKey === key && one.processStatus === 'running')).toBe(true)
    expect(new Set(instances.map(({ processStatus }) => processStatus))).toEqual(new Set(['running', 'approved', 'rejected']))
    const stopped = instances.filter(({ hasIncident }) => hasIncident === 1)
    expect(stopped.map(({ definitionKey }) => definitionKey)).toEqual(['alarm-repair'])
    const { data } = await admin.get<{ list: { kind: string }[] }>('/api/activiti/process/queryIncident', {
      processInstanceId: stopped[0]?.id ?? '',
    })
    expect(data.list).toMatchObject([{ kind: 'no-flow', activityId: 'urgent' }])
  },
)

it.each(['10001', '10002'])('in %s a report is issued and signed in all its places, with figures on its first page', async (tenant) => {
  const admin = await as(tenant, 'admin')
  type Row = { id: string; reportNumber: string; signatureCount: number; reportState: string }
  const { list } = (await admin.get<{ list: Row[] }>('/api/report/issued/queryIssuedReport', { pageSize: 100 })).data
  const signed = list.find(({ signatureCount }) => signatureCount === 3)
  expect(signed).toMatchObject({ reportState: 'valid', reportNumber: expect.stringMatching(/-0001$/) })
  const page = async (number: number) =>
    (
      await admin.get<{ count: number; boxes: unknown[] }>('/api/report/issued/queryIssuedReportPage', {
        id: signed?.id ?? '',
        page: number,
      })
    ).data
  const first = await page(1)
  expect(JSON.stringify(first.boxes)).toContain(tenant === '10001' ? 'ZL-102-N4' : 'QD-GZ-01')
  expect(JSON.stringify((await page(first.count)).boxes)).toContain('admin')
})
