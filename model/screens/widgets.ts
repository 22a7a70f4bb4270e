/** The kinds of widgets of a screen: what can be bound to each, and the options that it has. */
import * as z from 'zod/mini'
import { lineOf, uuid } from '../wire.ts'
import { RANGE } from '../figures/document.ts'

/** How the value of a slot is asked for: one value, or a list (a column of figures with all rows). */
export type SlotTakes = 'value' | 'list'
export interface Slot {
  readonly takes: SlotTakes
  readonly required?: true
}

const label = z.optional(lineOf(128))
const line = z.optional(lineOf(256))
const digits = z.optional(z.int().check(z.minimum(0), z.maximum(6)))
const unit = z.optional(z.string().check(z.maxLength(16)))
const finite = z.number().check(z.refine((value) => Number.isFinite(value)))
const count = (min: number, max: number) => z.optional(z.int().check(z.minimum(min), z.maximum(max)))
const flag = z.optional(z.boolean())
/** The name of figures of the document. */
const figure = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/))
const column = z.string().check(z.maxLength(64))
/** A choice of rows by a reference: of one site, one type of device. A variable stands with `$` before its name. */
const chosen = z.optional(z.union([uuid, z.string().check(z.regex(/^\$[A-Za-z][A-Za-z0-9_]{0,31}$/))]))
const limits = z.optional(
  z.array(z.strictObject({ at: finite, tone: z.enum(['good', 'notice', 'warning', 'alarm-1']) })).check(z.maxLength(8)),
)

export const SCREEN_CHART_KINDS = ['line', 'area', 'bar', 'stacked', 'pie', 'radar', 'heat', 'scatter', 'calendar'] as const
export const WEATHER = ['temperature', 'humidity', 'wind', 'rain', 'pressure', 'light'] as const

interface Kind {
  readonly slots: Readonly<Record<string, Slot>>
  readonly options: z.ZodMiniType
}
const kind = <Options extends z.ZodMiniType>(slots: Readonly<Record<string, Slot>>, options: Options) => ({ slots, options })
const value = { takes: 'value' } as const
const needed = { takes: 'value', required: true } as const

export const WIDGETS = {
  /** One value, with its label, unit and quality. */
  number: kind({ value: needed, before: value }, z.strictObject({ label, unit, digits, flip: flag })),
  gauge: kind(
    { value: needed, min: value, max: value },
    z.strictObject({ label, unit, digits, min: z.optional(finite), max: z.optional(finite), limits }),
  ),
  liquid: kind({ value: needed, max: value }, z.strictObject({ label, unit, digits, max: z.optional(finite) })),
  bar: kind(
    { value: needed, max: value },
    z.strictObject({ label, unit, digits, min: z.optional(finite), max: z.optional(finite), limits, upright: flag }),
  ),
  /** Figures as a chart: `x` a dimension, `series` measures, `by` a dimension that parts them into series. */
  chart: kind(
    {},
    z.strictObject({
      figure,
      kind: z.enum(SCREEN_CHART_KINDS),
      x: z.optional(column),
      by: z.optional(column),
      series: z.optional(z.array(column).check(z.maxLength(12))),
      title: label,
      unit,
      legend: flag,
      limits,
    }),
  ),
  /** The last minutes of points, as they come in. */
  trend: kind(
    { a: needed, b: value, c: value, d: value, e: value, f: value, low: value, high: value },
    z.strictObject({ title: label, minutes: count(1, 1440), unit, digits, min: z.optional(finite), max: z.optional(finite) }),
  ),
  table: kind(
    {},
    z.strictObject({
      figure,
      columns: z.optional(z.array(z.strictObject({ column, label, digits })).check(z.maxLength(12))),
      title: label,
      rows: count(1, 100),
      rank: flag,
      /** Rows beyond what fits move by, a row at a time. */
      scroll: flag,
    }),
  ),
  alarms: kind({}, z.strictObject({ title: label, siteId: chosen, deviceId: chosen, rows: count(1, 50), priority: count(1, 4) })),
  'alarm-banner': kind({}, z.strictObject({ siteId: chosen, deviceId: chosen, priority: count(1, 4), sound: flag })),
  devices: kind({}, z.strictObject({ title: label, siteId: chosen, deviceTypeId: chosen, columns: count(1, 40), names: flag })),
  symbol: kind(
    { state: value, level: value, flow: value, text: value },
    z.strictObject({
      symbol: z.string().check(z.regex(/^[a-z][a-z-]{1,40}$/)),
      label,
      flip: flag,
      colour: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
      max: z.optional(finite),
    }),
  ),
  /** A line through points of the widget's rectangle (shares of its width and height); `flow` above zero moves it, below zero backwards. */
  pipe: kind(
    { flow: value },
    z.strictObject({
      points: z
        .array(z.tuple([z.number().check(z.minimum(0), z.maximum(1)), z.number().check(z.minimum(0), z.maximum(1))]))
        .check(z.minLength(2), z.maxLength(40)),
      width: z.optional(z.number().check(z.minimum(1), z.maximum(80))),
      medium: z.optional(z.enum(['water', 'steam', 'air', 'gas', 'oil', 'waste', 'power'])),
    }),
  ),
  /** Sites and devices where they are, on the tenant's own GeoJSON; the review number of a map (审图号) stands on it. */
  map: kind({}, z.strictObject({ title: label, map: z.optional(uuid), show: z.enum(['sites', 'devices']), siteId: chosen, names: flag })),
  /** Devices as pins on a picture, at shares of its width and height. */
  plan: kind(
    {},
    z.strictObject({
      picture: z.optional(uuid),
      title: label,
      pins: z
        .array(
          z.strictObject({
            deviceId: z.optional(uuid),
            componentId: z.optional(uuid),
            label,
            at: z.tuple([z.number().check(z.minimum(0), z.maximum(1)), z.number().check(z.minimum(0), z.maximum(1))]),
          }),
        )
        .check(z.maxLength(200)),
    }),
  ),
  /** Components of a yard by the stage of their curing run, as sheds of rows. */
  yard: kind({}, z.strictObject({ title: label, siteId: chosen, columns: count(1, 40) })),
  runs: kind({}, z.strictObject({ title: label, siteId: chosen, rows: count(1, 50), state: z.optional(z.enum(['running', 'ended'])) })),
  run: kind({}, z.strictObject({ title: label, siteId: chosen, worst: count(1, 20), trend: flag })),
  orders: kind({}, z.strictObject({ title: label, siteId: chosen, lanes: flag, rows: count(1, 50) })),
  calendar: kind({}, z.strictObject({ title: label, figure, day: column, measure: column, limits })),
  clock: kind({}, z.strictObject({ label, format: z.optional(z.enum(['time', 'date', 'date-time', 'shift'])), seconds: flag })),
  weather: kind({ value: needed, low: value, high: value }, z.strictObject({ label, unit, digits, of: z.enum(WEATHER) })),
  text: kind({ text: value }, z.strictObject({ text: line })),
  /** Paragraphs, of which some are headings or lines of a list. */
  'rich-text': kind(
    {},
    z.strictObject({
      lines: z
        .array(z.strictObject({ text: z.string().check(z.maxLength(1000)), as: z.optional(z.enum(['title', 'item'])), bold: flag }))
        .check(z.maxLength(60)),
    }),
  ),
  picture: kind({}, z.strictObject({ picture: z.optional(uuid), fit: z.optional(z.enum(['contain', 'cover', 'fill'])), label })),
  /** A film of the tenant's files. */
  video: kind({}, z.strictObject({ file: z.optional(uuid), loop: flag, label })),
  /** Chooses which widgets of groups show: each tab names one group. */
  tabs: kind(
    {},
    z.strictObject({
      tabs: z
        .array(z.strictObject({ group: z.string().check(z.regex(/^[\w-]{1,36}$/)), label: lineOf(64) }))
        .check(z.minLength(1), z.maxLength(12)),
    }),
  ),
  /** The same by itself, one after the other. */
  carousel: kind(
    {},
    z.strictObject({
      groups: z.array(z.string().check(z.regex(/^[\w-]{1,36}$/))).check(z.minLength(1), z.maxLength(12)),
      seconds: count(3, 600),
    }),
  ),
  frame: kind({}, z.strictObject({ title: label, look: z.optional(z.enum(['plain', 'corners', 'line', 'header', 'plate', 'bracket'])) })),
  filter: kind({}, z.strictObject({ variable: figure, label })),
  link: kind({}, z.strictObject({ text: line })),
  qr: kind({ text: value }, z.strictObject({ text: z.optional(z.string().check(z.maxLength(300))), label })),
} as const satisfies Readonly<Record<string, Kind>>

export type WidgetKind = keyof typeof WIDGETS
export const WIDGET_KINDS = Object.keys(WIDGETS) as [WidgetKind, ...WidgetKind[]]
/** The options of a kind as its schema gives them. */
export type WidgetOptions<K extends WidgetKind> = z.output<(typeof WIDGETS)[K]['options']>

/** The check of the options of a kind. */
export const widgetOptions = (of: WidgetKind): z.ZodMiniType => WIDGETS[of].options
/** What can be bound to a kind. */
export const slotsOf = (of: WidgetKind): Readonly<Record<string, Slot>> => WIDGETS[of].slots
/** Ranges of charts, as variables give them. */
export const SCREEN_RANGE = RANGE
