/** What a message of readings may be, for the API document; what reads it, and is faster, is `server/acquisition/payload.ts`. */
import { z } from 'zod'
import type { RawBody } from '../../../kernel/http/http.ts'

const TIME = 'Seconds, milliseconds, microseconds or nanoseconds since 1970 (UTC), or ISO 8601 with its zone; absent: the time of arrival.'

const value = z.union([z.number(), z.boolean(), z.null()]).describe('`null`: no value, stored with bad quality.')
const time = z.union([z.number(), z.string()]).optional()
const times = { ts: time.describe(TIME), timestamp: time.describe('The same.'), time: time.describe('The same.') }

/** Both kinds of objects that may stand in an array. */
const measured = z.union([
  z.looseObject({ ...times, values: z.record(z.string(), value) }).describe('Values by the keys of their points, and their time.'),
  z.object(times).catchall(value).describe('Values by the keys of their points, with their time beside them.'),
])

const message = z.union([
  value.describe('One value; `key` names its point.'),
  z.looseObject({ ...times, value }).describe('One value and its time; `key` names its point.'),
  measured,
  z.array(measured),
])

/** The bodies of a push by their content types. What the mapping rules of a device type read may look otherwise. */
export const messageBodies: Readonly<Record<string, RawBody>> = {
  'application/json': {
    schema: message,
    examples: {
      'one value': 21.5,
      'one value and its time': { ts: 1_767_225_600_000, value: 21.5 },
      values: { temperature: 21.5, door: true },
      'values with their time beside them': { ts: 1_767_225_600_000, temperature: 21.5 },
      'values and their time': { ts: '2026-01-01T00:00:00.25Z', values: { temperature: 21.5 } },
      'several times': [
        { ts: 1_767_225_600_000, values: { temperature: 21.5 } },
        { ts: 1_767_225_660_000, values: { temperature: 21.7 } },
      ],
    },
  },
  'text/plain': { schema: z.string(), examples: { 'one value': '21.5' } },
  'text/csv': { schema: z.string(), examples: { 'what a mapping rule reads': '2026-01-01T00:00:00Z;21.5;48' } },
}
