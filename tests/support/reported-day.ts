/** A day of which every built-in report has something to say, and what that is: worked out by hand. */
import { expect } from 'vitest'
import type { ReportPage } from '../../model/contract/report/reports.ts'
import { resources } from '../../model/index.ts'
import type { ReportCode } from '../../model/reports/built-in/asked.ts'
import { buildRule, measure } from './alarms.ts'
import type { BuiltTenant } from './builders.ts'
import { buildTenant } from './builders.ts'
import type { Client } from './client.ts'
import type { BuiltDevice } from './devices.ts'
import { buildDevice, pointsOf, sendReadings } from './devices.ts'
import { addJudgedRun, addMachines, addTensioning } from './reported-rows.ts'
import type { TestServer } from './server.ts'
import { addRow, pathsOf } from './values.ts'

const HOUR = 3_600_000
/** Midnight in the zone of the server, two days ago, and its day. */
const begin = Math.floor((Date.now() + 8 * HOUR) / (24 * HOUR)) * 24 * HOUR - 8 * HOUR - 48 * HOUR
const dayOf = (moment: number) => new Date(moment + 8 * HOUR).toISOString().slice(0, 10)
const day = dayOf(begin)

/** Of what ends later: in forty days. */
const dueDay = dayOf(Date.now() + 40 * 24 * HOUR)

/** Two hours, value by value; each stands until the next one. */
const VALUES: Readonly<Record<string, readonly [number, number]>> = {
  temp: [21.4, 17.3],
  rh: [96.1, 94.2],
  chamber: [44.6, 46.1],
  core: [58.2, 61.7],
  surface: [43.9, 41.3],
  ambient: [12.5, 15.5],
  surface_rh: [97.3, 92.8],
  water: [100, 142.5],
}
const UNITS: Readonly<Record<string, string>> = { rh: '%', surface_rh: '%', water: 'L' }
const RANGES: Readonly<Record<string, { range_low: number; range_high: number }>> = {
  ranged: { range_low: 18, range_high: 22 },
  within: { range_low: 18, range_high: 22 },
}

/** What each report has to say of it: worked out by hand. */
export const FIGURES: Readonly<Record<ReportCode, readonly string[]>> = {
  'curing-room': ['21.4', '17.3', '96.1', '94.2', '00:00', '01:00'],
  'day-sheet': ['21.40', '17.30', '96.10', '94.20', '142.50', '00:00', '00:15', '01:45', '23:45', '8.3%'],
  curve: ['21.4', '17.3', '61.7', '41.3'],
  excursions: ['21.4', '17.3', '96.1', '94.2'],
  // 58.2 − 43.9 and 61.7 − 41.3; 43.9 − 12.5 and 41.3 − 15.5.
  'mass-concrete': ['58.2', '43.9', '14.3', '20.4', '31.4', '25.8'],
  steam: ['44.6', '46.1', '58.2', '61.7', '14.3', '20.4'],
  // 58.2 − 12.5 and 61.7 − 15.5; the counter rose by 42.5.
  spray: ['97.3', '92.8', '45.7', '46.2', '42.5'],
  // And cubes that were cast fourteen days before: 27 of 30 MPa.
  'degree-days': ['12.5', '15.5', day, 'BOX-TT', '14', '27.0', '90%'],
  'curing-runs': ['BOX-RUN'],
  // The core was at 61.7 °C in the second of two hours.
  'run-certificate': ['BOX-CERT', '6.3.1', 'Core at most 60 °C', '60.0', '61.7', '3,600', '100.0%', 'Failed'],
  specimens: ['BOX-SJ', '28'],
  // 24 of 30 MPa.
  strength: ['24.0', '30.0', '80%'],
  site: ['100.0%'],
  'shift-log': ['BOX-SHIFT', 'BOX-HIGH', 'Critical', 'BOX-NOTE', 'BOX-NOW'],
  // One, of the highest priority.
  'alarm-list': ['BOX-HIGH', 'Critical', '1'],
  'alarm-month': ['BOX-HIGH', 'Critical', '1'],
  availability: ['100.0%'],
  // At both ends 53 − 8, and 5 for what lies before 10 %: 100 of 100 mm; 1970 of 2000 kN.
  tensioning: [
    'BOX-ZL',
    '2000.0',
    '1970.0',
    '-1.5',
    '100.0',
    '0.0',
    '300',
    '4.4',
    'QJ-01',
    'QJ-02',
    '7.9.2',
    '53.0',
    '13.0',
    '8.0',
    '12.5',
  ],
  grouting: ['BOX-YJ', '0.27', '14.0', '0.60', '3.5', '88.0', '7.9.8'],
  // One ends on the day that is asked for, one ended before.
  'calibrations-due': ['BOX-M1', 'BOX-CAL', 'BOX-OVER', dueDay],
  'machine-archive': ['BOX-M1', 'BOX-M2', 'BOX-CAL', 'BOX-WORK', 'BOX-MAKER'],
  'order-sheet': ['BOX-WORK', 'BOX-MACHINE'],
}

export interface ReportedDay {
  readonly tenant: BuiltTenant
  readonly admin: Client
  /** Devices of some of these points alone, by what they are for. */
  readonly devices: Readonly<Record<string, BuiltDevice>>
  /** The device with all of these points. */
  readonly whole: BuiltDevice
  /** What is asked of a report for it to show that day, of one of the devices or of all. */
  asked(report: string, deviceId?: string): Readonly<Record<string, string>>
  /** Its pages, of one of the devices or of all. */
  pagesOf(report: string, deviceId?: string): Promise<ReportPage[]>
}

/** The day, in a tenant of its own. It works off all roll-ups of the server. */
export async function buildReportedDay(server: TestServer): Promise<ReportedDay> {
  const tenant = await buildTenant(server)
  const admin = await tenant.signIn('admin')
  const devices: Record<string, BuiltDevice> = {}
  const stand = async (name: string, values: Readonly<Record<string, number>>) => {
    devices[name] = await addStanding(server, tenant, values)
  }
  const keys = Object.keys(VALUES)
  const device = await buildDevice(
    server,
    tenant,
    Object.fromEntries(keys.map((key) => [key, { unit: UNITS[key] ?? '°C', stale_seconds: 3600 }])),
  )
  await sendReadings(
    server,
    device,
    keys.flatMap((key) => [0, 1].map((hour) => ({ key, time: begin + hour * HOUR, value: VALUES[key]?.[hour] as number }))),
  )
  await stand('spray', { surface_rh: 97, core: 30, ambient: 20 })
  await stand('mass', { core1: 70, surface1: 44, surface_rh: 97, ambient: 20 })
  await stand('beside', { ambient: 20, ambient2: 12 })
  await stand('ranged', { ranged: 22.5, within: 21 })
  // Alarms are of the moment at which they are raised, whatever the time of their sample.
  const alarmed = await buildDevice(server, tenant, { pressure: { unit: 'bar' } })
  await buildRule(server, alarmed, { point_key: 'pressure', alarm_limit: 6, alarm_priority: 1, rule_name: 'BOX-HIGH' })
  await measure(server, alarmed, { pressure: 7 })
  const alarms = await admin.get<{ list: { raisedAt: string }[] }>(pathsOf(resources.alarms).query)
  // By the clock of the tenant.
  const raisedAt = alarms.data.list[0]?.raisedAt ?? ''
  const raisedOn = raisedAt.slice(0, 10)
  for (let round = 0; round < 4; round += 1) await server.services.acquisition.rollups.work(new Date(Date.now() + 2 * 24 * HOUR))
  const at = (hours: number) => new Date(begin + hours * HOUR).toISOString()
  const { id: componentId } = await addRow(admin, resources.components, { designStrength: 30 })
  const { id: specimenId } = await addRow(admin, resources.specimens, {
    specimenCode: 'BOX-SJ',
    componentId,
    specimenCuring: 'standard',
    castAt: at(3),
    testAge: 28,
  })
  await addRow(admin, resources.strengthTests, { specimenId, testedAt: at(9), testStrength: 24 })
  const cubes = { specimenCode: 'BOX-TT', componentId, specimenCuring: 'same-condition', castAt: at(9 - 14 * 24), testAge: 14 }
  const { id: beside } = await addRow(admin, resources.specimens, cubes)
  await addRow(admin, resources.strengthTests, { specimenId: beside, testedAt: at(9), testStrength: 27 })
  await addRow(admin, resources.runs, { runNumber: 'BOX-RUN', startedAt: at(4) })
  // Two of twelve hours each, of the same name.
  for (const [beginsAt, endsAt] of [
    ['00:00', '12:00'],
    ['12:00', '00:00'],
  ])
    await addRow(admin, resources.shifts, { shiftName: 'BOX-SHIFT', beginsAt, endsAt, siteId: '', validFrom: '', validUntil: '' })
  const now = new Date(`${raisedAt.replace(' ', 'T')}+08:00`).toISOString()
  const { pressure: pointId } = await pointsOf(server, alarmed)
  await addRow(admin, resources.annotations, { pointId, notedAt: now, noteText: 'BOX-NOTE' })
  await addRow(admin, resources.runs, { runNumber: 'BOX-NOW', startedAt: now })
  await addJudgedRun(
    admin,
    { runNumber: 'BOX-CERT', runKind: 'steam', componentId, deviceId: device.id, startedAt: at(0) },
    begin + 2 * HOUR,
  )
  const { id: tensionLimitId } = await addRow(admin, resources.tensionLimits, {
    tensionClause: '7.9.2',
    groutClause: '7.9.8',
    forceTolerance: 1.5,
    elongationTolerance: 6,
    holdLeast: 300,
    drawInMost: '',
    waterBinderLow: 0.26,
    waterBinderHigh: 0.28,
    flowLow: 10,
    flowHigh: 17,
    pressureLow: 0.5,
    pressureHigh: 0.7,
    groutHoldLeast: 3,
  })
  const tendon = async () =>
    (await addRow(admin, resources.tendons, { componentId, tensionLimitId, plannedForce: 2000, plannedElongation: 100 })).id
  const [held, failed] = [await tendon(), await tendon()]
  await addTensioning(
    admin,
    { tensioningNumber: 'BOX-ZL', tendonId: held, tensionedAt: at(10), drawIn: 4.4, leftJack: 'QJ-01', rightJack: 'QJ-02' },
    [
      [10, 197, 8],
      [20, 394, 13],
      [100, 1970, 53],
    ],
  )
  await addTensioning(admin, { tensioningNumber: 'BOX-ZL-2', tendonId: failed, tensionedAt: at(11) }, [
    [12.5, 237.5, 8],
    [25, 475, 13],
    [100, 1900, 53],
  ])
  const grout = { waterBinder: 0.27, flowTime: 14, groutPressure: 0.6, groutHold: 3.5, groutVolume: 88 }
  await addRow(admin, resources.groutings, { groutingNumber: 'BOX-YJ', tendonId: held, groutedAt: at(12), ...grout })
  await addRow(admin, resources.groutings, { groutingNumber: 'BOX-YJ-2', tendonId: failed, groutedAt: at(13), ...grout, groutHold: 2.9 })
  await addMachines(admin, devices['spray']?.id ?? '')
  const dateOf = (report: string) =>
    report === 'calibrations-due' ? dueDay : OF_TODAY.some((begins) => report.startsWith(begins)) ? raisedOn : day
  const asked = (report: string, deviceId?: string) => ({
    report,
    period: 'day',
    date: dateOf(report),
    ...(deviceId === undefined ? {} : { deviceId }),
  })
  const pagesOf = async (report: string, deviceId?: string) => {
    const pages: ReportPage[] = []
    do {
      const answer = await admin.get<ReportPage>('/api/report/report/queryReportPage', {
        ...asked(report, deviceId),
        page: pages.length + 1,
      })
      expect(answer, JSON.stringify(answer.errors)).toMatchObject({ http: 200 })
      pages.push(answer.data)
    } while (pages.length < (pages[0]?.count ?? 0))
    return pages
  }
  return { tenant, admin, devices, whole: device, asked, pagesOf }
}

/** Of these is shown what came about while the test runs. */
const OF_TODAY = ['alarm-', 'shift-log', 'machine-archive', 'order-sheet']

/** A device whose points stand at a value for an hour. */
async function addStanding(server: TestServer, tenant: BuiltTenant, values: Readonly<Record<string, number>>): Promise<BuiltDevice> {
  const keys = Object.keys(values)
  // Curves and the room are drawn of what is in °C, and these are not theirs.
  const points = Object.fromEntries(keys.map((key) => [key, { unit: UNITS[key] ?? 'degrees', stale_seconds: 3600, ...RANGES[key] }]))
  const device = await buildDevice(server, tenant, points)
  await sendReadings(
    server,
    device,
    keys.map((key) => ({ key, time: begin, value: values[key] as number })),
  )
  return device
}
