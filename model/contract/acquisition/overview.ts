import * as z from 'zod/mini'
import { PRESENCES } from '../../acquisition/presence.ts'
import { WORTHS } from '../../acquisition/quality.ts'
import { contract } from '../contract.ts'
import type { OutputOf } from '../contract.ts'

const count = z.int()
const moment = z.nullable(z.number())
const presence = z.enum(PRESENCES)

const place = z.strictObject({
  id: z.string(),
  name: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  devices: count,
  state: z.nullable(presence),
})
/** `at` is empty where nobody may know. */
const ailing = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: presence,
  seen: moment,
  error: z.nullable(z.strictObject({ code: z.string(), at: z.string(), time: moment })),
})

/** Times are milliseconds since 1970. */
export const queryOverview = contract({
  method: 'GET',
  path: '/acquisition/overview/queryOverview',
  output: z.strictObject({
    projects: count,
    sites: count,
    devices: z.record(presence, count),
    /** Absent where the quality of points is hidden from the caller. */
    points: z.nullable(z.record(z.enum(WORTHS), count)),
    /** Values stored in the last minute that is over. */
    perMinute: count,
    /** The last hour; minutes in which nothing came are left out, the last one is not over yet. */
    received: z.array(z.strictObject({ time: z.number(), readings: count, refused: count })),
    collectors: z.array(z.strictObject({ name: z.string(), state: z.string(), port: z.nullable(count), error: z.nullable(z.string()) })),
    /** With the worst state of its devices; null for whoever may not ask for sites or does not see where they are. */
    places: z.nullable(z.array(place)),
    /** Null for whoever may not ask for devices. */
    ailing: z.nullable(z.array(ailing)),
  }),
})

export type Overview = OutputOf<typeof queryOverview>
export type PlaceFigures = z.output<typeof place>
