/** Alarms, limits and annotations beside the values of a trend: whose they are, and who sees which of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TrendMarks } from '../../../../model/contract/acquisition/trend-marks.ts'
import { administrator } from '../../../../seeds/roles.ts'
import { buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const MARKS = '/api/account/trend/queryTrendMarks'
const NOTES = '/api/acquisition/annotation'
const HOUR_MS = 3_600_000
const role = (roleCode: string, more: object = {}) => ({ ...administrator, roleCode, roleName: roleCode, roleDescription: '', ...more })

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let device: BuiltDevice
let point: string

beforeAll(async () => {
  server = await sharedServer()
  const hides = [
    { menu: 'alarms', fields: ['ruleName', 'alarmPriority'] },
    { menu: 'alarmrules', fields: ['alarmLimit'] },
    { menu: 'annotations', fields: ['noteText'] },
    { menu: 'sysuser', fields: ['nickname'] },
  ]
  tenant = await buildTenant(server, {
    roles: [
      role('SCOPED'),
      role('BLIND', { hiddenFields: hides }),
      { roleCode: 'NONE', roleName: 'NONE', roleDescription: '', menus: 'all', urls: [], hiddenButtons: [], hiddenFields: [] },
    ],
    users: [
      buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] }),
      buildUser({ username: 'blind', roles: ['BLIND'] }),
      buildUser({ username: 'none', roles: ['NONE'] }),
    ],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant, { temperature: { range_low: 0, range_high: 60 } })
  await buildRule(server, device, { rule_name: 'too warm', alarm_limit: 25, alarm_priority: 1 })
  await buildRule(server, device, { rule_name: 'off', alarm_limit: 90, rule_status: 0 })
  await measure(server, device, { temperature: 30 })
  point = await pointOf(device)
}, 120_000)
afterAll(() => server.stop())

async function pointOf({ id }: BuiltDevice): Promise<string> {
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/acquisition/point/queryPoint', { deviceId: id })
  return data.list[0]?.id as string
}
const range = () => ({ from: String(Date.now() - HOUR_MS), to: String(Date.now() + HOUR_MS) })
const marksOf = async (as: Client, pointId = point) => {
  const answer = await as.get<TrendMarks>(MARKS, { pointId, ...range() })
  expect(answer.http, answer.message).toBe(200)
  return answer.data
}
const now = () => new Date(Math.floor(Date.now() / 1000) * 1000 + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
const annotate = (as: Client, noteText: string, pointId = point) =>
  as.post<{ id: string }>(`${NOTES}/addAnnotation`, { pointId, notedAt: now(), noteText })

describe('marks', () => {
  it('are when an alarm stood, and the limits of the rules in use', async () => {
    const { alarms, limits } = await marksOf(admin)
    expect(alarms).toMatchObject([{ pointId: point, to: null, ruleName: 'too warm', alarmKind: 'high', alarmPriority: 1 }])
    expect(Math.abs(Date.now() - (alarms[0]?.from ?? 0))).toBeLessThan(60_000)
    expect(limits).toEqual([{ pointId: point, value: 25, ruleName: 'too warm', alarmKind: 'high', alarmPriority: 1 }])
    await measure(server, device, { temperature: 20 })
    const [band] = (await marksOf(admin)).alarms
    expect(band?.to).toBeGreaterThanOrEqual(band?.from ?? Infinity)
  })

  it('show nobody what their lists do not show them', async () => {
    expect((await annotate(admin, 'cleaned')).http).toBe(200)
    const seen = await marksOf(admin)
    expect(seen.annotations).toMatchObject([{ pointId: point, noteText: 'cleaned', notedBy: tenant.canary, version: 1 }])
    expect(seen.allowed).toEqual(expect.arrayContaining(['add', 'delete', 'update']))
    const blind = await marksOf(await tenant.signIn('blind'))
    expect(blind.limits).toEqual([])
    expect(Object.keys(blind.alarms[0] ?? {}).sort()).toEqual(['alarmId', 'alarmKind', 'from', 'pointId', 'to'])
    expect(Object.keys(blind.annotations[0] ?? {}).sort()).toEqual(['id', 'pointId', 'time', 'version'])
    // Who may read neither trends nor these lists.
    expect(await marksOf(await tenant.signIn('none'))).toEqual({ alarms: [], limits: [], annotations: [], allowed: [] })
    expect((await call(server.url, 'GET', `${MARKS}?pointId=${point}&from=${Date.now() - 1}&to=${Date.now()}`)).http).toBe(401)
  })

  it('are those of the tenant', async () => {
    const stranger = await other.signIn('admin')
    expect(await marksOf(stranger)).toMatchObject({ alarms: [], limits: [], annotations: [] })
    expect((await annotate(stranger, 'from outside')).http).toBeGreaterThanOrEqual(400)
    expect((await marksOf(admin)).annotations.map(({ noteText }) => noteText)).not.toContain('from outside')
  })

  it('are those of the devices in scope: others are neither read, nor noted, nor changed', async () => {
    const site = (
      await admin.post<{ id: string }>('/api/acquisition/site/addSite', {
        siteCode: 'marks',
        siteName: 'marks',
        orgId: tenant.organisations['branch'],
      })
    ).data.id
    const near = await buildDevice(server, tenant, { temperature: {} })
    const row = (await admin.get<{ list: { version: number }[] }>('/api/acquisition/device/queryDevice', { id: near.id })).data.list[0]
    expect((await admin.put('/api/acquisition/device/updateDevice', { id: near.id, version: row?.version, siteId: site })).http).toBe(200)
    const stored = await admin.post('/api/admin/sysrole/authorizeDataScope', {
      roleId: tenant.roles['SCOPED'],
      scopes: [{ table: '', kind: 'below' }],
    })
    expect(stored.http).toBe(200)
    const ned = await tenant.signIn('ned')
    const [far, own] = [point, await pointOf(near)]
    expect((await annotate(ned, 'mine', own)).http).toBe(200)
    expect((await annotate(ned, 'not mine', far)).http).toBeGreaterThanOrEqual(400)
    expect((await marksOf(ned, own)).annotations.map(({ noteText }) => noteText)).toEqual(['mine'])
    expect(await marksOf(ned, far)).toMatchObject({ alarms: [], limits: [], annotations: [] })
    const foreign = (await marksOf(admin, far)).annotations[0]
    expect((await ned.put(`${NOTES}/updateAnnotation`, { id: foreign?.id, version: foreign?.version, noteText: 'changed' })).http).toBe(404)
    const history = (as: Client, id?: string) =>
      as.get<{ list: unknown[] }>('/api/admin/syslog/queryHistory', { noun: 'annotations', id: id ?? '' })
    expect((await history(ned, foreign?.id)).data?.list ?? []).toEqual([])
  })
})
