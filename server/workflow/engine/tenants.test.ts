/** Processes of one tenant are nobody's business in another, and those of others not even for whoever has an id; what a model may cost is bounded. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import { until } from '../../../tests/support/process.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, service, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import type { TaskAct } from '../tasks/acts.ts'

let server: TestServer
let [tenant, other]: BuiltTenant[] = []
beforeAll(async () => {
  server = await sharedServer()
  ;[tenant, other] = [await buildTenant(server), await buildTenant(server)]
})
const here = () => tenant ?? expect.fail('there is no tenant')
const there = () => other ?? expect.fail('there is no other tenant')

describe('another tenant', () => {
  it('can neither start, act, read nor manage what is there', async () => {
    const definition = await deployRows(
      server,
      here(),
      bpmn('own', `${task('one', { people: [{ kind: 'user', username: 'admin' }] })}<endEvent id="end"/>${way('start > one > end')}`),
    )
    const { workflow } = server.services
    const { id: instanceId } = await workflow.start(person(here(), 'admin'), { of: { definition } })
    const [open] = await openTasksOf(server, here(), instanceId)
    const taskId = open?.id ?? ''
    const foreign = person(there(), 'admin')
    const acts: readonly TaskAct[] = [
      { do: 'claim' },
      { do: 'complete' },
      { do: 'reject' },
      { do: 'regress' },
      { do: 'terminate' },
      { do: 'transfer', to: 'admin' },
      { do: 'hand-over', to: 'admin' },
      { do: 'return', to: 'one' },
    ]
    const missing = { code: 'row.not-found' }
    for (const act of acts) await expect(workflow.act(foreign, { taskId, act }), act.do).rejects.toMatchObject(missing)
    await expect(workflow.start(foreign, { of: { definition } })).rejects.toMatchObject(missing)
    await expect(workflow.start(foreign, { of: { key: 'own' } })).rejects.toMatchObject(missing)
    await expect(workflow.returnTargets(foreign, taskId)).rejects.toMatchObject(missing)
    await expect(workflow.suspend(foreign, { instanceId })).rejects.toMatchObject(missing)
    await expect(workflow.terminate(foreign, { instanceId, comment: 'no' })).rejects.toMatchObject(missing)
    await expect(workflow.migrate(foreign, { instanceId, to: definition })).rejects.toMatchObject(missing)
    // Nor somebody of the tenant who takes no part in it.
    for (const act of acts.slice(0, 4))
      await expect(workflow.act(person(here(), 'viewer'), { taskId, act }), act.do).rejects.toMatchObject(missing)
    expect(await instanceRow(server, here(), instanceId)).toMatchObject({ instance_state: 'running', step_number: 1 })
  })

  it('does not hear its signals and messages', async () => {
    const catching = bpmn(
      'listening',
      `<intermediateCatchEvent id="wait"><signalEventDefinition signalRef="s"/></intermediateCatchEvent><endEvent id="end"/>${way('start > wait > end')}`,
      { before: '<signal id="s" name="Loud"/>' },
    )
    const definition = await deployRows(server, here(), catching)
    const { id } = await server.services.workflow.start(person(here(), 'admin'), { of: { definition } })
    expect(await server.services.workflow.deliverSignal(there().id, { name: 'Loud', variables: {} })).toBe(0)
    expect(await server.services.workflow.deliverSignal(here().id, { name: 'Loud', variables: {} })).toBe(1)
    await until('it has ended', async () => (await instanceRow(server, here(), id))?.instance_state === 'ended')
  })
})

describe('what a model may cost', () => {
  it('is bounded: services in a loop go on in transactions of their own, and stop with an incident', { timeout: 120_000 }, async () => {
    const looping = bpmn(
      'looping',
      `<exclusiveGateway id="again"/>${service('count', { do: 'set', assignments: [{ name: 'n', value: '= n + 1' }] })}<exclusiveGateway id="done" default="done-again"/><endEvent id="end"/>
      ${way('start > again > count > done > again')}${way('done > end', '= n >= limit')}`,
    )
    const definition = await deployRows(server, here(), looping)
    const { workflow } = server.services
    const { id } = await workflow.start(person(here(), 'admin'), { of: { definition }, variables: { n: 0, limit: 150 } })
    await until('it has come to its end', async () => (await instanceRow(server, here(), id))?.instance_state === 'ended', 60_000)
    const row = await instanceRow(server, here(), id)
    expect(row?.step_number, 'in several steps').toBeGreaterThan(1)
    const [most] = await inTenant(server, here(), (tx) =>
      tx.all(
        build
          .selectFrom('process_activities')
          .select(({ fn }) => fn.countAll<string>().as('passed'))
          .where('instance_id', '=', id)
          .groupBy('begun_step')
          .orderBy('passed', 'desc'),
      ),
    )
    expect(Number(most?.passed)).toBeLessThan(250)
  })

  it('ends: after ten thousand passages without anybody it is an incident', { timeout: 120_000 }, async () => {
    const endless = bpmn(
      'endless',
      `<exclusiveGateway id="again"/>${service('count', { do: 'set', assignments: [{ name: 'n', value: '= n + 1' }] })}<exclusiveGateway id="done" default="done-again"/><endEvent id="end"/>
      ${way('start > again > count > done > again')}${way('done > end', '= n < 0')}`,
    )
    const definition = await deployRows(server, here(), endless)
    const { id } = await server.services.workflow.start(person(here(), 'admin'), { of: { definition }, variables: { n: 0 } })
    await until('it has stopped', async () => {
      // As if it had gone on for long already.
      await inTenant(server, here(), (tx) =>
        tx.run(
          build
            .updateTable('scheduled_work')
            .set({ payload: sql`jsonb_set(payload, '{passed}', '9900')` })
            .where('kind', '=', 'process-continue')
            .where(sql<boolean>`(payload ->> 'passed')::int < 9900`),
        ),
      )
      return (await instanceRow(server, here(), id))?.incidents.includes('too-many') === true
    })
    const left = await inTenant(server, here(), (tx) =>
      tx.all(build.selectFrom('scheduled_work').select('key').where('kind', '=', 'process-continue')),
    )
    expect(left).toEqual([])
  })

  it('refuses variables that are too large, and processes that call themselves without end', async () => {
    const { workflow } = server.services
    const definition = await deployRows(
      server,
      here(),
      bpmn('large', `${task('one', { people: [{ kind: 'user', username: 'admin' }] })}<endEvent id="end"/>${way('start > one > end')}`),
    )
    const large = (variables: Record<string, unknown>) => workflow.start(person(here(), 'admin'), { of: { definition }, variables })
    await expect(large({ text: 'x'.repeat(65_536) })).rejects.toMatchObject({ code: 'process.variable' })
    await expect(large(Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`v${at}`, 'x'.repeat(60_000)])))).rejects.toMatchObject({
      code: 'process.variable',
    })
    await expect(large({ text: 'a\u0000b' })).rejects.toMatchObject({ code: 'process.variable' })
    const calling = await deployRows(
      server,
      here(),
      bpmn('calling', `<callActivity id="call" calledElement="calling"/><endEvent id="end"/>${way('start > call > end')}`),
    )
    const { id } = await workflow.start(person(here(), 'admin'), { of: { definition: calling } })
    const [count] = await inTenant(server, here(), (tx) =>
      tx.all(
        build
          .selectFrom('process_instances')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('root_id', '=', id),
      ),
    )
    expect(Number(count?.count)).toBe(8)
  })
})
