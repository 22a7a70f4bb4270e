/** Instances that are moved to another node, and whose variables are changed, by those who manage them. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { aField, aForm, buildForm, dataOf } from '../../../../tests/support/forms.ts'
import { bpmn, instanceRow, openTasksOf, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const API = '/api/activiti'
const PROCESS = `${API}/process`

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let plain: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: [buildUser({ username: 'plain', roles: [] })] })
  admin = await tenant.signIn('admin')
  plain = await tenant.signIn('plain')
  stranger = await (await buildTenant(server)).signIn('admin')
})

const mine = { people: [{ kind: 'user', username: 'admin' }] }
const gateways = '<parallelGateway id="fork"/><parallelGateway id="join"/>'
const branches = (key: string) =>
  bpmn(
    key,
    `${gateways}${['first', 'a', 'b', 'd', 'last'].map((id) => task(id, mine)).join('')}<endEvent id="end"/>${way('start > first > fork > a > b > join > last > end')}${way('fork > d > join')}`,
  )

/** A version of a process; gives the definition. */
async function deployed(xml: string, formId?: string): Promise<string> {
  const [, key = ''] = /process id="(\w+)"/.exec(xml) ?? []
  const added = { name: key, key, category: 'test', orgId: tenant.organisations['root'], ...(formId === undefined ? {} : { formId }) }
  const { id: modelId } = dataOf<{ id: string }>(await admin.post(`${API}/model/addModel`, added))
  dataOf(await admin.post(`${API}/model/saveProcessDesign`, { id: modelId, xml, revision: 1 }))
  return dataOf<{ id: string }>(await admin.post(`${API}/model/deployModel`, { modelId })).id
}
/** As the product starts it, with what nobody fills in. */
const started = async (definition: string, variables: Record<string, unknown> = {}) =>
  (await server.services.workflow.start({ tenantId: tenant.id, userId: tenant.users['admin'] ?? '' }, { of: { definition }, variables })).id
const nodes = async (id: string) => (await openTasksOf(server, tenant, id)).map(({ node }) => node).sort()
interface Row {
  readonly kind: string
  readonly name: string
  readonly value: unknown
  readonly before: unknown
  readonly comment: string | null
  readonly userId: string | null
}
const record = async (processInstanceId: string) =>
  dataOf<{ list: Row[] }>(await admin.get(`${API}/history/queryHistoricDetail`, { processInstanceId })).list
async function executionAt(id: string, node: string): Promise<string> {
  const { list } = dataOf<{ list: { id: string; activityId: string }[] }>(
    await admin.get(`${PROCESS}/queryExecution`, { processInstanceId: id }),
  )
  return list.find(({ activityId }) => activityId === node)?.id ?? expect.fail(`nothing is at ${node}`)
}

describe('an instance is moved', () => {
  const jump = (by: Client, processInstanceId: string, execution: string, target: string, comment = 'agreed by phone') =>
    by.post(`${PROCESS}/jumpProcessInstance`, { processInstanceId, execution, target, comment })
  const targets = async (processInstanceId: string, execution: string, by = admin) =>
    dataOf<{ list: { activityId: string }[] }>(await by.get(`${PROCESS}/queryJumpTarget`, { processInstanceId, execution })).list.map(
      ({ activityId }) => activityId,
    )

  it('to a node that leaves no join waiting, with a reason that the record keeps', async () => {
    const id = await started(await deployed(branches(`j_${unique()}`)))
    const first = await executionAt(id, 'first')
    expect((await targets(id, first)).sort()).toEqual(['end', 'fork', 'join', 'last'])
    expect((await jump(admin, id, first, 'a')).http).toBe(409)
    expect((await jump(admin, id, first, 'last', ' ')).http).toBe(422)
    expect(await nodes(id)).toEqual(['first'])
    dataOf(await jump(admin, id, first, 'fork'))
    expect(await nodes(id)).toEqual(['a', 'd'])
    const a = await executionAt(id, 'a')
    expect(await targets(id, a)).toEqual(['b'])
    dataOf(await jump(admin, id, a, 'b'))
    expect(await nodes(id)).toEqual(['b', 'd'])
    // What was moved on is there no more.
    expect((await jump(admin, id, a, 'b')).http).toBe(409)
    expect((await record(id)).filter(({ name }) => name === 'jump')).toMatchObject([
      { comment: 'agreed by phone', userId: `${tenant.canary} · admin` },
      { comment: 'agreed by phone', userId: `${tenant.canary} · admin` },
    ])
  })

  it('by whoever is granted that, in their tenant, and while it runs', async () => {
    const id = await started(await deployed(branches(`j_${unique()}`)))
    const first = await executionAt(id, 'first')
    expect((await jump(plain, id, first, 'last')).http).toBe(403)
    expect((await jump(stranger, id, first, 'last')).http).toBe(404)
    expect((await stranger.get(`${PROCESS}/queryJumpTarget`, { processInstanceId: id, execution: first })).http).toBe(404)
    dataOf(await admin.post(`${PROCESS}/suspendProcessInstance`, { processInstanceId: id }))
    expect((await jump(admin, id, first, 'last')).http).toBe(409)
    expect(await targets(id, first)).toEqual([])
    expect(await nodes(id)).toEqual(['first'])
  })
})

describe('variables', () => {
  const change = (processInstanceId: string, variables: object, by = admin, comment = 'typing error') =>
    by.post(`${PROCESS}/changeProcessVariable`, { processInstanceId, variables, comment })
  const seen = async (processInstanceId: string) =>
    Object.fromEntries(
      dataOf<{ list: { name: string; value: unknown }[] }>(
        await admin.get(`${PROCESS}/queryProcessVariable`, { processInstanceId }),
      ).list.map(({ name, value }) => [name, value]),
    )
  const waiting = (key: string) =>
    bpmn(
      key,
      `<intermediateCatchEvent id="wait"><conditionalEventDefinition><condition>= done = true</condition></conditionalEventDefinition></intermediateCatchEvent>${task('one', mine)}<endEvent id="end"/>${way('start > wait > one > end')}`,
    )

  it('are changed with a reason, as what they were before stays in the record; what waits for a condition goes on', async () => {
    const id = await started(await deployed(waiting(`v_${unique()}`)), { amount: 3, done: false })
    dataOf(await change(id, { amount: 4 }))
    expect(await nodes(id)).toEqual([])
    dataOf(await change(id, { done: true }))
    expect(await nodes(id)).toEqual(['one'])
    expect(await seen(id)).toMatchObject({ amount: '4', done: true })
    const rows = await record(id)
    expect(rows.filter(({ name }) => name === 'amount')).toMatchObject([
      { kind: 'value', value: '3', before: null },
      { kind: 'value', value: '4', before: '3', userId: `${tenant.canary} · admin` },
    ])
    expect(rows.filter(({ name }) => name === 'change')).toMatchObject([
      { comment: 'typing error', userId: `${tenant.canary} · admin` },
      {},
    ])
  })

  it('are changed by whoever is granted that, in their tenant, while it runs, and under names that can be', async () => {
    const id = await started(await deployed(waiting(`v_${unique()}`)), { amount: 3 })
    expect((await change(id, { amount: 4 }, plain)).http).toBe(403)
    expect((await change(id, { amount: 4 }, stranger)).http).toBe(404)
    expect((await change(id, { amount: 4 }, admin, '')).http).toBe(422)
    for (const variables of [{ _picked: 'x' }, { '1st': 1 }]) expect((await change(id, variables)).http).toBe(422)
    dataOf(await admin.post(`${PROCESS}/suspendProcessInstance`, { processInstanceId: id }))
    expect((await change(id, { amount: 4 })).http).toBe(409)
    expect(await seen(id)).toEqual({ amount: '3' })
  })

  it('that are fields of the form are changed as far as roles see and write them, and as the form says', async () => {
    const form = await buildForm(
      admin,
      aForm(
        aField('days', 'number', { greatest: '10' }),
        aField('salary', 'number', { seenBy: ['ROLE_NOBODY_HAS'] }),
        aField('stamp', 'text', { writtenBy: ['ROLE_NOBODY_HAS'] }),
      ),
    )
    const id = await started(await deployed(waiting(`v_${unique()}`), form.id), { days: 3, salary: 9000, stamp: 'ok', other: 'x' })
    expect((await change(id, { salary: 1 })).http).toBe(422)
    expect((await change(id, { stamp: 'forged' })).http).toBe(422)
    expect((await change(id, { days: 11 })).http).toBe(422)
    expect(await seen(id)).toEqual({ days: '3', stamp: 'ok', other: 'x' })
    dataOf(await change(id, { days: 4, other: 'y' }))
    expect(await seen(id)).toEqual({ days: '4', stamp: 'ok', other: 'y' })
    expect(JSON.stringify(await record(id))).not.toContain('9000')
  })
})

describe('an instance that is over', () => {
  const revive = (by: Client, processInstanceId: string, target: string, comment = 'it was ended by mistake') =>
    by.post(`${PROCESS}/reviveProcessInstance`, { processInstanceId, target, comment })
  const targets = async (processInstanceId: string, by = admin) =>
    dataOf<{ list: { activityId: string }[] }>(await by.get(`${PROCESS}/queryReviveTarget`, { processInstanceId })).list.map(
      ({ activityId }) => activityId,
    )
  const complete = async (id: string, node: string, act: 'complete' | 'reject' = 'complete') => {
    const open = (await openTasksOf(server, tenant, id)).find((one) => one.node === node)
    dataOf(await admin.post(`${API}/task/${act}Task`, { taskId: open?.id ?? '', comment: 'so' }))
  }

  it('goes on from a task, by those who may, with a reason that the record keeps, and comes to its end', async () => {
    const id = await started(await deployed(branches(`r_${unique()}`)))
    expect(await targets(id), 'it goes on').toEqual([])
    expect((await revive(admin, id, 'first')).http).toBe(409)
    for (const node of ['first', 'a', 'b', 'd']) await complete(id, node)
    await complete(id, 'last', 'reject')
    expect(await nodes(id)).toEqual([])
    // What the join had taken from the other branch is given back, so each of these can be gone on from.
    expect((await targets(id)).sort()).toEqual(['a', 'b', 'd', 'first', 'last'])
    expect((await revive(admin, id, 'first', ' ')).http).toBe(422)
    expect((await revive(plain, id, 'first')).http).toBe(403)
    expect((await revive(stranger, id, 'first')).http).toBe(404)
    dataOf(await revive(admin, id, 'a'))
    expect(await nodes(id)).toEqual(['a'])
    const row = await instanceRow(server, tenant, id)
    expect(row).toMatchObject({ instance_state: 'running', outcome: null, end_reason: null })
    for (const node of ['a', 'b', 'last']) await complete(id, node)
    expect(await instanceRow(server, tenant, id)).toMatchObject({ instance_state: 'ended', outcome: 'approved' })
    expect((await record(id)).filter(({ name }) => name === 'revive')).toMatchObject([
      { comment: 'it was ended by mistake', userId: `${tenant.canary} · admin` },
    ])
  })

  it('does not go on where a join would wait for a branch that was ended with it', async () => {
    const id = await started(await deployed(branches(`r_${unique()}`)))
    await complete(id, 'first')
    await complete(id, 'd')
    await complete(id, 'a', 'reject')
    expect((await instanceRow(server, tenant, id))?.outcome).toBe('rejected')
    // Of `a` the join had no token yet from `d`: that one waited, and is gone.
    expect(await targets(id)).toEqual(['first'])
    expect((await revive(admin, id, 'a')).http).toBe(409)
    dataOf(await revive(admin, id, 'first'))
    for (const node of ['first', 'a', 'b', 'd', 'last']) await complete(id, node)
    expect((await instanceRow(server, tenant, id))?.outcome).toBe('approved')
  })
})
