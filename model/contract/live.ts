/** What goes over the page's one socket, `/api/events`: the messages of both sides and the codes that it is closed with. */
import * as z from 'zod/mini'
import type { Reason } from '../acquisition/quality.ts'

/** Where the socket is opened. */
export const SOCKET_PATH = '/api/events'

/** What open pages can be told to ask for again. */
export const INVALIDATION_TOPICS = [
  'sessions',
  'jobs',
  'notifications',
  'notification-desk',
  'alarms',
  'clock',
  'processes',
  'work-orders',
] as const
export type InvalidationTopic = (typeof INVALIDATION_TOPICS)[number]

/** A point, its time (milliseconds since 1970), value, quality (OPC) and reason, as `queryLatestReading` gives them. */
export type PushedValue = readonly [pointId: string, time: number, value: number | null, quality: number, reason: Reason]

/** Points that one page can watch: more than a screen shows. */
export const MAX_WATCHED_POINTS = 500
/** The same of a big screen, which says that it is one: as many as a page of it may have (model/screens/document.ts). */
export const MAX_SCREEN_POINTS = 2000

/** Report templates that one page can have open. */
export const MAX_OPEN_TEMPLATES = 4

/** What the server sends. `ready` and `authority-changed` carry the stamp of what the session may do. */
export type ServerMessage =
  | { kind: 'ready' | 'authority-changed'; stamp: string }
  | { kind: 'authenticate'; why: 'replaced' | 'expiring' }
  | { kind: 'news'; topic: InvalidationTopic }
  | { kind: 'values'; list: readonly PushedValue[] }
  /** Who else has this report template open in the designer; null for somebody whose name the page does not see. */
  | { kind: 'editors'; id: string; names: readonly (string | null)[] }

/** What the page sends: the token of its session, and afterwards which points it shows, itself or on a big screen, and which report templates it designs, all of them each time. */
export const clientMessage = z.union([
  z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(512)) }),
  z.strictObject({ points: z.readonly(z.array(z.uuid()).check(z.maxLength(MAX_WATCHED_POINTS))) }),
  z.strictObject({ screen: z.readonly(z.array(z.uuid()).check(z.maxLength(MAX_SCREEN_POINTS))) }),
  z.strictObject({ designs: z.readonly(z.array(z.uuid()).check(z.maxLength(MAX_OPEN_TEMPLATES))) }),
])
export type ClientMessage = z.output<typeof clientMessage>

type KeysOf<Union> = Union extends unknown ? keyof Union : never

/** What a page can subscribe to: each message but that of the token names a channel, and what is watched on it. */
export type ChannelName = Exclude<KeysOf<ClientMessage>, 'token'>

/** Close codes of our own. The last three end a session: its code of the specification less 46000. */
export const CLOSE_CODES = { silent: 4001, crowded: 4002, tooMuch: 4003, invalid: 4008, replaced: 4012, expired: 4014 } as const
