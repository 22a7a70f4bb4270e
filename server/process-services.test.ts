/** What processes do on the plant: they read points, enter readings and act on alarms, in the step that asks for it. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { alarmsOf, buildRule, measure, transitionsOf } from '../tests/support/alarms.ts'
import type { BuiltTenant } from '../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../tests/support/builders.ts'
import type { BuiltDevice } from '../tests/support/devices.ts'
import { buildDevice } from '../tests/support/devices.ts'
import { dataOf } from '../tests/support/forms.ts'
import { until } from '../tests/support/process.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, service, task, way } from '../tests/support/processes.ts'
import type { TestServer } from '../tests/support/server.ts'
import { sharedServer } from '../tests/support/server.ts'
import { QUALITY, REASONS } from '../model/acquisition/quality.ts'
import { languages } from '../model/labels/index.ts'
import { incidentSentence } from './features/workflow/shared/incident-sentence.ts'
import { statement } from './acquisition/index.ts'
import { build } from './kernel/database/sql.ts'
import { translatorFor } from './kernel/http/language.ts'

let server: TestServer
let tenant: BuiltTenant
let device: BuiltDevice
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: [buildUser({ username: 'ann', roles: ['ROLE_OPERATOR'], org: 'branch' })] })
  device = await buildDevice(server, tenant, { temperature: { unit: '°C', scale: 10 }, humidity: {}, level: { range_high: 100 } })
})

const END = '<endEvent id="end"/>'
/** A process of services, one after the other, at whose end somebody is asked. */
async function deployServices(...does: readonly object[]): Promise<string> {
  const ids = does.map((_, at) => `s${at}`)
  const inside = `${does.map((one, at) => service(`s${at}`, one)).join('')}${task('after', { people: [{ kind: 'user', username: 'ann' }] })}${END}`
  return deployRows(server, tenant, bpmn(`p_${unique()}`, `${inside}${way(['start', ...ids, 'after', 'end'].join(' > '))}`))
}
const begin = async (definition: string, variables: Record<string, unknown> = {}) =>
  (await server.services.workflow.start(person(tenant, 'admin'), { of: { definition }, variables })).id
const run = async (variables: Record<string, unknown>, ...does: readonly object[]) => begin(await deployServices(...does), variables)
const row = (instance: string) => instanceRow(server, tenant, instance)
const isAfter = async (instance: string) => (await openTasksOf(server, tenant, instance)).map(({ node }) => node)

async function variableOf(instance: string, name: string): Promise<unknown> {
  const found = await inTenant(server, tenant, (tx) =>
    tx.first(build.selectFrom('process_variables').select('value').where('instance_id', '=', instance).where('name', '=', name)),
  )
  return found?.value
}
const samplesOf = (key: string) =>
  inTenant(server, tenant, (tx) =>
    tx.all(
      statement(sql<{ value: number; quality: number; reason: number }>`
        select value, quality, reason from samples where series = ${device.series[key]} order by time desc`),
    ),
  )
/** What stopped an instance, as everybody is told it. */
async function stopped(instance: string): Promise<{ kind: string; detail: unknown }> {
  const found = await inTenant(server, tenant, (tx) =>
    tx.first(build.selectFrom('process_incidents').select(['incident_kind as kind', 'detail']).where('instance_id', '=', instance)),
  )
  return found ?? expect.fail('nothing stopped it')
}

describe('a process reads', () => {
  it('the newest value of a point by device code and key, or by its id', async () => {
    await measure(server, device, { temperature: 2.5 })
    await server.services.acquisition.states.flush()
    const point = await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('points').select('id').where('series', '=', String(device.series['temperature']))),
    )
    const read = (point: string) => ({ do: 'read-latest', point, into: 'found' })
    const byCode = await run({ where: device.code }, read('= concatenate(where, "/temperature")'))
    expect(await variableOf(byCode, 'found')).toBe('25')
    expect(await variableOf(await run({ id: point?.id }, read('= id')), 'found')).toBe('25')
    // Case is no matter, as wherever devices and points are named.
    expect(await variableOf(await run({}, read(`= "${device.code.toUpperCase()}/Temperature"`)), 'found')).toBe('25')
  })

  it('what was stored and is not among the newest values yet; where there never was a value, nothing', async () => {
    await measure(server, device, { temperature: 3 })
    const read = { do: 'read-latest', point: `= "${device.code}/temperature"`, into: 'found' }
    expect(await variableOf(await run({}, read), 'found')).toBe('30')
    const silent = await run({}, { ...read, point: `= "${device.code}/humidity"` })
    expect(await variableOf(silent, 'found')).toBeNull()
    expect(await isAfter(silent)).toEqual(['after'])
  })

  it('figures of the time before now', async () => {
    const other = await buildDevice(server, tenant)
    for (const [ago, value] of [
      [7_200_000, 100],
      [120_000, 4],
      [60_000, 8],
      [30_000, 6],
    ] as const)
      await measure(server, other, { temperature: value }, Date.now() - ago)
    const figure = (take: string, over = 'PT1H') => ({
      do: 'read-aggregate',
      point: `= "${other.code}/temperature"`,
      take,
      over,
      into: `${take}_`,
    })
    const instance = await run({}, ...['mean', 'least', 'greatest', 'count', 'sum'].map((take) => figure(take)))
    // 4 for a minute, 8 for half a one and 6 for half a one come to 5.5; the test itself takes some seconds.
    expect(Math.abs(Number(await variableOf(instance, 'mean_')) - 5.5)).toBeLessThan(0.25)
    for (const [take, value] of Object.entries({ least: '4', greatest: '8', count: '3', sum: '18' }))
      expect(await variableOf(instance, `${take}_`), take).toBe(value)
    // What is older is taken from its roll-ups, which one works on at a time.
    await until('what is older is rolled up', async () => {
      await server.services.acquisition.rollups.work(new Date(Date.now() + 600_000))
      return (await variableOf(await run({}, figure('greatest', 'PT3H')), 'greatest_')) === '100'
    })
    // What stood all the while counts, where nothing came.
    const standing = await buildDevice(server, tenant, { temperature: { stale_seconds: 3600 } })
    await measure(server, standing, { temperature: 7 }, Date.now() - 1_200_000)
    const still = (take: string) => ({ ...figure(take, 'PT5M'), point: `= "${standing.code}/temperature"` })
    const stood = await run({}, still('mean'), still('count'), still('greatest'))
    expect([await variableOf(stood, 'mean_'), await variableOf(stood, 'count_'), await variableOf(stood, 'greatest_')]).toEqual([
      '7',
      '0',
      null,
    ])
    const none = await run(
      {},
      { ...figure('mean'), point: `= "${device.code}/humidity"` },
      { ...figure('count'), point: `= "${device.code}/humidity"` },
    )
    expect([await variableOf(none, 'mean_'), await variableOf(none, 'count_')]).toEqual([null, '0'])
  })
})

describe('a process enters a reading', () => {
  it('once, as entered by hand, in the unit of the point; a step after it reads it', async () => {
    const record = { do: 'record-reading', point: `= "${device.code}/humidity"`, value: '= measured + 1' }
    const instance = await run({ measured: 41 }, record, { do: 'read-latest', point: `= "${device.code}/humidity"`, into: 'found' })
    expect(await variableOf(instance, 'found')).toBe('42')
    await until('it is stored', async () => (await samplesOf('humidity')).length > 0)
    expect(await samplesOf('humidity')).toEqual([{ value: 42, quality: QUALITY.good, reason: REASONS.manual }])
    await until(
      'nothing is left to do',
      async () =>
        (
          await inTenant(server, tenant, (tx) =>
            tx.all(build.selectFrom('scheduled_work').select('key').where('kind', '=', 'manual-reading')),
          )
        ).length === 0,
    )
  })

  it('raises alarms as any other reading, and one out of range is doubtful', async () => {
    const rule = await buildRule(server, device, { point_key: 'level', alarm_limit: 90 })
    await run({}, { do: 'record-reading', point: `= "${device.code}/level"`, value: '= 101' })
    await until('it is raised', async () => (await alarmsOf(server, tenant.id, rule)).length > 0)
    expect(await samplesOf('level')).toEqual([{ value: 101, quality: QUALITY.uncertain, reason: REASONS.range }])
  })

  it('not at all where the step fails', async () => {
    const other = await buildDevice(server, tenant)
    const definition = await deployServices({ do: 'record-reading', point: `= "${other.code}/temperature"`, value: '= 7' })
    const failing = server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
      await server.services.workflow.startIn(tx, { tenantId: tenant.id }, { of: { definition } })
      throw new Error('the step fails')
    })
    await expect(failing).rejects.toThrow('the step fails')
    const left = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('scheduled_work').select('key').where('key', 'like', `${other.series['temperature']}:%`)),
    )
    expect(left).toEqual([])
  })
})

describe('a process acts on an alarm', () => {
  async function raised() {
    const other = await buildDevice(server, tenant)
    const rule = await buildRule(server, other)
    await measure(server, other, { temperature: 30 })
    const [alarm] = await alarmsOf(server, tenant.id, rule)
    return { rule, id: alarm?.id ?? '', other }
  }
  const act = (what: string, more: object = {}) => ({ do: 'alarm', act: what, alarm: '= alarm', ...more })
  const stateOf = async (rule: string) => (await alarmsOf(server, tenant.id, rule))[0]?.alarm_state

  it('through its states, and it is recorded as the process', async () => {
    const { rule, id } = await raised()
    const instance = await run({ alarm: id }, act('acknowledge', { comment: 'seen' }), act('out-of-service'))
    expect(await stateOf(rule)).toBe('out-of-service')
    expect(await transitionsOf(server, tenant.id, rule)).toEqual(['raise', 'acknowledge', 'remove'])
    const events = await inTenant(server, tenant, (tx) =>
      tx.all(
        build.selectFrom('alarm_events').select(['process_instance_id', 'user_id', 'comment']).where('alarm_id', '=', id).orderBy('id'),
      ),
    )
    expect(events).toEqual([
      { process_instance_id: null, user_id: null, comment: null },
      { process_instance_id: instance, user_id: null, comment: 'seen' },
      { process_instance_id: instance, user_id: null, comment: (await row(instance))?.name },
    ])
    await run({ alarm: id }, act('return-to-service'))
    expect(await stateOf(rule)).toBe('acknowledged')
    const admin = await tenant.signIn('admin')
    const history = dataOf<{ list: { transition: string; isByProcess: boolean }[] }>(
      await admin.get('/api/acquisition/alarm/queryAlarmHistory', { id }),
    )
    expect(history.list.map(({ transition, isByProcess }) => [transition, isByProcess])).toEqual([
      ['restore', true],
      ['remove', true],
      ['acknowledge', true],
      ['raise', false],
    ])
  })

  it('shelves it for a time, and brings it back before', async () => {
    const { rule, id } = await raised()
    await run({ alarm: id }, act('shelve', { for: 'PT2H' }))
    expect(await stateOf(rule)).toBe('shelved')
    const until = await inTenant(server, tenant, (tx) => tx.first(build.selectFrom('alarms').select('shelved_until').where('id', '=', id)))
    expect(Math.abs((until?.shelved_until?.getTime() ?? 0) - Date.now() - 7_200_000)).toBeLessThan(60_000)
    await run({ alarm: id }, act('return-to-service'))
    expect(await stateOf(rule)).toBe('unacknowledged')
  })

  it('and goes on where somebody has done the same before', async () => {
    const { rule, id } = await raised()
    await run({ alarm: id }, act('acknowledge'))
    const again = await run({ alarm: id }, act('acknowledge'), act('return-to-service'))
    expect(await isAfter(again)).toEqual(['after'])
    expect(await transitionsOf(server, tenant.id, rule)).toEqual(['raise', 'acknowledge'])
  })

  it('stops where its state does not lead there, and changes nothing', async () => {
    const { rule, id } = await raised()
    await run({ alarm: id }, act('out-of-service'))
    const instance = await run({ alarm: id }, act('shelve', { for: 'PT1H' }))
    expect(await stopped(instance)).toEqual({ kind: 'failed', detail: { fault: 'alarm-state', about: 'shelve' } })
    expect(await stateOf(rule)).toBe('out-of-service')
  })
})

describe('what is missing stops a process, and is named', () => {
  const strange = { do: 'read-latest', point: '= point', into: 'found' }
  it.each([
    ['a point that there is not', strange, { point: 'pump-7/pressure' }, 'no-point', '= point'],
    ['an expression without a value', strange, { point: null }, 'no-point', '= point'],
    [
      'a reading that is no number',
      { do: 'record-reading', point: '= point', value: '= pay' },
      { pay: 'pump-7/pressure' },
      'no-number',
      '= pay',
    ],
    [
      'an alarm that there is not',
      { do: 'alarm', act: 'acknowledge', alarm: '= which' },
      { which: 'pump-7/pressure' },
      'no-alarm',
      '= which',
    ],
    ['a shelf without an end', { do: 'alarm', act: 'shelve', alarm: '= "x"' }, {}, 'no-duration', ''],
  ] as const)('%s', async (_what, does, variables, fault, about) => {
    const instance = await run({ point: `${device.code}/humidity`, ...variables }, does)
    const { kind, detail } = await stopped(instance)
    expect({ kind, detail }).toEqual({ kind: 'failed', detail: { fault, about } })
    for (const language of languages) {
      const sentence = incidentSentence(kind, detail, translatorFor(language))
      expect(sentence, language).not.toContain('process-incident')
      expect(sentence, language).toContain(about)
      // What a variable holds may be hidden from whoever looks at incidents.
      expect(sentence, language).not.toContain('pump-7')
    }
  })

  it('what belongs to another tenant is not there', async () => {
    const other = await buildTenant(server)
    const theirs = await buildDevice(server, other)
    await measure(server, theirs, { temperature: 30 })
    const rule = await buildRule(server, theirs)
    const [alarm] = await alarmsOf(server, other.id, rule)
    const pointId = await inTenant(server, other, (tx) =>
      tx.first(build.selectFrom('points').select('id').where('series', '=', String(theirs.series['temperature']))),
    )
    for (const point of [`${theirs.code}/temperature`, pointId?.id])
      expect(await stopped(await run({ point }, strange))).toMatchObject({ detail: { fault: 'no-point', about: '= point' } })
    const acting = await run({ alarm: alarm?.id }, { do: 'alarm', act: 'acknowledge', alarm: '= alarm' })
    expect(await stopped(acting)).toMatchObject({ detail: { fault: 'no-alarm' } })
    expect((await alarmsOf(server, other.id, rule))[0]?.alarm_state).toBe('unacknowledged')
  })
})

describe('deploying a process that acts on the plant', () => {
  it('is for those who may do the same themselves in all of the tenant', async () => {
    const roles = [
      {
        roleCode: 'MODELLER',
        roleName: 'MODELLER',
        roleDescription: '',
        menus: 'all',
        urls: ['/activiti/deployment/deployFile'],
        hiddenButtons: [],
        hiddenFields: [],
      },
    ] as const
    const own = await buildTenant(server, { roles, users: [buildUser({ username: 'draws', roles: ['MODELLER'] })] })
    const key = `p_${unique()}`
    const xml = bpmn(key, `${service('ack', { do: 'alarm', act: 'acknowledge', alarm: '= "x"' })}${END}${way('start > ack > end')}`)
    const deployFile = async (username: string) =>
      (await own.signIn(username)).post('/api/activiti/deployment/deployFile', { fileName: 'a.bpmn', xml }, { 'accept-language': 'en' })
    expect(await deployFile('draws')).toMatchObject({ http: 422, message: expect.stringContaining('“ack”') as string })
    expect((await deployFile('admin')).http).toBe(200)
  })
})
