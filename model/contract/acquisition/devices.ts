/** What is asked of devices beside what every noun has. */
import * as z from 'zod/mini'
import { pointFields } from '../../acquisition/point-fields.ts'
import { MAX_VALUE_COLUMNS, devices } from '../../acquisition/devices.ts'
import { DEVICE_EVENTS } from '../../acquisition/connections.ts'
import { PRESENCES } from '../../acquisition/presence.ts'
import { id, idList } from '../../fields.ts'
import { commaList, optional, uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const moment = z.nullable(z.number())

/** Times are milliseconds since 1970. */
export const queryDeviceState = contract({
  method: 'GET',
  path: '/acquisition/device/queryDeviceState',
  input: z.object({ id: uuid }),
  output: z.strictObject({
    /** `expectedSeconds` is made of fields: it is null for whoever does not see them. */
    state: z.enum(PRESENCES),
    seen: moment,
    expectedSeconds: z.nullable(z.int()),
    messages: z.int(),
    readings: z.int(),
    refused: z.int(),
    /** `code` has a text, `refusal.<code>`; `at` is the point it is about, empty for whoever does not see the keys of points. */
    error: z.nullable(z.strictObject({ code: z.string(), at: z.string(), time: moment })),
  }),
})

export type DeviceState = OutputOf<typeof queryDeviceState>

/** Devices that are asked about at once, how many points each shows on the board, and by how many keys its values stand in columns of the list. */
export const BOARD = { devices: 50, points: 4, keys: MAX_VALUE_COLUMNS } as const

const boardPoint = z.strictObject({
  pointId: z.string(),
  pointKey: z.optional(z.string()),
  pointName: z.optional(z.string()),
  pointGroup: z.optional(z.nullable(z.string())),
  unit: z.optional(z.nullable(z.string())),
  displayUnit: z.optional(z.nullable(z.string())),
  decimals: z.optional(z.nullable(z.int())),
  stateTexts: z.optional(z.nullable(z.string())),
  staleSeconds: z.optional(z.nullable(z.int())),
})

/** The first points of each of the devices, or those with these keys, as far as the caller sees points; `more` is how many there are besides. */
export const queryDevicePoints = contract({
  method: 'GET',
  path: '/acquisition/device/queryDevicePoints',
  input: z.object({
    id: commaList(uuid, { min: 1, max: BOARD.devices }),
    pointKey: optional(commaList(pointFields.pointKey.check, { max: BOARD.keys })),
  }),
  output: z.strictObject({ list: z.array(z.strictObject({ deviceId: z.string(), points: z.array(boardPoint), more: z.int() })) }),
})

export type BoardPoint = z.output<typeof boardPoint>

const namedPlace = z.nullable(z.strictObject({ id: z.string(), name: z.string() }))

/**
 * How many devices stand where, by their state, with their open alarms and when one of them was heard of last, in milliseconds since 1970; nothing for
 * whoever does not see where devices stand. A name is empty where it is hidden, and what else is hidden is null.
 */
export const queryDevicePlaces = contract({
  method: 'GET',
  path: '/acquisition/device/queryDevicePlaces',
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        project: namedPlace,
        site: namedPlace,
        devices: z.record(z.enum(PRESENCES), z.int()),
        openAlarms: z.nullable(z.int()),
        seen: z.nullable(z.number()),
      }),
    ),
  }),
})

export type DevicePlace = OutputOf<typeof queryDevicePlaces>['list'][number]

/** What a device that sends has to be told: where, as whom, to which topic, and keys of points to try with. */
export const queryDeviceConnection = contract({
  method: 'GET',
  path: '/acquisition/device/queryDeviceConnection',
  input: z.object({ id: uuid }),
  output: z.strictObject({
    /** `<tenant>/<device>`; null, as its topic, for whoever does not see the codes of devices. */
    userName: z.nullable(z.string()),
    topic: z.nullable(z.string()),
    /** Null where this server has no broker just now; a host of null is the one that the page came from. */
    mqtt: z.nullable(z.strictObject({ host: z.nullable(z.string()), port: z.int(), tls: z.boolean() })),
    /** `simulated`: the one it has is that of the simulator, which a new one ends. */
    secret: z.enum(['none', 'given', 'simulated']),
    points: z.array(z.string()),
  }),
})

export type DeviceConnection = OutputOf<typeof queryDeviceConnection>

/** `at` and `place` are a topic, a key or an address, empty for whoever does not see the keys of points. Times are milliseconds since 1970. */
export const queryDeviceLog = contract({
  method: 'GET',
  path: '/acquisition/device/queryDeviceLog',
  input: z.object({ id: uuid }),
  output: z.strictObject({
    list: z.array(z.strictObject({ time: z.number(), event: z.enum(DEVICE_EVENTS), code: z.string(), place: z.string() })),
  }),
})

export type LoggedEvent = OutputOf<typeof queryDeviceLog>['list'][number]

/** The last messages as they came, as this server has them; `text` is their beginning. Nothing for whoever sees no keys or no values of points. */
export const queryDeviceMessages = contract({
  method: 'GET',
  path: '/acquisition/device/queryDeviceMessages',
  input: z.object({ id: uuid }),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        time: z.number(),
        via: z.enum(['mqtt', 'http']),
        topic: z.string(),
        text: z.string(),
        bytes: z.int(),
        stored: z.int(),
        repeated: z.int(),
        refused: z.int(),
        fault: z.nullable(z.strictObject({ code: z.string(), at: z.string() })),
      }),
    ),
  }),
})

export type RecentMessage = OutputOf<typeof queryDeviceMessages>['list'][number]

/** Labels on a page, and how many devices one file is for. */
export const LABELS_PER_PAGE = ['24', '12', '1'] as const
export const MAX_LABELS = 1000

/** Answers with a PDF of labels to stick on the devices, in the order of their ids. */
export const printDeviceLabel = contract({
  method: 'POST',
  path: '/acquisition/device/printDeviceLabel',
  input: z.object({ id: idList(MAX_LABELS), perPage: z._default(z.enum(LABELS_PER_PAGE), '24') }),
})

/** The answer holds the secret, which is never told again; `deviceCode` is null for whoever does not see it. */
export const resetDeviceSecret = contract({
  method: 'POST',
  path: '/acquisition/device/resetDeviceSecret',
  input: z.strictObject({ id }),
  output: z.strictObject({ deviceCode: z.nullable(z.string()), secret: z.string() }),
})

export type IssuedSecret = OutputOf<typeof resetDeviceSecret>

/** Answers with the number of points that the devices have got. */
export const applyDeviceType = contract({
  method: 'POST',
  path: '/acquisition/device/applyDeviceType',
  input: z.strictObject({ id: idList(1000) }),
  output: z.strictObject({ added: z.int() }),
})

const { modbusHost, modbusPort, modbusUnit } = devices.fields
const { registerKind, registerAddress, registerFormat, byteOrder, scale, valueOffset } = pointFields

export const testReadDevice = contract({
  method: 'POST',
  path: '/acquisition/device/testReadDevice',
  input: z.strictObject({
    modbusHost: z.pipe(modbusHost.check, z.string().check(z.minLength(1, { error: 'required' }))),
    modbusPort: optional(modbusPort.check),
    modbusUnit: optional(modbusUnit.check),
    registerKind: registerKind.check,
    registerAddress: registerAddress.check,
    registerFormat: registerFormat.check,
    byteOrder: byteOrder.check,
    scale: optional(scale.check),
    valueOffset: optional(valueOffset.check),
  }),
  /** `raw` and `value` are null where the words are no finite number. */
  output: z.strictObject({ words: z.array(z.int()), raw: z.nullable(z.number()), value: z.nullable(z.number()), milliseconds: z.int() }),
})

export type TestReading = OutputOf<typeof testReadDevice>

/** The networks that the operator has given to the tenant for its polled devices. */
export const queryNetworks = contract({
  method: 'GET',
  path: '/acquisition/device/queryNetworks',
  output: z.strictObject({ networks: z.array(z.string()) }),
})
