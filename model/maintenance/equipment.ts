import { NO_BLANKS, computed, oneOf, reference, text, time } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { anyOf, creator, organisation, place } from '../row-scope.ts'
import { CALIBRATION_STATES } from './validity.ts'

const PATH = '/maintenance/equipment'

export const EQUIPMENT_CATEGORIES = [
  'lifting',
  'transport',
  'mixing',
  'forming',
  'tensioning',
  'grouting',
  'curing',
  'pumping',
  'power',
  'measuring',
  'testing',
  'other',
] as const

/** What a machine is doing. `in-repair` and `out-of-service` are set by work orders as well; `scrapped` is the end, and only its own call says it. */
export const EQUIPMENT_STATES = ['in-service', 'standby', 'in-repair', 'out-of-service', 'scrapped'] as const
export type EquipmentState = (typeof EQUIPMENT_STATES)[number]

/** How a point tells the use of a machine. `run-hours`: hours during which it was 1. `counter`: what it has counted, of hours, strokes or kilometres. */
export const USE_KINDS = ['run-hours', 'counter'] as const
export type UseKind = (typeof USE_KINDS)[number]

/** It is put to use after it was bought: both are written in the same way, so that a wall clock may stand for one of UTC. */
const boughtFirst = ruleOver(['purchasedAt', 'commissionedAt'], ({ purchasedAt, commissionedAt }) =>
  typeof purchasedAt === 'string' && typeof commissionedAt === 'string' && commissionedAt !== '' && commissionedAt < purchasedAt
    ? { field: 'commissionedAt', code: 'check.commissioned-later' }
    : undefined,
)

const OF_CALIBRATIONS = [
  { noun: 'calibrations', field: 'validUntil' },
  { noun: 'calibrations', field: 'calibrationResult' },
] as const

/**
 * Machines, with their life: what the archive keeps. The device that measures on one is another thing, and one machine has one at most. Where it is
 * and who keeps it are given with it, and change by a transfer that two people sign.
 */
export const equipment = resource({
  name: 'equipment',
  api: { base: PATH, noun: 'Equipment' },
  table: 'equipment',
  readsFrom: 'equipment_list',
  scope: 'tenant',
  ownedBy: anyOf(place('site_id'), organisation('org_id'), creator),
  menu: 'equipmentarchive',
  title: 'equipmentName',
  order: ['createTime', 'descend'],
  unique: ['equipmentCode'],
  rule: boughtFirst,
  serverColumns: ['created_by'],
  calls: {
    life: `${PATH}/queryEquipmentLife`,
    transfer: `${PATH}/addEquipmentTransfer`,
    scrap: `${PATH}/scrapEquipment`,
    label: `${PATH}/printEquipmentLabel`,
    archive: `${PATH}/exportEquipmentArchive`,
    withdraw: `${PATH}/withdrawEquipmentTransfer`,
  },
  fields: {
    equipmentCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    equipmentName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    category: oneOf({ of: EQUIPMENT_CATEGORIES, required: true, filter: 'equals', sort: true }),
    equipmentState: oneOf({ of: EQUIPMENT_STATES, required: true, filter: 'equals', sort: true }),
    /** Of its calibrations that no later one replaces the worst: none where it never had one. */
    calibrationState: computed(oneOf({ of: CALIBRATION_STATES, filter: 'equals' }), OF_CALIBRATIONS),
    /** The end of its life: it counts for no figure any more. */
    isScrapped: computed(oneOf({ of: [1, 0], filter: 'equals' }), { noun: 'equipment', field: 'equipmentState' }),
    /** When the first of these ends; one that was not passed has no end. */
    calibratedUntil: computed(time({ day: 'ends', filter: 'range', sort: true }), OF_CALIBRATIONS),
    siteId: reference({ to: 'sites', show: 'site_name', filter: 'equals', write: 'once' }),
    orgId: reference({ to: 'organisations', show: 'org_name', filter: 'equals', write: 'once' }),
    keeperId: reference({ to: 'users', show: 'username', filter: 'equals', write: 'once' }),
    deviceId: reference({ to: 'devices', show: 'device_code', filter: 'equals' }),
    /** By which its use is told, of whatever device; hours where nothing is said. */
    usePointId: reference({ to: 'points', show: 'point_name' }),
    useKind: oneOf({ of: USE_KINDS }),
    maker: text({ max: 64, filter: 'contains', sort: true }),
    model: text({ max: 64, filter: 'contains', sort: true }),
    serialNumber: text({ max: 64, filter: 'contains', sort: true }),
    firmware: text({ max: 64 }),
    purchasedAt: time({ day: 'begins', filter: 'range', sort: true }),
    commissionedAt: time({ day: 'begins', filter: 'range', sort: true }),
    warrantyUntil: time({ day: 'ends', filter: 'range', sort: true }),
    equipmentDescription: text({ max: 256 }),
    scrappedAt: time({ filter: 'range', sort: true, write: 'never' }),
    scrapReason: text({ max: 256, write: 'never' }),
  },
})
