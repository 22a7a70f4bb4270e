/** The first page of the console as each person arranges it: which cards, in which order, how wide, and the pages they want at hand. */
import * as z from 'zod/mini'

export const CARDS = [
  'counts',
  'notifications',
  'tasks',
  'devices',
  'alarms',
  'shortcuts',
  'recent-pages',
  'recent-users',
  'maintenance',
  'platform-tenants',
  'platform-quotas',
  'platform-work',
] as const
export type Card = (typeof CARDS)[number]

/** In twelfths of the page: a quarter, a third, half, two thirds, all of it. */
export const WIDTHS = [3, 4, 6, 8, 12] as const
export type Width = (typeof WIDTHS)[number]

export interface PlacedCard {
  readonly card: Card
  readonly width: Width
}

/** Also said in the table (migrations/0026_workbench.sql). */
export const MAX_SHORTCUTS = 24

const placed = z.strictObject({ card: z.literal(CARDS), width: z.literal(WIDTHS) })
const once = (names: readonly string[]) => new Set(names).size === names.length

export const cardsSchema = z.array(placed).check(
  z.maxLength(CARDS.length),
  z.refine((cards) => once(cards.map(({ card }) => card))),
)
/** Codes of menu entries. */
export const shortcutsSchema = z.array(z.string().check(z.regex(/^[\w.-]{1,32}$/))).check(z.maxLength(MAX_SHORTCUTS), z.refine(once))

/** As it comes, until somebody arranges it. */
export const DEFAULT_CARDS: readonly PlacedCard[] = [
  { card: 'counts', width: 12 },
  { card: 'platform-tenants', width: 4 },
  { card: 'platform-quotas', width: 4 },
  { card: 'platform-work', width: 4 },
  { card: 'notifications', width: 8 },
  { card: 'tasks', width: 4 },
  { card: 'alarms', width: 8 },
  { card: 'devices', width: 4 },
  { card: 'maintenance', width: 4 },
  { card: 'shortcuts', width: 4 },
  { card: 'recent-pages', width: 4 },
  { card: 'recent-users', width: 4 },
]

/** What somebody may have to do. Each is counted for those who could do it, and for nobody else. */
export const TASKS = [
  'candidate-tasks',
  'assigned-tasks',
  'consultations',
  'unacknowledged-alarms',
  'returned-alarms',
  'silent-rules',
  'failed-deliveries',
  'unaddressed-deliveries',
  'registrations',
  'failed-sign-ins',
  'failed-messages',
  'files',
  'failed-jobs',
] as const
export type Task = (typeof TASKS)[number]

/** Beyond this number only that there are more is told. */
export const MAX_SHOWN_COUNT = 999
