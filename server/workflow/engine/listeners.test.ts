/** Services at moments of tasks and of the process: done in their step, and what cannot be done keeps nothing from going on. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../tests/support/builders.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import { dataOf } from '../../../tests/support/forms.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    users: ['ann', 'ben'].map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })),
  })
})

const set = (name: string, value: string) => ({ do: 'set', assignments: [{ name, value }] })
const notifies = (text: string) => ({ do: 'notify', to: [{ kind: 'user', username: 'ben' }], title: { en: text }, text: { en: text } })
const asks = (username: string, listeners: readonly object[]) => ({ people: [{ kind: 'user', username }], listeners })

async function start(inside: string, settings?: object): Promise<string> {
  const definition = await deployRows(server, tenant, bpmn(`l_${unique()}`, inside, settings ? { settings } : {}))
  return (await server.services.workflow.start(person(tenant, 'admin'), { of: { definition } })).id
}
async function complete(instance: string, by: string): Promise<void> {
  const [open] = await openTasksOf(server, tenant, instance)
  await server.services.workflow.act(person(tenant, by), { taskId: open?.id ?? '', act: { do: 'complete' }, comment: 'so' })
}
const variables = async (instance: string) =>
  Object.fromEntries(
    (
      await inTenant(server, tenant, (tx) =>
        tx.all(build.selectFrom('process_variables').select(['name', 'value']).where('instance_id', '=', instance)),
      )
    ).map(({ name, value }) => [name, value]),
  )
const noticesOf = (title: string) =>
  inTenant(server, tenant, (tx) => tx.all(build.selectFrom('notifications').select('id').where('title', '=', title)))

describe('what is done at moments', () => {
  it('of a task and of the process is done in its step, before conditions that come next', async () => {
    const decided = `decided-${unique()}`
    const listeners = [
      { on: 'start', service: set('begun', '= true') },
      { on: 'assign', service: set('given', '= true') },
      { on: 'complete', service: set('ready', '= 7') },
      { on: 'complete', service: notifies(decided) },
    ]
    const ends = `over-${unique()}`
    const instance = await start(
      `${task('one', asks('ann', listeners))}<exclusiveGateway id="way" default="way-no"/>${task('yes', asks('ann', []))}<endEvent id="no"/><endEvent id="end"/>${way('start > one > way > yes > end', undefined)}${way('way > no')}`.replace(
        /<sequenceFlow id="way-yes"([^>]*)><\/sequenceFlow>/,
        '<sequenceFlow id="way-yes"$1><conditionExpression><![CDATA[= ready > 6]]></conditionExpression></sequenceFlow>',
      ),
      {
        listeners: [
          { on: 'start', service: set('from', '= "here"') },
          { on: 'end', service: notifies(ends) },
        ],
      },
    )
    expect(await variables(instance)).toMatchObject({ from: 'here', begun: true, given: true })
    expect(await noticesOf(decided)).toHaveLength(0)
    await complete(instance, 'ann')
    expect((await openTasksOf(server, tenant, instance)).map(({ node }) => node)).toEqual(['yes'])
    expect(await noticesOf(decided)).toHaveLength(1)
    expect(await noticesOf(ends)).toHaveLength(0)
    await complete(instance, 'ann')
    expect(await noticesOf(ends)).toHaveLength(1)
  })

  it('that cannot be done is an incident, and the task goes on all the same', async () => {
    const listeners = [{ on: 'complete', service: { do: 'read-latest', point: '= "nowhere/none"', into: 'value' } }]
    const instance = await start(
      `${task('one', asks('ann', listeners))}${task('two', asks('ann', []))}<endEvent id="end"/>${way('start > one > two > end')}`,
    )
    await complete(instance, 'ann')
    expect((await openTasksOf(server, tenant, instance)).map(({ node }) => node)).toEqual(['two'])
    expect(await instanceRow(server, tenant, instance)).toMatchObject({ instance_state: 'running', incidents: ['failed'] })
  })

  it('cannot be taken back once something has left', async () => {
    const listeners = [
      { on: 'complete', service: { do: 'mail', to: [{ kind: 'user', username: 'ben' }], title: { en: 'x' }, text: { en: 'x' } } },
    ]
    const instance = await start(
      `${task('one', asks('ann', listeners))}${task('two', asks('ben', []))}<endEvent id="end"/>${way('start > one > two > end')}`,
    )
    const [first] = await openTasksOf(server, tenant, instance)
    await complete(instance, 'ann')
    await expect(
      server.services.workflow.withdraw(person(tenant, 'ann'), { taskId: first?.id ?? '', comment: 'no' }),
    ).rejects.toMatchObject({
      code: 'approval.sent',
    })
  })

  it('is checked like a service, and calls are none', async () => {
    const admin = await tenant.signIn('admin')
    const check = async (service: object) => {
      const xml = bpmn('checked', `${task('one', asks('ann', [{ on: 'start', service }]))}<endEvent id="end"/>${way('start > one > end')}`)
      return dataOf<{ faults: { code: string; element: string }[] }>(await admin.post('/api/activiti/model/checkModel', { xml })).faults
    }
    expect(await check(set('x', '= 1'))).toEqual([])
    expect(await check(set('x', '= 1 +'))).toMatchObject([{ code: 'expression', element: 'one' }])
    expect(await check({ do: 'http', method: 'GET', url: 'https://example.com/' })).toContainEqual(
      expect.objectContaining({ code: 'unsupported-service', element: 'one', about: 'http' }),
    )
    const order = { do: 'maintenance-order', act: 'create', title: 'Look at it', orderKind: 'inspection', priority: 3 }
    expect(await check(order)).toEqual([])
    for (const wrong of [{ ...order, priority: 5 }, { ...order, act: 'close' }, { do: 'maintenance-order' }])
      expect(await check(wrong)).toContainEqual(expect.objectContaining({ code: 'settings', element: 'one' }))
    expect(await check(notifies('x'))).toEqual([])
    expect(await check({ ...notifies('x'), to: [{ kind: 'user', username: 'nobody' }] })).toMatchObject([
      { code: 'unknown-people', element: 'one' },
    ])
  })
})
