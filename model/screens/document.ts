/**
 * The screen document: pages of widgets on a canvas of fixed size, as data (docs/decisions/0206-screens-as-documents.md). Its schema is strict: what it
 * does not know is refused. Lengths are pixels of the canvas, which the player multiplies to real ones; the order of widgets is that in which they are drawn.
 */
import * as z from 'zod/mini'
import { lineOf, uuid } from '../wire.ts'
import { RANGE } from '../figures/document.ts'
import { WIDGET_KINDS, widgetOptions } from './widgets.ts'

/** Of a document, as JSON in UTF-8; also said in the table. */
export const MAX_SCREEN_BYTES = 512 * 1024
export const MAX_PAGES = 20
export const MAX_WIDGETS = 200
export const MAX_SCREEN_VARIABLES = 20
/** Figures of a page are asked for in one call. */
export const MAX_PAGE_FIGURES = 60
/** Of a page: what its socket watches. */
export const MAX_PAGE_POINTS = 2000
export const MAX_RULES = 12
const MAX_SIDE = 16_384

export const FITS = ['contain', 'cover', 'width', 'native'] as const
export type Fit = (typeof FITS)[number]
/** `wall`: dark, for rooms seen from afar. `calm`: a grey ground on which only the abnormal has a colour (ISA-101). */
export const THEMES = ['wall', 'calm'] as const
export type ScreenTheme = (typeof THEMES)[number]
/** Where a widget goes on a display that is wider than the canvas: it stays in the middle, moves out with a wing, or takes the width that is gained. */
export const ANCHORS = ['core', 'left', 'right', 'stretch'] as const
export type Anchor = (typeof ANCHORS)[number]
/** How something is shown that a rule or a state has judged: with a shape as well as a colour. */
export const TONES = ['plain', 'good', 'notice', 'warning', 'alarm-1', 'alarm-2', 'alarm-3', 'alarm-4', 'off'] as const
export type Tone = (typeof TONES)[number]

const NAME = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/))
const ID = z.string().check(z.regex(/^[\w-]{1,36}$/))
const number = z.number().check(z.refine((value) => Number.isFinite(value)))
const pixels = z.number().check(z.minimum(-MAX_SIDE), z.maximum(MAX_SIDE))
const side = z.number().check(z.minimum(1), z.maximum(MAX_SIDE))
const text = z.string().check(
  z.maxLength(256),
  z.refine((given) => !given.includes('\u0000') && given.isWellFormed()),
)
/** `#rrggbb`, or with a share of opacity `#rrggbbaa`. */
export const COLOUR = z.string().check(z.regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/i))

/** Steps from a value to what is shown, in their order; no code (a fixed list). */
const transform = z.union([
  z.strictObject({ scale: number, offset: z.optional(number) }),
  z.strictObject({ round: z.int().check(z.minimum(0), z.maximum(6)) }),
  z.strictObject({
    map: z.array(z.strictObject({ from: z.optional(number), to: z.optional(number), is: z.optional(text), text })).check(z.maxLength(20)),
  }),
])
export type Transform = z.output<typeof transform>

/**
 * Where a value comes from: the newest of a point, a column of figures (one row, or all where the widget takes a list), a variable of the screen, or the
 * document itself.
 */
const then = z.optional(z.array(transform).check(z.maxLength(6)))
const source = z.union([
  z.strictObject({ point: uuid, then }),
  z.strictObject({
    figure: NAME,
    column: z.optional(z.string().check(z.maxLength(64))),
    row: z.optional(z.int().check(z.minimum(0), z.maximum(49_999))),
    then,
  }),
  z.strictObject({ variable: NAME }),
  z.strictObject({ value: z.union([text, number]) }),
])
export type Source = z.output<typeof source>

/** The first rule that holds decides. `above` and `below` exclude their bound; `quality` and `stale` speak of the reading, not of its value. */
const rule = z.strictObject({
  slot: z.optional(NAME),
  when: z.union([
    z.strictObject({ above: z.optional(number), below: z.optional(number) }),
    z.strictObject({ equals: z.union([text, number]) }),
    z.strictObject({ quality: z.enum(['good', 'uncertain', 'bad']) }),
    z.strictObject({ stale: z.literal(true) }),
  ]),
  tone: z.optional(z.enum(TONES)),
  show: z.optional(z.enum(['hide', 'blink', 'dash'])),
  text: z.optional(text),
})
export type Rule = z.output<typeof rule>

const style = z.strictObject({
  /** Pixels of the canvas. */
  fontSize: z.optional(z.number().check(z.minimum(8), z.maximum(600))),
  bold: z.optional(z.boolean()),
  align: z.optional(z.enum(['start', 'center', 'end'])),
  colour: z.optional(COLOUR),
  background: z.optional(COLOUR),
  border: z.optional(z.strictObject({ width: z.number().check(z.minimum(0), z.maximum(40)), colour: COLOUR })),
  radius: z.optional(z.number().check(z.minimum(0), z.maximum(400))),
  padding: z.optional(z.number().check(z.minimum(0), z.maximum(200))),
  opacity: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  rotate: z.optional(z.number().check(z.minimum(-360), z.maximum(360))),
})
export type WidgetStyle = z.output<typeof style>

/** What happens on a click: another page of this screen, another screen, or a page of the console with a filter. */
const action = z.union([
  z.strictObject({ page: ID }),
  z.strictObject({ screen: uuid, set: z.optional(z.record(NAME, z.union([text, number, z.strictObject({ from: NAME })]))) }),
  /** An address within the console: `/maintenance/workorders?orderState=open`. */
  z.strictObject({ address: z.string().check(z.regex(/^\/[\w/-]{1,100}(\?[\w=&%.,:+-]{0,300})?$/)) }),
])
export type WidgetAction = z.output<typeof action>

const widget = z
  .strictObject({
    id: ID,
    kind: z.enum(WIDGET_KINDS),
    /** What designers call it; also the name that it is read out with. */
    name: z.optional(lineOf(64)),
    /** Left, top, width, height. */
    rect: z.tuple([pixels, pixels, side, side]),
    anchor: z.optional(z.enum(ANCHORS)),
    /** Widgets of one group are chosen and moved together. */
    group: z.optional(ID),
    locked: z.optional(z.boolean()),
    hidden: z.optional(z.boolean()),
    bind: z.optional(z.record(NAME, source)),
    rules: z.optional(z.array(rule).check(z.maxLength(MAX_RULES))),
    style: z.optional(style),
    action: z.optional(action),
    /** Of its kind: model/screens/widgets.ts. */
    options: z.optional(z.record(z.string(), z.unknown())),
  })
  .check((given) => {
    const { kind, options } = given.value
    const read = z.safeParse(widgetOptions(kind), options ?? {})
    if (!read.success)
      for (const issue of read.error.issues)
        given.issues.push({ code: 'custom', message: issue.message, path: ['options', ...issue.path], input: options })
  })
export type ScreenWidget = z.output<typeof widget>

/** What a page is opened with, and what its filters change. A reference is chosen among the rows of a noun (`sites`, `devices`, `equipment`). */
const variable = z.union([
  z.strictObject({
    name: NAME,
    kind: z.literal('reference'),
    label: lineOf(64),
    to: z.string().check(z.regex(/^[a-z][a-z-]{0,63}$/)),
    default: z.optional(text),
  }),
  z.strictObject({ name: NAME, kind: z.literal('text'), label: lineOf(64), default: z.optional(text) }),
  z.strictObject({ name: NAME, kind: z.literal('number'), label: lineOf(64), default: z.optional(number) }),
  z.strictObject({ name: NAME, kind: z.literal('range'), label: lineOf(64), default: z.optional(RANGE) }),
  z.strictObject({
    name: NAME,
    kind: z.literal('choice'),
    label: lineOf(64),
    of: z.array(z.strictObject({ value: text, label: lineOf(64) })).check(z.minLength(1), z.maxLength(50)),
    default: z.optional(text),
  }),
])
export type ScreenVariable = z.output<typeof variable>

/** Figures that widgets show, by their names: a figures document (model/figures/document.ts), and its parameters, of the document or of variables. */
const figure = z.strictObject({
  name: NAME,
  /** Null in an answer where its reader may not be told what it asks for, and then in what they store. */
  document: z.nullable(z.record(z.string(), z.unknown())),
  params: z.optional(z.record(NAME, z.union([z.strictObject({ variable: NAME }), z.strictObject({ value: z.unknown() })]))),
})
export type ScreenFigure = z.output<typeof figure>

const page = z.strictObject({
  id: ID,
  title: lineOf(64),
  /** How long the carousel stays on it; absent: the page is not of the carousel. */
  seconds: z.optional(z.int().check(z.minimum(3), z.maximum(3600))),
  background: z.optional(z.strictObject({ colour: z.optional(COLOUR), picture: z.optional(uuid) })),
  widgets: z.array(widget).check(
    z.maxLength(MAX_WIDGETS),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
  ),
})
export type ScreenPage = z.output<typeof page>

export const SCREEN = z.strictObject({
  format: z.literal(1),
  size: z.strictObject({
    width: z.int().check(z.minimum(320), z.maximum(MAX_SIDE)),
    height: z.int().check(z.minimum(240), z.maximum(MAX_SIDE)),
  }),
  fit: z.enum(FITS),
  theme: z.enum(THEMES),
  variables: z.array(variable).check(z.maxLength(MAX_SCREEN_VARIABLES)),
  figures: z.array(figure).check(z.maxLength(MAX_PAGE_FIGURES)),
  /** How often figures and lists are asked for again: seconds. */
  refresh: z.int().check(z.minimum(10), z.maximum(3600)),
  pages: z.array(page).check(z.minLength(1), z.maxLength(MAX_PAGES)),
})

export type ScreenDocument = z.output<typeof SCREEN>
