/** What is asked of devices beside what every noun has. */
import * as z from 'zod/mini'
import { pointFields } from '../../acquisition/point-fields.ts'
import { devices } from '../../acquisition/devices.ts'
import { PRESENCES } from '../../acquisition/presence.ts'
import { id, idList } from '../../fields.ts'
import { optional, uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const moment = z.nullable(z.number())

/** The broker that devices of this server send to; null where it has none, or none just now. */
const broker = z.nullable(z.strictObject({ port: z.int(), tls: z.boolean() }))

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
    /** How a device signs in that sends by itself; null of others, and for whoever does not see its code or how it is connected. */
    sends: z.nullable(z.strictObject({ userName: z.string(), broker })),
  }),
})

export type DeviceState = OutputOf<typeof queryDeviceState>

/** The answer holds the secret, which is never told again; `deviceCode` and `userName`, which the device signs in by, are null for whoever does not see the code. */
export const resetDeviceSecret = contract({
  method: 'POST',
  path: '/acquisition/device/resetDeviceSecret',
  input: z.strictObject({ id }),
  output: z.strictObject({ deviceCode: z.nullable(z.string()), userName: z.nullable(z.string()), secret: z.string(), broker }),
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
