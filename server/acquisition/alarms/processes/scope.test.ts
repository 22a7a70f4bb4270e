/** Instances that alarms have begun are seen by those who see the alarms: nobody has started them, and they are not everybody's. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { administrator } from '../../../../seeds/roles.ts'
import { readScopes, rowsOf } from '../../../kernel/authorization/row-scope.ts'
import { build } from '../../../kernel/database/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import { alarmsOf, buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { eventsRead } from '../../../../tests/support/events.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { until } from '../../../../tests/support/process.ts'
import { bpmn, deployRows, inTenant, instanceRow, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { pathsOf } from '../../../../tests/support/values.ts'

const PROCESS = '/api/activiti/process'
/** What follows an instance by its id. */
const FOLLOWING = ['process_activities', 'process_tasks', 'process_variables', 'process_events'] as const

interface Side {
  readonly site: string
  readonly rule: string
  readonly alarm: string
  /** The instance that its alarm has begun, what that has called, and what it has set going. */
  readonly begun: string
  readonly called: string
  readonly set: string
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let near: Side
let far: Side
/** Nobody has begun it, and nothing: a process that begins by a time. */
let ofNobody: string

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [{ ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' }],
    users: [buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] })],
  })
  admin = await tenant.signIn('admin')
  const [calling, called] = [`p_${unique()}`, `p_${unique()}`]
  const people = [{ kind: 'user', username: 'admin' }]
  await deployRows(server, tenant, bpmn(called, `${task('look', { people })}<endEvent id="end"/>${way('start > look > end')}`))
  const call = `<callActivity id="call" calledElement="${called}"/>`
  await deployRows(server, tenant, bpmn(calling, `${call}<endEvent id="end"/>${way('start > call > end')}`))
  near = await buildSide(calling, called)
  far = await buildSide(calling, called)
  ofNobody = await startOf(called)
}, 120_000)
afterAll(() => server.stop())

async function startOf(key: string, more: { originId?: string } = {}): Promise<string> {
  const { id } = await inTenant(server, tenant, (tx) =>
    server.services.workflow.startIn(tx, { tenantId: tenant.id }, { of: { key }, ...more }),
  )
  return id
}

/** The instance that the alarm of a rule has begun, once it has. */
async function begunBy(rule: string): Promise<string> {
  let begun: string | null = null
  await until('the process of an alarm has begun', async () => {
    const found = await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('process_starts').select('instance_id').where('rule_id', '=', rule)),
    )
    begun = found?.instance_id ?? null
    return begun !== null
  })
  return begun ?? ''
}

/** A site with a device whose alarm has begun a process. */
async function buildSide(processKey: string, called: string): Promise<Side> {
  const code = `s-${unique()}`
  const added = async (call: string, body: object) => dataOf<{ id: string }>(await admin.post(`/api/acquisition/${call}`, body)).id
  const projectId = await added('project/addProject', {
    ...{ projectCode: code, projectName: code, projectStatus: 'active', orgId: tenant.organisations['root'] },
  })
  const site = await added('site/addSite', { siteCode: code, siteName: code, projectId })
  const device = await buildDevice(server, tenant, { temperature: {} })
  dataOf(await admin.put('/api/acquisition/device/updateDevice', { id: device.id, siteId: site }))
  const rule = await buildRule(server, device, { rule_name: code, process_key: processKey })
  await measure(server, device, { temperature: 30 })
  await eventsRead(server, tenant.id)
  const begun = await begunBy(rule)
  const child = await inTenant(server, tenant, (tx) =>
    tx.first(build.selectFrom('process_instances').select('id').where('parent_id', '=', begun)),
  )
  const [alarm] = await alarmsOf(server, tenant.id, rule)
  if (!child || !alarm) throw new Error('the process has called nothing')
  return { site, rule, alarm: alarm.id, begun, called: child.id, set: await startOf(called, { originId: begun }) }
}

/** `ned`, who may do everything, to the rows of these sites. */
async function at(...sites: string[]): Promise<Client> {
  const scopes = [{ table: '', kind: 'some', sites }]
  dataOf(await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes }))
  return tenant.signIn('ned')
}

const allOf = ({ begun, called, set }: Side) => [begun, called, set]
async function idsIn(as: Client, of: Resource, column = 'id'): Promise<unknown[]> {
  const { list } = dataOf<{ list: Record<string, unknown>[] }>(await as.get(pathsOf(of).query, { pageSize: '200' }))
  return list.map((row) => row[column]).sort()
}

it('they are listed with their alarm, with what they have called and set going, and what nothing has begun is everybody’s', async () => {
  const ned = await at(near.site)
  for (const noun of [resources.processInstances, resources.historicProcessInstances])
    expect(await idsIn(ned, noun), noun.name).toEqual([...allOf(near), ofNobody].sort())
  for (const noun of [resources.processTasks, resources.historicTasks])
    expect(await idsIn(ned, noun, 'processInstanceId'), noun.name).toEqual([near.called, near.set, ofNobody].sort())
  expect(await idsIn(admin, resources.processInstances)).toEqual([...allOf(near), ...allOf(far), ofNobody].sort())
})

it('whoever does not see the alarm can neither read nor end them', async () => {
  const ned = await at(near.site)
  for (const processInstanceId of allOf(far)) {
    for (const call of ['queryProcessVariable', 'queryProcessTrack', 'queryExecution'])
      expect((await ned.get(`${PROCESS}/${call}`, { processInstanceId })).http, call).toBe(404)
    const ended = await ned.post(`${PROCESS}/terminateProcessInstance`, { processInstanceId: [processInstanceId], comment: 'so' })
    expect(ended.http).toBe(404)
    expect(await instanceRow(server, tenant, processInstanceId)).toMatchObject({ instance_state: 'running' })
  }
  const { list } = dataOf<{ list: { name: string }[] }>(await ned.get(`${PROCESS}/queryProcessVariable`, { processInstanceId: near.begun }))
  expect(list.map(({ name }) => name)).toContain('point_code')
})

it('in the database, what follows an instance is seen with it', async () => {
  await at(near.site)
  const { id: tenantId } = tenant
  const role = tenant.roles['SCOPED'] as string
  const scopes = await inTenant(server, tenant, (tx) => readScopes(tx, [role]))
  const userId = tenant.users['ned'] as string
  const rows = rowsOf(userId, undefined, [{ id: role, scopes: scopes.get(role) ?? new Map() }])
  const instancesIn = (table: (typeof FOLLOWING)[number], as: object) =>
    server.services.transactions.inTenant(
      { tenantId, ...as },
      async (tx) => new Set((await tx.all(build.selectFrom(table).select('instance_id'))).map(({ instance_id: id }) => id)),
      'read',
    )
  for (const table of FOLLOWING) {
    const [all, seen] = [await instancesIn(table, {}), await instancesIn(table, { userId, rows })]
    expect(allOf(far).filter((id) => all.has(id)).length, table).toBeGreaterThan(0)
    expect([...seen].sort(), table).toEqual([...all].filter((id) => !allOf(far).includes(id)).sort())
  }
})

it('one that has gathered alarms of several places is seen by those who see all of these', async () => {
  // As the instance does that collects what comes in a flood.
  const start = { tenant_id: tenant.id, id: newId(), alarm_id: far.alarm, rule_id: far.rule, point_id: newId(), process_key: 'p' }
  const decided = { start_state: 'joined', reason: 'flood', instance_id: near.begun, decided_at: new Date() } as const
  await inTenant(server, tenant, (tx) =>
    tx.run(build.insertInto('process_starts').values({ ...start, ...decided, raised_at: new Date(), alarm_priority: 2 })),
  )
  try {
    expect(await idsIn(await at(near.site), resources.processInstances)).toEqual([ofNobody])
    // It is not theirs either who see what has joined and not what it began with.
    expect(await idsIn(await at(far.site), resources.processInstances)).toEqual([...allOf(far), ofNobody].sort())
    expect(await idsIn(await at(near.site, far.site), resources.processInstances)).toEqual([...allOf(near), ...allOf(far), ofNobody].sort())
  } finally {
    await inTenant(server, tenant, (tx) => tx.run(build.deleteFrom('process_starts').where('id', '=', start.id)))
  }
})
