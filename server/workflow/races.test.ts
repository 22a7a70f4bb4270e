/** Two at once on one instance: one of them wins, and the other one is told or ends quietly. And lists that change while an activity goes through them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../tests/support/builders.ts'
import type { ManualClock } from '../../tests/support/clock.ts'
import { runningClock } from '../../tests/support/clock.ts'
import { until } from '../../tests/support/process.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, settingsElement, task, way } from '../../tests/support/processes.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { build } from '../kernel/database/sql.ts'

const HOUR = 3_600_000

let clock: ManualClock
let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  clock = runningClock()
  server = await startServer({}, undefined, undefined, clock)
  tenant = await buildTenant(server, {
    users: ['ann', 'ben', 'cai'].map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })),
  })
})
afterAll(() => server.stop())

const admin = () => person(tenant, 'admin')
const start = async (definition: string, variables: Record<string, unknown> = {}) =>
  (await server.services.workflow.start(person(tenant, 'ann'), { of: { definition }, variables })).id
const planned = (instance: string) =>
  inTenant(server, tenant, async (tx) => {
    const rows = await tx.all(build.selectFrom('scheduled_work').select('key').where('kind', '=', 'process-timer'))
    return rows.filter(({ key }) => key.startsWith(instance)).length
  })
const commands = (instance: string) =>
  inTenant(server, tenant, async (tx) => {
    const rows = await tx.all(
      build.selectFrom('process_events').select('command').where('instance_id', '=', instance).orderBy('step_number'),
    )
    return rows.map(({ command }) => command)
  })

describe('a timer that ends an instance, and whoever terminates it', () => {
  const pausing = bpmn(
    'pausing',
    `<intermediateCatchEvent id="pause"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent><endEvent id="end"/>${way('start > pause > end')}`,
  )
  /** What whoever terminates it is told. */
  const terminate = (instanceId: string) =>
    server.services.workflow.terminate(admin(), { instanceId, comment: 'enough' }).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    )
  const timerWon = { outcome: 'ended', answer: 'process.ended-by-timer', did: ['start', 'timer'] }
  const personWon = { outcome: 'terminated', answer: 'done', did: ['start', 'terminate'] }

  it('one of them wins, in whichever order they come, and nothing is planned any more', async () => {
    const definition = await deployRows(server, tenant, pausing)
    const found: unknown[] = []
    for (const order of ['timer first', 'together', 'together', 'together', 'person first'] as const) {
      const instance = await start(definition)
      const ended = async () => (await instanceRow(server, tenant, instance))?.instance_state === 'ended'
      const earlier = order === 'person first' ? await terminate(instance) : undefined
      const moving = clock.advance(HOUR + 1000)
      if (order === 'timer first') {
        await moving
        await until('the timer has come', ended)
      }
      const answer = earlier ?? (await terminate(instance))
      await moving
      await until('it has ended', ended)
      await until('nothing is planned', async () => (await planned(instance)) === 0)
      const outcome = (await instanceRow(server, tenant, instance))?.outcome
      found.push({ outcome, answer, did: await commands(instance) })
    }
    expect([found[0], found.at(-1)]).toEqual([timerWon, personWon])
    for (const one of found) expect([timerWon, personWon]).toContainEqual(one)
  })
})

describe('a list that changes while an activity goes through it', () => {
  const change = (instance: string, name: string, value: unknown) =>
    inTenant(server, tenant, (tx) =>
      tx.run(
        build
          .updateTable('process_variables')
          .set({ value: JSON.stringify(value) })
          .where('instance_id', '=', instance)
          .where('name', '=', name),
      ),
    )
  async function act(instance: string): Promise<string | undefined> {
    const open = (await openTasksOf(server, tenant, instance)).find(({ task_state }) => task_state === 'open')
    if (!open) return undefined
    const [name = ''] = Object.entries(tenant.users).find(([, id]) => id === open.assignee_id) ?? []
    await server.services.workflow.act(person(tenant, name), { taskId: open.id, act: { do: 'complete' }, comment: 'so' })
    return name
  }

  it.each([
    ['longer', ['ann', 'ben', 'cai']],
    ['empty', []],
    ['other people', ['cai']],
  ])('of people who decide one after the other asks those who were there when it began, also once it is %s', async (_words, people) => {
    const settings = { people: [{ kind: 'variable', variable: 'people' }], group: { mode: 'sequential' } }
    const xml = bpmn('signing', `${task('sign', settings)}<endEvent id="end"/>${way('start > sign > end')}`)
    const instance = await start(await deployRows(server, tenant, xml), { people: ['ann', 'ben'] })
    const asked = [await act(instance)]
    await change(instance, 'people', people)
    asked.push(await act(instance), await act(instance))
    expect(asked).toEqual(['ann', 'ben', undefined])
    expect(await instanceRow(server, tenant, instance)).toMatchObject({ outcome: 'approved' })
  })

  it.each([
    ['longer', 5],
    ['shorter', 1],
  ])('as often as a number says is done as often as it said when it began, also once it is %s', async (_words, times) => {
    const mine = { people: [{ kind: 'user', username: 'ann' }] }
    const xml = bpmn(
      'rounds',
      `<subProcess id="sub"><multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>\${times}</loopCardinality></multiInstanceLoopCharacteristics><startEvent id="s"/><userTask id="one">${settingsElement(mine)}</userTask><endEvent id="e"/>${way('s > one > e')}</subProcess><endEvent id="end"/>${way('start > sub > end')}`,
    )
    const instance = await start(await deployRows(server, tenant, xml), { times: 3 })
    const asked = [await act(instance)]
    await change(instance, 'times', String(times))
    for (let more = 0; more < 4; more += 1) asked.push(await act(instance))
    expect(asked).toEqual(['ann', 'ann', 'ann', undefined, undefined])
    expect(await instanceRow(server, tenant, instance)).toMatchObject({ outcome: 'approved' })
  })
})
