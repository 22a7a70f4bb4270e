/** Alarms that start processes: once, in one instance that goes on, and not in a flood. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator } from '../../../../seeds/roles.ts'
import type { RuleValues } from '../../../../tests/support/alarms.ts'
import { alarmsOf, buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { ManualClock } from '../../../../tests/support/clock.ts'
import { runningClock } from '../../../../tests/support/clock.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { eventsRead } from '../../../../tests/support/events.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { until } from '../../../../tests/support/process.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { build } from '../../../kernel/database/sql.ts'
import { ALARM_PROCESS, ALARM_PROCESS_RETURN } from './note-starts.ts'
import { FLOOD_STARTS } from './noted-start.ts'

const MINUTE = 60_000

let clock: ManualClock
let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  clock = runningClock()
  server = await startServer({}, undefined, undefined, clock)
  tenant = await newTenant()
})
afterAll(() => server.stop())

const newTenant = () =>
  buildTenant(server, { users: ['ann', 'ben', 'cleo'].map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })) })

/** A process whose one task two people can take. */
async function repair(of = tenant): Promise<string> {
  const key = `p_${unique()}`
  const people = ['ann', 'ben'].map((username) => ({ kind: 'user', username }))
  await deployRows(server, of, bpmn(key, `${task('repair', { people })}<endEvent id="end"/>${way('start > repair > end')}`))
  return key
}
interface Setting {
  readonly device: BuiltDevice
  readonly rule: string
}
async function watched(values: RuleValues & Record<string, unknown>, of = tenant): Promise<Setting> {
  const device = await buildDevice(server, of)
  return { device, rule: await buildRule(server, device, values) }
}
const rises = ({ device }: Setting) => measure(server, device, { temperature: 30 })
const falls = ({ device }: Setting) => measure(server, device, { temperature: 20 })

const startsOf = (rule: string, of = tenant) =>
  inTenant(server, of, (tx) =>
    tx.all(
      build
        .selectFrom('process_starts')
        .select(['start_state', 'reason', 'instance_id', 'is_open', 'is_collecting', 'alarm_id'])
        .where('rule_id', '=', rule)
        .orderBy('raised_at'),
    ),
  )
const workLeft = (of = tenant) =>
  inTenant(server, of, (tx) =>
    tx.all(build.selectFrom('scheduled_work').select(['key', 'due_at']).where('kind', 'in', [ALARM_PROCESS, ALARM_PROCESS_RETURN])),
  )
/** Resolves when all that happened to alarms was heard of, and what is due was done. */
async function settled(of = tenant): Promise<void> {
  await eventsRead(server, of.id)
  await until('what is due is done', async () => (await workLeft(of)).every(({ due_at: due }) => due.getTime() > clock.now()))
}
async function instanceOf({ rule }: Setting): Promise<string> {
  const [start] = await startsOf(rule)
  return start?.instance_id ?? expect.fail('no instance was started')
}
async function act(by: string, instance: string, what: 'claim' | 'complete', of = tenant): Promise<void> {
  const [open] = await openTasksOf(server, of, instance)
  await server.services.workflow.act(person(of, by), { taskId: open?.id ?? '', act: { do: what }, comment: 'so' })
}
async function done(instance: string): Promise<void> {
  await act('ann', instance, 'claim')
  await act('ann', instance, 'complete')
}
const variablesOf = async (instance: string, of = tenant) =>
  Object.fromEntries(
    (
      await inTenant(server, of, (tx) =>
        tx.all(build.selectFrom('process_variables').select(['name', 'value']).where('instance_id', '=', instance)),
      )
    ).map(({ name, value }) => [name, value]),
  )

describe('an alarm', () => {
  it('starts the process of its rule, which is told of it and is about it', async () => {
    const one = await watched({
      process_key: await repair(),
      process_variables: 'reading = value, 设备 = device, most = limit',
      rule_name: `hot ${unique()}`,
      alarm_priority: 1,
    })
    await rises(one)
    await settled()
    const instance = await instanceOf(one)
    const [alarm] = await alarmsOf(server, tenant.id, one.rule)
    expect(await variablesOf(instance)).toMatchObject({
      alarm: alarm?.id,
      value: '30',
      reading: '30',
      most: '22',
      priority: '1',
      device_code: one.device.code,
      point_code: `${one.device.code}/temperature`,
      设备: one.device.code,
      occurrences: '1',
      rule: expect.stringContaining('hot') as string,
      raised_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) as string,
    })
    expect((await openTasksOf(server, tenant, instance)).map(({ node }) => node)).toEqual(['repair'])
    const admin = await tenant.signIn('admin')
    const track = dataOf<{ subject: unknown; starter: string | null }>(
      await admin.get('/api/activiti/process/queryProcessTrack', { processInstanceId: instance }),
    )
    expect(track.starter).toBeNull()
    expect(track.subject).toMatchObject({ kind: 'alarm', id: alarm?.id, deviceId: one.device.id, pointName: 'temperature', occurrences: 1 })
  })

  it('shows its processes to those who manage them, take part or can take a task, and to nobody else', async () => {
    const one = await watched({ process_key: await repair() })
    await rises(one)
    await settled()
    const instance = await instanceOf(one)
    const [alarm] = await alarmsOf(server, tenant.id, one.rule)
    const asked = async (username: string, from = tenant) =>
      dataOf<{ list: unknown[] }>(
        await (
          await from.signIn(username)
        ).get('/api/activiti/process/queryProcessOf', { subjectKind: 'alarm', subjectId: alarm?.id ?? '' }),
      ).list
    expect(await asked('admin')).toMatchObject([{ id: instance, processStatus: 'running', occurrences: 1, isManaged: true }])
    expect(await asked('ann')).toMatchObject([{ id: instance, isManaged: false }])
    expect(await asked('cleo')).toEqual([])
    await done(instance)
    expect(await asked('ann')).toMatchObject([{ id: instance, isManaged: false }])
    // Who only could have taken it has nothing to do with it any more.
    expect(await asked('ben')).toEqual([])
    expect(await asked('admin', await newTenant())).toEqual([])
  })

  it('is told to whoever has the task where it is among the rows of their roles, and the task to them in any case', async () => {
    const scoped = { ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' }
    const of = await buildTenant(server, { roles: [scoped], users: [buildUser({ username: 'ned', roles: ['SCOPED'] })] })
    const key = `p_${unique()}`
    const people = [{ kind: 'user', username: 'ned' }]
    await deployRows(server, of, bpmn(key, `${task('repair', { people })}<endEvent id="end"/>${way('start > repair > end')}`))
    const one = await watched({ process_key: key }, of)
    await rises(one)
    await settled(of)
    const [start] = await startsOf(one.rule, of)
    const instance = start?.instance_id ?? expect.fail('no instance was started')
    const [open] = await openTasksOf(server, of, instance)
    const subjects = async () => {
      const ned = await of.signIn('ned')
      const answers = [
        await ned.get('/api/activiti/task/queryPersonalTaskDetails', { taskId: open?.id ?? '' }),
        await ned.get('/api/activiti/process/queryMyProcessDetails', { processInstanceId: instance }),
      ]
      return answers.map((answer) => dataOf<{ track: { subject: unknown } }>(answer).track.subject)
    }
    const shown = { kind: 'alarm', id: start?.alarm_id, deviceId: one.device.id, occurrences: 1 }
    expect(await subjects()).toMatchObject([shown, shown])
    const own = { roleId: of.roles['SCOPED'], scopes: [{ table: '', kind: 'own' }] }
    expect((await (await of.signIn('admin')).post('/api/admin/sysrole/authorizeDataScope', own)).http).toBe(200)
    expect(await subjects()).toEqual([null, null])
  })

  it('that comes again is added to the instance that goes on, with a count, and starts another one once that is over', async () => {
    const one = await watched({ process_key: await repair() })
    await rises(one)
    await settled()
    const instance = await instanceOf(one)
    for (let again = 0; again < 2; again += 1) {
      await falls(one)
      await rises(one)
      await settled()
    }
    expect((await startsOf(one.rule)).map(({ start_state, reason, instance_id }) => [start_state, reason, instance_id])).toEqual([
      ['started', null, instance],
      ['joined', 'open', instance],
      ['joined', 'open', instance],
    ])
    expect(await variablesOf(instance)).toMatchObject({ occurrences: '3', value: '30' })
    const record = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_events').select('command').where('instance_id', '=', instance).orderBy('step_number')),
    )
    expect(record.map(({ command }) => command)).toEqual(['start', 'alarm-again', 'alarm-again'])
    await done(instance)
    await falls(one)
    await rises(one)
    await settled()
    const last = (await startsOf(one.rule)).at(-1)
    expect(last).toMatchObject({ start_state: 'started', is_open: true })
    expect(last?.instance_id).not.toBe(instance)
  })

  it('starts it once nobody has acknowledged it for so long', async () => {
    const [late, known] = [
      await watched({ process_key: await repair(), process_after: 10 }),
      await watched({ process_key: await repair(), process_after: 10 }),
    ]
    await rises(late)
    await rises(known)
    await settled()
    await clock.advance(9 * MINUTE)
    await settled()
    expect((await startsOf(late.rule)).map(({ start_state }) => start_state)).toEqual(['waiting'])
    const [alarm] = await alarmsOf(server, tenant.id, known.rule)
    dataOf(await (await tenant.signIn('admin')).post('/api/acquisition/alarm/acknowledgeAlarm', { id: [alarm?.id] }))
    await clock.advance(2 * MINUTE)
    await settled()
    expect(await startsOf(late.rule)).toMatchObject([{ start_state: 'started' }])
    expect(await startsOf(known.rule)).toMatchObject([{ start_state: 'dropped', reason: 'acknowledged', instance_id: null }])
  })

  it('starts none for a while after the last one has ended', async () => {
    const one = await watched({ process_key: await repair(), process_quiet: 30 })
    await rises(one)
    await settled()
    await done(await instanceOf(one))
    await falls(one)
    await rises(one)
    await settled()
    expect((await startsOf(one.rule)).at(-1)).toMatchObject({ start_state: 'dropped', reason: 'quiet' })
    await falls(one)
    await clock.advance(31 * MINUTE)
    await rises(one)
    await settled()
    expect((await startsOf(one.rule)).at(-1)).toMatchObject({ start_state: 'started' })
  })

  it('ends what nobody has begun to work on when it returns, where its rule says so', async () => {
    const key = await repair()
    const [idle, begun, kept] = [
      await watched({ process_key: key, process_returns: 1 }),
      await watched({ process_key: key, process_returns: 1 }),
      await watched({ process_key: key }),
    ]
    for (const one of [idle, begun, kept]) await rises(one)
    await settled()
    await act('ann', await instanceOf(begun), 'claim')
    for (const one of [idle, begun, kept]) await falls(one)
    await settled()
    expect(await instanceRow(server, tenant, await instanceOf(idle))).toMatchObject({ instance_state: 'ended', outcome: 'returned' })
    expect((await startsOf(idle.rule))[0]?.is_open).toBe(false)
    for (const one of [begun, kept])
      expect(await instanceRow(server, tenant, await instanceOf(one))).toMatchObject({ instance_state: 'running' })
    // One that has returned before its time has come starts nothing.
    const waiting = await watched({ process_key: key, process_returns: 1, process_after: 5 })
    await rises(waiting)
    await falls(waiting)
    // Five minutes count from when it was raised, by the clock as it is when that is heard of.
    await eventsRead(server, tenant.id)
    await clock.advance(6 * MINUTE)
    await settled()
    expect(await startsOf(waiting.rule)).toMatchObject([{ start_state: 'dropped', reason: 'returned' }])
  })

  it('while its instance is suspended leaves it as it is, and ends it once it goes on', async () => {
    const one = await watched({ process_key: await repair(), process_returns: 1 })
    await rises(one)
    await settled()
    const ask = { instanceId: await instanceOf(one), comment: 'wait' }
    await server.services.workflow.suspend(person(tenant, 'admin'), ask)
    await falls(one)
    await settled()
    expect(await instanceRow(server, tenant, ask.instanceId)).toMatchObject({ instance_state: 'suspended', outcome: null })
    await server.services.workflow.activate(person(tenant, 'admin'), ask)
    await clock.advance(61 * MINUTE)
    await settled()
    expect(await instanceRow(server, tenant, ask.instanceId)).toMatchObject({ instance_state: 'ended', outcome: 'returned' })
  })

  it('of late data is none, and starts nothing', async () => {
    const one = await watched({ process_key: await repair() })
    await measure(server, one.device, { temperature: 30 }, Date.now() - 30 * MINUTE)
    await settled()
    expect([await alarmsOf(server, tenant.id, one.rule), await startsOf(one.rule)]).toEqual([[], []])
  })

  it('whose process is suspended, or whose rule has none any more, starts nothing, and says why', async () => {
    const [suspended, gone] = [
      await watched({ process_key: await repair() }),
      await watched({ process_key: await repair(), process_after: 1 }),
    ]
    await inTenant(server, tenant, (tx) => tx.run(build.updateTable('process_definitions').set({ suspended: 1 })))
    await rises(suspended)
    await rises(gone)
    await settled()
    await inTenant(server, tenant, (tx) => tx.run(build.updateTable('alarm_rules').set({ process_key: null }).where('id', '=', gone.rule)))
    await clock.advance(2 * MINUTE)
    await settled()
    expect(await startsOf(suspended.rule)).toMatchObject([{ start_state: 'dropped', reason: 'process' }])
    expect(await startsOf(gone.rule)).toMatchObject([{ start_state: 'dropped', reason: 'rule' }])
  })
})

describe('what is done twice', () => {
  it('is done once: heard of again, and decided again', async () => {
    const one = await watched({ process_key: await repair() })
    await rises(one)
    await settled()
    const instance = await instanceOf(one)
    const [before] = await startsOf(one.rule)
    // As if the server had died before it could say that it has read the events, and has done the work.
    await server.database.asOwner(async (owner) => {
      await owner.query(
        `update event_cursors set transaction_id = '0', event_id = 0 where tenant_id = $1 and subscriber = 'alarm-processes'`,
        [tenant.id],
      )
      await owner.query(
        `insert into scheduled_work (tenant_id, kind, key, due_at, payload) select tenant_id, '${ALARM_PROCESS}', id::text, now(), '{}' from process_starts where tenant_id = $1 and instance_id = $2`,
        [tenant.id, instance],
      )
      await owner.query(`select pg_notify('outstation_invalidations', '{"from":"test","invalidation":{"kind":"work-scheduled","at":0}}')`)
    })
    await falls(one)
    await clock.advance(MINUTE)
    await settled()
    expect(await startsOf(one.rule)).toEqual([before])
  })

  it('and two at once of one rule and point have one instance that goes on', async () => {
    const one = await watched({ process_key: await repair(), process_after: 1 })
    for (let again = 0; again < 3; again += 1) {
      await rises(one)
      await falls(one)
    }
    await settled()
    await clock.advance(2 * MINUTE)
    await settled()
    const starts = await startsOf(one.rule)
    expect(starts.map(({ start_state }) => start_state).sort()).toEqual(['joined', 'joined', 'started'])
    expect(new Set(starts.map(({ instance_id }) => instance_id)).size).toBe(1)
    await expect(
      inTenant(server, tenant, (tx) => tx.run(build.updateTable('process_starts').set({ is_open: true }).where('rule_id', '=', one.rule))),
    ).rejects.toThrow('process_starts_open_key')
  })
})

describe('a flood of alarms', () => {
  it('starts so many instances and gathers the rest in one', async () => {
    const own = await newTenant()
    const key = await repair(own)
    const all = await Promise.all(Array.from({ length: FLOOD_STARTS + 4 }, () => watched({ process_key: key }, own)))
    for (const one of all) await rises(one)
    await settled(own)
    const starts = (await Promise.all(all.map(({ rule }) => startsOf(rule, own)))).flat()
    const by = (what: (start: (typeof starts)[number]) => boolean) => starts.filter(what)
    expect(by(({ start_state, is_collecting }) => start_state === 'started' && !is_collecting)).toHaveLength(FLOOD_STARTS)
    const [collecting, ...more] = by(({ is_collecting }) => is_collecting)
    expect(more).toEqual([])
    const joined = by(({ start_state }) => start_state === 'joined')
    expect(joined.map(({ reason, instance_id }) => [reason, instance_id])).toEqual(
      Array.from({ length: 3 }, () => ['flood', collecting?.instance_id]),
    )
    expect(await variablesOf(collecting?.instance_id ?? '', own)).toMatchObject({ occurrences: '4' })
    // Once it is over, the next one has an instance of its own.
    await clock.advance(11 * MINUTE)
    const next = await watched({ process_key: key }, own)
    await rises(next)
    await settled(own)
    expect(await startsOf(next.rule, own)).toMatchObject([{ start_state: 'started', is_collecting: false }])
  })
})

describe('a tenant that rests', () => {
  it('starts nothing until it works again, and loses nothing', async () => {
    const own = await newTenant()
    const one = await watched({ process_key: await repair(own), process_after: 1 }, own)
    await rises(one)
    await settled(own)
    const turn = (status: 0 | 1) =>
      server.database.asOwner((owner) => owner.query('update tenants set status = $1 where id = $2', [status, own.id]))
    await turn(0)
    await clock.advance(2 * MINUTE)
    await settled(own)
    expect(await startsOf(one.rule, own)).toMatchObject([{ start_state: 'waiting' }])
    await turn(1)
    await clock.advance(61 * MINUTE)
    await settled(own)
    expect(await startsOf(one.rule, own)).toMatchObject([{ start_state: 'started' }])
  })
})

describe('a rule', () => {
  const BASE = '/api/acquisition/alarmrule'
  const rule = (device: BuiltDevice, more: object) => ({
    ruleName: `r ${unique()}`,
    deviceId: device.id,
    pointKey: 'temperature',
    alarmKind: 'high',
    alarmLimit: 22,
    alarmPriority: 2,
    ruleStatus: 1,
    ...more,
  })

  it('names a process that whoever writes it may start, and names under which it is told', async () => {
    const own = await newTenant()
    const key = await repair(own)
    const device = await buildDevice(server, own)
    const admin = await own.signIn('admin')
    const add = (more: object) => admin.post(`${BASE}/addAlarmRule`, rule(device, more), { 'accept-language': 'en' })
    const refused = async (more: object) => (await add(more)).errors?.map(({ field }) => field)
    expect(await refused({ processKey: 'nobody' })).toEqual(['processKey'])
    expect(await refused({ processKey: '1 x' })).toEqual(['processKey'])
    expect(await refused({ processKey: key, processVariables: 'reading = price' })).toEqual(['processVariables'])
    expect(await refused({ processKey: key, processAfter: -1 })).toEqual(['processAfter'])
    const values = { processKey: key, processAfter: 5, processQuiet: 10, processReturns: 1, processVariables: 'reading = value' }
    const { id } = dataOf<{ id: string }>(await add(values))
    const { list } = dataOf<{ list: Record<string, unknown>[] }>(await admin.get(`${BASE}/queryAlarmRule`, { processKey: key }))
    expect(list).toMatchObject([{ id, ...values }])
    // The process is gone: the rule can be changed otherwise, and given up.
    await inTenant(server, own, (tx) => tx.run(build.updateTable('process_definitions').set({ suspended: 1 })))
    dataOf(await admin.put(`${BASE}/updateAlarmRule`, { id, version: list[0]?.['version'], processKey: key, alarmLimit: 23 }))
    dataOf(await admin.put(`${BASE}/updateAlarmRule`, { id, version: Number(list[0]?.['version']) + 1, processKey: '' }))
    expect(dataOf<{ list: unknown[] }>(await admin.get(`${BASE}/queryAlarmRule`, { id })).list).toMatchObject([{ processKey: null }])
  })
})
