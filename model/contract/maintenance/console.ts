/** The maintenance console: figures with what they are made of. Moments are milliseconds since 1970, shares lie between 0 and 1. */
import * as z from 'zod/mini'
import {
  CONSOLE_DAYS,
  FIGURE_KEYS,
  FIGURE_LISTS,
  MISSING,
  ORDER_AGE_NAMES,
  PART_FIELDS,
  PART_NAMES,
  USUAL_DAYS,
} from '../../maintenance/console.ts'
import { EQUIPMENT_CATEGORIES } from '../../maintenance/equipment.ts'
import { ORDER_STATES } from '../../maintenance/order-states.ts'
import { defaulted, moment, optional, uuid, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { alarmOutOfService } from './work-orders.ts'

const count = z.int()

/** Rows of one list: `filters` are those with which the list has exactly these. */
const rows = z.strictObject({ list: z.enum(FIGURE_LISTS), filters: z.record(z.string(), z.string()), count })
export type FigureRows = z.output<typeof rows>

/** What a part is called: by its name, or by the member of a choice. */
const title = z.union([z.strictObject({ name: z.enum(PART_NAMES) }), z.strictObject({ field: z.enum(PART_FIELDS), member: z.string() })])

const part = z.strictObject({
  title,
  /** Null where they are no rows: hours of the calendar, what is counted twice, a figure of others. */
  rows: z.nullable(rows),
  /** Rows, or what is added up where the figure counts none. */
  count,
  /** What the part adds, below zero where it takes away; null where it adds its number of rows. */
  hours: z.nullable(z.number()),
  /** Of a figure that is a factor: its value, null where it has none. */
  share: z.optional(z.nullable(z.number())),
})
export type FigurePart = z.output<typeof part>

const figure = z.strictObject({
  key: z.enum(FIGURE_KEYS),
  /** Null where {@link missing} says why. */
  value: z.nullable(z.number()),
  missing: z.nullable(z.enum(MISSING)),
  numerator: z.array(part),
  denominator: z.array(part),
  /** Its rows are of no category, so that it is of all of them. */
  isOfAllCategories: z.boolean(),
})
export type Figure = z.output<typeof figure>

const cell = z.strictObject({ state: z.enum(ORDER_STATES), age: z.enum(ORDER_AGE_NAMES), rows })
export type OrderCell = z.output<typeof cell>

const failing = z.strictObject({
  equipmentId: z.string(),
  /** Empty for whoever does not see it. */
  equipmentName: z.string(),
  failures: count,
  hours: z.number(),
  rows: z.array(rows),
})
export type FailingMachine = z.output<typeof failing>

const days = whole(1, 365).check(z.refine((number) => CONSOLE_DAYS.some((each) => each === number)))

const span = z.strictObject({ from: z.number(), to: z.number() })

/**
 * `asOf` is where windows end; now unless given. What stands now is as it stands. Figures that are built on what the caller's roles hide, or on a list that they may not open, are left out.
 */
export const queryConsole = contract({
  method: 'GET',
  path: '/maintenance/console/queryConsole',
  input: z.object({
    siteId: optional(uuid),
    category: optional(z.enum(EQUIPMENT_CATEGORIES)),
    days: defaulted(days, USUAL_DAYS),
    asOf: optional(moment),
  }),
  output: z.strictObject({
    asOf: z.number(),
    /** What figures of what has happened look at. */
    window: span,
    /** The last night that is over; `shift` is its name, null where no shift says when it is. */
    night: z.extend(span, { shift: z.nullable(z.string()) }),
    figures: z.array(figure),
    /** Open orders by state and age; null for whoever is given no figures of orders. */
    orders: z.nullable(z.array(cell)),
    failing: z.nullable(z.array(failing)),
    /** Alarms out of service, those first that somebody has forgotten to bring back; null for whoever is not told of them, or does not see of alarms what was chosen. */
    outOfService: z.nullable(z.array(alarmOutOfService)),
  }),
})
export type MaintenanceConsole = OutputOf<typeof queryConsole>
