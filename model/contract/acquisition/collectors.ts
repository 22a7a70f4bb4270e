/** How readings come in. */
import * as z from 'zod/mini'
import { MESSAGE_FAULTS } from '../../acquisition/mapping/choices.ts'
import { optional, uuid } from '../../wire.ts'
import { contract } from '../contract.ts'
import { IMPORT_MODES, importedSchema } from '../exchange/imports.ts'

const fault = z.strictObject({ code: z.string(), at: z.nullable(z.string()), device: z.nullable(z.string()), time: z.number() })
const figures = { devices: z.int(), seen: z.int(), error: z.nullable(fault) }
const bus = z.strictObject({
  host: z.nullable(z.string()),
  port: z.nullable(z.int()),
  state: z.enum(['starting', 'connected', 'unreachable', 'refused', 'elsewhere']),
  devices: z.int(),
  /** Units that are left alone for now. */
  away: z.array(z.int()),
  lateMs: z.int(),
})

export type Fault = z.output<typeof fault>
export type Bus = z.output<typeof bus>

/** What stands at the server is the operator's; a tenant is told of its own devices and of the buses they stand on. */
export const queryCollector = contract({
  method: 'GET',
  path: '/acquisition/collector/queryCollector',
  output: z.strictObject({
    mqtt: z.strictObject({
      state: z.enum(['off', 'listening', 'failed']),
      port: z.nullable(z.int()),
      tls: z.boolean(),
      reason: z.nullable(z.string()),
      connections: z.int(),
      perMinute: z.int(),
    }),
    http: z.strictObject({ perMinute: z.int() }),
    file: z.strictObject({ perMinute: z.int() }),
    push: z.strictObject(figures),
    modbus: z.strictObject({
      ...figures,
      state: z.enum(['off', 'polling']),
      perMinute: z.int(),
      total: z.int(),
      connected: z.int(),
      buses: z.array(bus),
    }),
    simulator: z.nullable(
      z.strictObject({
        state: z.enum(['running', 'elsewhere', 'failed']),
        port: z.nullable(z.int()),
        reason: z.nullable(z.string()),
        mqttDevices: z.int(),
        modbusDevices: z.int(),
      }),
    ),
    /** The operator's. */
    queue: z.nullable(z.strictObject({ values: z.int(), messages: z.int() })),
    allowed: z.array(z.literal('import')),
  }),
})

/** Called by devices: the body is one value, an object of values, values with their times, or many of those. */
export const push = contract({
  method: 'POST',
  path: '/acquisition/push',
  input: z.object({
    /** The point, where the body is its value alone. */
    key: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  }),
  output: z.strictObject({
    stored: z.int(),
    corrected: z.int(),
    repeated: z.int(),
    refused: z.int(),
    refusals: z.array(z.strictObject({ code: z.enum(MESSAGE_FAULTS), at: z.string(), message: z.string() })),
  }),
})

export const importReading = contract({
  method: 'POST',
  path: '/acquisition/reading/importReading',
  send: 'parts',
  input: z.object({ mode: z._default(z.enum(IMPORT_MODES), 'all'), deviceId: optional(uuid) }),
  output: importedSchema,
})
