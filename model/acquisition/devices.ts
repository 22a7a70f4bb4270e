import * as z from 'zod/mini'
import { computed, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { anyOf, creator, place } from '../row-scope.ts'
import { PRESENCES } from './presence.ts'

/** What names a device in topics and credentials: nothing in it can widen what an access list allows. */
const DEVICE_CODE = z.string().check(z.regex(/^[A-Za-z0-9_-]*$/, { error: 'device-code' }))

/** A name or an address, without protocol or port. */
const HOST = z.string().check(z.regex(/^[A-Za-z0-9._:-]*$/, { error: 'host' }))

/** By how many keys of points newest values stand in columns of a list or file of devices. */
export const MAX_VALUE_COLUMNS = 8

/** What is asked has to be somewhere. */
const deviceRule = ruleOver(['connection', 'modbusHost'], ({ connection, modbusHost }) =>
  connection === 'modbus' && (modbusHost === undefined || modbusHost === null || modbusHost === '')
    ? { field: 'modbusHost', code: 'check.modbus-host' }
    : undefined,
)

/** What sends by itself or over the connection of its gateway, or is asked. Its secret is kept as a hash that no field of it tells; `secretChangedAt` is when it got one. */
export const devices = resource({
  name: 'devices',
  api: { base: '/acquisition/device', noun: 'Device' },
  table: 'devices',
  readsFrom: 'device_list',
  scope: 'tenant',
  restorable: true,
  ownedBy: anyOf(place('site_id'), creator),
  menu: 'devices',
  title: 'deviceName',
  order: ['createTime', 'descend'],
  unique: ['deviceCode'],
  uniqueWithin: { gatewayName: 'gatewayId' },
  rule: deviceRule,
  serverColumns: ['secret_hash', 'created_by'],
  beside: { keys: MAX_VALUE_COLUMNS, of: 'points', field: 'pointKey' },
  calls: {
    secret: '/acquisition/device/resetDeviceSecret',
    apply: '/acquisition/device/applyDeviceType',
    state: '/acquisition/device/queryDeviceState',
    points: '/acquisition/device/queryDevicePoints',
    places: '/acquisition/device/queryDevicePlaces',
    connection: '/acquisition/device/queryDeviceConnection',
    log: '/acquisition/device/queryDeviceLog',
    messages: '/acquisition/device/queryDeviceMessages',
  },
  fields: {
    deviceCode: text({ max: 64, format: DEVICE_CODE, required: true, filter: 'contains', sort: true }),
    deviceName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    deviceTypeId: reference({ to: 'device-types', show: 'type_name', filter: 'equals' }),
    siteId: reference({ to: 'sites', show: 'site_name', filter: 'equals' }),
    deviceStatus: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    /** Whether it is heard of as it should be; that it is out of use is told by its status as well. */
    presence: computed(oneOf({ of: PRESENCES, filter: 'equals' }), { noun: 'devices', field: 'deviceStatus' }),
    lastSeenAt: computed(time({ filter: 'range', sort: true })),
    /** Alarms of its points that are active or not acknowledged. */
    openAlarms: computed(integer({}), { noun: 'alarms', field: 'alarmState' }),
    hasOpenAlarms: computed(oneOf({ of: [1, 0], filter: 'equals' }), { noun: 'alarms', field: 'alarmState' }),
    /** Of its attachments, one that is no longer valid (device-attachments.ts). */
    hasOverdueAttachment: computed(oneOf({ of: [1, 0], filter: 'equals' })),
    projectId: computed(reference({ to: 'projects', show: 'project_name', filter: 'equals' }), { noun: 'sites', field: 'projectId' }),
    serialNumber: text({ max: 64, filter: 'contains', sort: true }),
    connection: oneOf({ of: ['push', 'modbus'], required: true, filter: 'equals', sort: true }),
    gatewayId: reference({ to: 'devices', show: 'device_code', filter: 'equals' }),
    gatewayName: text({ max: 128, filter: 'contains' }),
    modbusHost: text({ max: 253, format: HOST, filter: 'contains' }),
    modbusPort: integer({ min: 1, max: 65_535 }),
    modbusUnit: integer({ min: 0, max: 247 }),
    pollSeconds: integer({ min: 1, max: 86_400 }),
    secretChangedAt: time({ sort: true, write: 'never' }),
    deviceDescription: text({ max: 256 }),
  },
})
