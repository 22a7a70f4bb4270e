/** What a step reads of an instance and of all that it has called. */
import { beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../tests/support/builders.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Of } from './load.ts'
import { load } from './load.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
})

const mine = { people: [{ kind: 'user', username: 'admin' }] }

/** One that has called others, of which all but the last are over. */
async function looping(): Promise<{ root: string; ended: readonly string[]; open: string }> {
  const [quick, slow] = [`q_${unique()}`, `s_${unique()}`]
  await deployRows(server, tenant, bpmn(quick, `<task id="t"/><endEvent id="end"/>${way('start > t > end')}`))
  await deployRows(server, tenant, bpmn(slow, `${task('one', mine)}<endEvent id="end"/>${way('start > one > end')}`))
  const caller = bpmn(
    `c_${unique()}`,
    `<callActivity id="often" calledElement="${quick}"><multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>4</loopCardinality></multiInstanceLoopCharacteristics></callActivity>
    <callActivity id="last" calledElement="${slow}"/><endEvent id="end"/>${way('start > often > last > end')}`,
  )
  const definition = await deployRows(server, tenant, caller)
  const { id: root } = await server.services.workflow.start(person(tenant, 'admin'), { of: { definition } })
  const called = await inTenant(server, tenant, (tx) =>
    tx.all(build.selectFrom('process_instances').select(['id', 'instance_state as state']).where('parent_id', '=', root)),
  )
  const ended = called.filter(({ state }) => state === 'ended').map(({ id }) => id)
  const open = called.find(({ state }) => state === 'running')?.id
  return { root, ended, open: open ?? expect.fail('what it called last does not go on') }
}
const loaded = (of: Of, options: { ended?: boolean; history?: boolean } = {}) =>
  inTenant(server, tenant, async (tx) => (await load(tx, of, options))?.instances.map(({ id }) => id).sort())

it('is what goes on, and not what a loop has called before, unless that is asked for', async () => {
  const { root, ended, open } = await looping()
  expect(ended).toHaveLength(4)
  expect(await loaded({ instance: root })).toEqual([root, open].sort())
  expect(await loaded({ instance: open }, { history: true })).toEqual([root, open].sort())
  const [one = ''] = ended
  expect(await loaded({ instance: one }), 'what it is about is there, over or not').toEqual([root, open, one].sort())
  expect(await loaded({ instance: root }, { ended: true })).toEqual([root, open, ...ended].sort())
})

it('a process that has called many comes to its end', async () => {
  const { root } = await looping()
  const [last] = await openTasksOf(server, tenant, root)
  const done = server.services.workflow.act(person(tenant, 'admin'), { taskId: last?.id ?? '', act: { do: 'complete' }, comment: 'so' })
  expect(await done).toMatchObject({ open: [] })
  const row = await inTenant(server, tenant, (tx) =>
    tx.first(build.selectFrom('process_instances').select('instance_state').where('id', '=', root)),
  )
  expect(row?.instance_state).toBe('ended')
})
