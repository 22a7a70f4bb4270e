/** A tenant whose processes run is archived with all of them, erased without a rest, and cut to a package without one that cannot go on. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'
import type { Entry } from 'yauzl'
import type { PlatformState, SystemInfo } from '../../../../model/contract/admin/backups.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, service, task, way } from '../../../../tests/support/processes.ts'
import { tenantTables } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { build } from '../../../kernel/database/sql.ts'
import { stranded } from '../../../workflow/index.ts'

const PATH = '/api/admin/systenant'

let server: TestServer
let operator: Client
beforeAll(async () => {
  server = await startServer()
  operator = await (await buildPlatform(server)).signIn('admin')
})
afterAll(() => server.stop())

const asked = { people: [{ kind: 'user', username: 'editor' }] }
/** A task with a timer at its edge, and a call to the outside that waits for its next try. */
const MODEL = bpmn(
  'lasting',
  `<parallelGateway id="split"/>${task('one', asked)}<boundaryEvent id="edge" attachedToRef="one" cancelActivity="false"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>
  <intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent><endEvent id="end"/><endEvent id="late"/><endEvent id="came"/>
  ${way('start > split > one > end')}${way('edge > late')}${way('split > wait > came')}`,
  { before: '<message id="m" name="Came"/>' },
)
async function running(): Promise<{ tenant: BuiltTenant; instance: string }> {
  const tenant = await buildTenant(server)
  const definition = await deployRows(server, tenant, MODEL)
  const admin = await tenant.signIn('admin')
  const { id } = dataOf<{ id: string }>(
    await admin.post('/api/activiti/process/startProcessInstance', {
      processDefinitionId: definition,
      startTime: '2026-01-01 08:00:00',
      endTime: '2026-01-01 18:00:00',
      description: `about ${tenant.canary}`,
      variables: { amount: 3 },
    }),
  )
  return { tenant, instance: id }
}
const countsOf = async ({ id }: Pick<BuiltTenant, 'id'>) => {
  const tables = (await tenantTables(server)).filter((name) => /^process_|^scheduled_work$/.test(name))
  return server.database.asOwner(async (client) => {
    const counts: Record<string, number> = {}
    for (const table of tables)
      counts[table] = Number((await client.query(`select count(*) as n from ${table} where tenant_id = '${id}'`)).rows[0].n)
    return counts
  })
}
/** Tables in which an instance that runs has rows. */
const FULL = [
  'process_deployments',
  'process_definitions',
  'process_instances',
  'process_activities',
  'process_tasks',
  'process_task_people',
  'process_variables',
  'process_variable_changes',
  'process_events',
  'process_waits',
  'process_numbers',
  'scheduled_work',
]

function filesOf(bytes: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  return new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip
        .on('end', () => resolve(files))
        .on('error', reject)
        .on('entry', (entry: Entry) =>
          zip.openReadStream(entry, (failure, stream) => {
            if (failure) return reject(failure)
            buffer(stream).then((content) => {
              files.set(entry.fileName, content.toString())
              zip.readEntry()
            }, reject)
          }),
        )
      zip.readEntry()
    }),
  )
}

it('is archived with every row of them, and with what is still due', { timeout: 120_000 }, async () => {
  const { tenant, instance } = await running()
  const { data } = await operator.post<{ jobId: string }>(`${PATH}/archiveSysTenant`, { id: tenant.id })
  const state = async () => (await operator.get<{ status: string }>(`${PATH}/queryArchiveSysTenant`, { jobId: data.jobId })).data.status
  await expect.poll(state, { timeout: 100_000 }).toBe('done')
  const response = await fetch(`${server.url}/api/admin/jobs/downloadJob`, {
    method: 'POST',
    body: JSON.stringify({ id: data.jobId }),
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json' },
  })
  const files = await filesOf(Buffer.from(await response.arrayBuffer()))
  const counts = await countsOf(tenant)
  const linesOf = (table: string) => (files.get(`tables/${table}.jsonl`) ?? '').split('\n').filter(Boolean)
  for (const [table, count] of Object.entries(counts)) expect(linesOf(table), table).toHaveLength(count)
  expect(FULL.filter((table) => (counts[table] ?? 0) === 0)).toEqual([])
  expect(JSON.parse(linesOf('process_instances')[0] ?? '{}')).toMatchObject({ id: instance, instance_state: 'running' })
})

it('is erased with all of them, and nothing of it is carried out afterwards', { timeout: 120_000 }, async () => {
  const [{ tenant }, { tenant: other }] = [await running(), await running()]
  const before = await countsOf(other)
  expect((await operator.put(`${PATH}/updateSysTenantByMark`, { id: tenant.id, mark: 1 })).http).toBe(200)
  dataOf(await operator.post(`${PATH}/deleteSysTenant`, { id: tenant.id, tenantCode: tenant.code }))
  expect(Object.entries(await countsOf(tenant)).filter(([, count]) => count > 0)).toEqual([])
  expect(await countsOf(other)).toEqual(before)
})

it(
  'cut to a package without pages of processes, whoever is asked still does it, and nothing is stranded',
  { timeout: 120_000 },
  async () => {
    const { tenant, instance } = await running()
    const { data: bought } = await operator.post<{ id: string }>('/api/admin/syspackage/addSysPackage', { packageName: `P ${unique()}` })
    dataOf(await operator.post('/api/admin/syspackage/authorizeSysPackage', { id: bought.id, menuId: [], urlId: [] }))
    dataOf(await operator.put(`${PATH}/updateSysTenant`, { id: tenant.id, packageId: bought.id }))
    const [admin, editor] = [await tenant.signIn('admin'), await tenant.signIn('editor')]
    expect((await admin.get('/api/activiti/process/queryProcessInstance')).http, 'those who manage instances see none').toBe(403)
    expect(await inTenant(server, tenant, (tx) => stranded(tx, 10))).toEqual([])
    const [open] = await openTasksOf(server, tenant, instance)
    expect(await editor.post('/api/activiti/task/completeTask', { taskId: open?.id, comment: 'done' })).toMatchObject({ http: 200 })
    expect(await server.services.workflow.deliverMessage(tenant.id, { name: 'Came', correlation: null, variables: {} })).toBe(1)
    await expect
      .poll(
        async () =>
          (await inTenant(server, tenant, (tx) => tx.all(build.selectFrom('process_instances').select('instance_state')))).map(
            ({ instance_state: state }) => state,
          ),
        {
          timeout: 10_000,
        },
      )
      .toEqual(['ended'])
  },
)

it(
  'what is stopped or suspended in a tenant cut to such a package is told whoever runs the platform, and goes on once the package has the calls again',
  { timeout: 120_000 },
  async () => {
    const { tenant, instance } = await running()
    const { workflow } = server.services
    await workflow.suspend(person(tenant, 'admin'), { instanceId: instance })
    const looks = service('look', { do: 'read-latest', point: '= "nowhere/nothing"', into: 'seen' })
    const definition = await deployRows(
      server,
      tenant,
      bpmn('stopped', `${looks}${task('one', asked)}<endEvent id="end"/>${way('start > look > one > end')}`),
    )
    const { id: stopped } = await workflow.start(person(tenant, 'admin'), { of: { definition } })
    expect(await instanceRow(server, tenant, stopped)).toMatchObject({ incidents: ['failed'] })

    const unattended = async () => {
      const { data } = await operator.get<PlatformState>('/api/admin/logsystem/queryPlatformState')
      return data.unattended.filter(({ id }) => id === tenant.id).map(({ count }) => count)
    }
    const counted = async () => (await operator.get<SystemInfo>('/api/admin/logsystem/querySystemInfo')).data.database.unattendedProcesses
    const before = await counted()
    expect(await unattended(), 'the administrators of the tenant see to it').toEqual([])
    const { data: bought } = await operator.post<{ id: string }>('/api/admin/syspackage/addSysPackage', { packageName: `P ${unique()}` })
    const contains = async (urlId: string[]) =>
      dataOf(await operator.post('/api/admin/syspackage/authorizeSysPackage', { id: bought.id, menuId: [], urlId }))
    await contains([])
    dataOf(await operator.put(`${PATH}/updateSysTenant`, { id: tenant.id, packageId: bought.id }))
    expect(await unattended()).toEqual([2])
    expect(await counted()).toBe(before + 2)
    const admin = await tenant.signIn('admin')
    const incidents = () =>
      admin.get<{ list: { id: string; resolveTime: string | null }[] }>('/api/activiti/process/queryIncident', {
        processInstanceId: stopped,
      })
    expect((await incidents()).http).toBe(403)

    const urls = await server.services.transactions.inPlatform('a test looks for the calls of processes', (tx) =>
      tx.all(build.selectFrom('urls').select('id').where('url', 'like', '/activiti/process/%')),
    )
    await contains(urls.map(({ id }) => id))
    expect(await unattended()).toEqual([])
    const [incident] = (await incidents()).data.list
    const resolved = { id: incident?.id, way: 'skip', comment: 'looked by hand' }
    expect(await admin.post('/api/activiti/process/resolveIncident', resolved)).toMatchObject({ http: 200 })
    expect(await admin.post('/api/activiti/process/activateProcessInstance', { processInstanceId: instance })).toMatchObject({ http: 200 })
    expect(await openTasksOf(server, tenant, stopped)).toMatchObject([{ node: 'one' }])
    expect(await openTasksOf(server, tenant, instance)).toMatchObject([{ node: 'one' }])
    expect(await inTenant(server, tenant, (tx) => stranded(tx, 10))).toEqual([])
    // A role that grants them and that nobody holds is of no use either.
    await workflow.suspend(person(tenant, 'admin'), { instanceId: instance })
    await inTenant(server, tenant, (tx) =>
      tx.run(
        build
          .updateTable('users')
          .set({ status: 0 })
          .where('id', '=', tenant.users['admin'] ?? ''),
      ),
    )
    expect(await unattended()).toEqual([1])
  },
)
