/**
 * A template of a report: a small sheet whose cells say what stands in them and in which direction they repeat, as data. Its schema is strict: what it does
 * not know is refused. There is no script in it, no address and no SQL: data comes from figures documents, calculations are formulas of model/reports/formula.ts.
 * Lengths are points (1/72 inch).
 */
import * as z from 'zod/mini'
import { FORMAT } from './formats.ts'
import { isPlace } from './places.ts'

export const MAX_TEMPLATE_BYTES = 512 * 1024
export const MAX_TEMPLATE_ROWS = 500
export const MAX_TEMPLATE_COLUMNS = 100
export const MAX_CELLS = 10_000
/** Cells that expand: each of them is compared with each other one. */
export const MAX_EXPANDING = 50
const MAX_SETS = 20
export const MAX_STYLES = 500
export const MAX_MERGES = 2000
const MAX_RULES = 10

/** PostgreSQL cannot hold U+0000 and halves of characters, nor can XML. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()
const words = (least: number, most: number) => z.string().check(z.minLength(least), z.maxLength(most), z.refine(isStorable))
/** Characters of the text of a cell. */
export const MAX_TEXT = 2000
const TEXT = words(0, MAX_TEXT)
/** Texts of JSON have what cannot be stored as the escapes of it; a backslash that is meant stands there twice. */
const isStorableDocument = (document: object) => !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(document))
const FORMULA = words(1, 1000)
/** Of an axis of a chart, in every unit that there is. */
const AMOUNT = z.number().check(z.minimum(-1e15), z.maximum(1e15))
const PLACE = z.string().check(z.refine(isPlace))
/** An id; a path or an address is none. */
const PICTURE = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
const COLOUR = z.string().check(z.regex(/^#[0-9a-f]{6}$/))
/** Of what a printer is off by. */
export const MAX_SHIFT = 20
const MILLIMETRES = z.number().check(z.minimum(-MAX_SHIFT), z.maximum(MAX_SHIFT))
const points = (least: number, most: number) => z.number().check(z.minimum(least), z.maximum(most))
/** Millimetres of a side of own paper: from a label to the widest roll. */
export const [MIN_SIDE, MAX_SIDE] = [20, 1200] as const
const SIDE = z.number().check(z.minimum(MIN_SIDE), z.maximum(MAX_SIDE))
/** What a set of data is called. */
const SET = z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,31}$/))
/** A column of a set: `room.time`. */
const FIELD = z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,31}\.[A-Za-z][A-Za-z0-9_.]{0,199}$/))

const style = z.strictObject({
  /** The one family that is embedded, the size, and whether it is bold. */
  font: z.optional(z.union([z.tuple([z.literal('sc'), points(4, 72)]), z.tuple([z.literal('sc'), points(4, 72), z.literal('bold')])])),
  align: z.optional(z.enum(['left', 'center', 'right'])),
  vertical: z.optional(z.enum(['top', 'middle', 'bottom'])),
  colour: z.optional(COLOUR),
  fill: z.optional(COLOUR),
  /** Widths of the lines above, to the right, below and to the left. */
  border: z.optional(z.tuple([points(0, 4), points(0, 4), points(0, 4), points(0, 4)])),
  /** Breaks into lines, for which the row grows; otherwise it is one line, cut where it does not fit. */
  wrap: z.optional(z.boolean()),
})
export type Style = z.output<typeof style>

export const AGGREGATES = [
  'group',
  'neighbours',
  'segments',
  'list',
  'sum',
  'avg',
  'min',
  'max',
  'count',
  'distinct',
  'first',
  'last',
] as const
export type Aggregate = (typeof AGGREGATES)[number]
/** Those of a cell that expands. */
export const EXPANDING = ['group', 'neighbours', 'segments', 'list'] as const satisfies readonly Aggregate[]

export const SUBTOTALS = ['sum', 'avg', 'min', 'max', 'count'] as const
/** Of the copies of a cell on the page, on the pages before it, or on all up to it: what a ledger carries over. */
const subtotal = z.strictObject({ of: PLACE, take: z.enum(SUBTOTALS), over: z._default(z.enum(['page', 'before', 'so-far']), 'page') })
export type Subtotal = z.output<typeof subtotal>

const NAME = words(0, 100)

export const MAX_SEGMENTS = 50
/** Numbers from the end of the segment before to below its own; the last one has all that is left above. Without a name it is called by its ends. */
const segment = z.strictObject({ below: z.optional(AMOUNT), name: z.optional(NAME) })
export type Segment = z.output<typeof segment>
export const CHART_KINDS = ['line', 'area', 'bar', 'stacked', 'pie'] as const
/**
 * A chart of the rows that its cell means: their columns, one series each, or one for each value of some columns. A pie has one series and no axis: a slice for each member
 * of what would stand along it.
 */
const chart = z.strictObject({
  kind: z.enum(CHART_KINDS),
  /** Along the axis: a column of times, or of names. */
  x: FIELD,
  series: z.array(z.strictObject({ field: FIELD, name: z.optional(NAME) })).check(z.minLength(1), z.maxLength(20)),
  by: z.optional(z.array(FIELD).check(z.minLength(1), z.maxLength(3))),
  /** The first so many alone. */
  mostSeries: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
  limits: z.optional(z.array(z.strictObject({ value: AMOUNT, name: z.optional(NAME) })).check(z.maxLength(6))),
  /** What lies between them is as it should be. */
  bands: z.optional(z.array(z.strictObject({ from: AMOUNT, to: AMOUNT })).check(z.maxLength(6))),
  unit: z.optional(NAME),
  /** Ends of the axis; those of its values without. */
  least: z.optional(AMOUNT),
  most: z.optional(AMOUNT),
})
export type TemplateChart = z.output<typeof chart>

export const CODES = ['qr', 'code128'] as const

export const MAX_HEADING = 200
/** One line of text, with parameters in braces. */
const HEADING = words(0, MAX_HEADING).check(z.regex(/^[^\r\n]*$/))
/** A cell that one line parts from its upper left corner to its lower right: what heads the rows stands below the line, what heads the columns above. */
const diagonal = z.strictObject({ rows: HEADING, columns: HEADING })
export type DiagonalHead = z.output<typeof diagonal>

export const [MAX_RUNS, MAX_RUN] = [50, 500] as const
/** A part of a text with looks of its own, and parameters in braces; what it says nothing of is as in its cell. */
const textRun = z.strictObject({
  text: words(0, MAX_RUN),
  bold: z.optional(z.literal(true)),
  italic: z.optional(z.literal(true)),
  size: z.optional(points(4, 72)),
  colour: z.optional(COLOUR),
})
export type TextRun = z.output<typeof textRun>

const cell = z.strictObject({
  /** Text with parameters in braces: `{title}`. `{page}` and `{pages}` are counted when pages are made. */
  text: z.optional(TEXT),
  /** The same in parts that look otherwise: data of our own, in which nothing is written that a program runs. */
  rich: z.optional(z.array(textRun).check(z.minLength(1), z.maxLength(MAX_RUNS))),
  field: z.optional(FIELD),
  formula: z.optional(FORMULA),
  /** In the rows at the head or the foot of each page. */
  subtotal: z.optional(subtotal),
  /** Its format is that of the axis. */
  chart: z.optional(chart),
  /** Both texts stand on one line each, at the left below and at the right above; a workbook and a Word document have the line as a border. */
  diagonal: z.optional(diagonal),
  /** Its text as a code that machines read; a text that such a code cannot hold stands there itself. */
  code: z.optional(z.enum(CODES)),
  /** Its value as a box, ticked where it is a number but 0 or the text TRUE, with what stands beside the box. */
  check: z.optional(z.strictObject({ label: z.optional(HEADING) })),
  /** The id of a picture that the tenant keeps for its templates (server/features/report/templates/pictures.ts), as large as its cell lets it be. */
  picture: z.optional(PICTURE),
  /** Of a field that stands for something else, such as the id of a device: the column that is shown. */
  show: z.optional(FIELD),
  expand: z.optional(z.enum(['down', 'right'])),
  /** The cell with which it repeats downwards: the nearest to the left that expands down, unless another or none is named. */
  left: z.optional(z.union([PLACE, z.literal('none')])),
  /** The cell with which it repeats to the right: the nearest above that expands to the right, unless another or none is named. */
  top: z.optional(z.union([PLACE, z.literal('none')])),
  /** Of a cell that expands: each value once, each stretch of rows that follow one another with the same value, each segment of numbers, or each row; of any other, what its rows come to. */
  aggregate: z.optional(z.enum(AGGREGATES)),
  segments: z.optional(z.array(segment).check(z.minLength(2), z.maxLength(MAX_SEGMENTS))),
  sort: z.optional(z.enum(['ascend', 'descend'])),
  /** Of a cell that expands: the first so many alone. */
  most: z.optional(z.int().check(z.minimum(1), z.maximum(50_000))),
  /** Of a cell that expands: empty ones up to so many, to be filled in by hand; or until `perPage` of them stand on the last page as well. */
  fill: z.optional(z.union([z.int().check(z.minimum(1), z.maximum(500)), z.literal('page')])),
  /** Of a cell that expands down: a page begins after so many. */
  perPage: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
  /** Of a cell that expands down: the rows of each of its members stand on one page, where a page has room for them. */
  together: z.optional(z.literal(true)),
  format: z.optional(FORMAT),
  style: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_STYLES - 1))),
  /** The style of the first whose condition holds is taken. */
  rules: z.optional(
    z
      .array(
        z.strictObject({
          if: FORMULA,
          style: z.int().check(z.minimum(0), z.maximum(MAX_STYLES - 1)),
        }),
      )
      .check(z.maxLength(MAX_RULES)),
  ),
})
export type TemplateCell = z.output<typeof cell>

/** Rows that a heading takes along to its page. */
export const MAX_WITH_NEXT = 20
const WHEN = z.union([z.literal(true), FORMULA])
const rowRule = z.strictObject({
  /** Its copies for which it holds are left out of the sheet, and of what pages put together; formulas count what they say all the same. */
  hideIf: z.optional(FORMULA),
  /** A page begins before each of its copies, or behind it; or with those for which the condition holds. */
  breakBefore: z.optional(WHEN),
  breakAfter: z.optional(WHEN),
  /** It stands on one page with so many of the rows below it. */
  withNext: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_WITH_NEXT))),
})
export type RowRule = z.output<typeof rowRule>

export const PAPERS = ['A3', 'A4', 'A5', 'letter'] as const
/** Rows of the template, counted from 1, the last one included. */
const band = z.tuple([z.int().check(z.minimum(1), z.maximum(MAX_TEMPLATE_ROWS)), z.int().check(z.minimum(1), z.maximum(MAX_TEMPLATE_ROWS))])
const firstBand = z.union([band, z.literal('none')])

export const TEMPLATE = z.strictObject({
  format: z.literal(1),
  page: z.strictObject({
    /** By its name, or its width and height in millimetres as it lies, which is not turned. */
    size: z.union([z.enum(PAPERS), z.tuple([SIDE, SIDE])]),
    landscape: z.optional(z.boolean()),
    /** Above, to the right, below, to the left. */
    margins: z.tuple([points(0, 144), points(0, 144), points(0, 144), points(0, 144)]),
    /** A workbook has totals of one cell as formulas over its copies, such as `SUM(D4:D99)`. One that is written row by row has their values. */
    liveTotals: z.optional(z.literal(true)),
    /** Of labels and long narrow lists: the sheet goes on in so many columns of each page, so far apart. */
    columns: z.optional(z.strictObject({ count: z.int().check(z.minimum(2), z.maximum(12)), gap: points(0, 144) })),
    /**
     * The picture of a form behind each page, as large as the paper lets it be: screens show it always, a PDF and a Word document have it where it is printed,
     * and a workbook has none. What stands on the page is moved by so many millimetres to the right and down, for printers that draw their paper in askew.
     */
    background: z.optional(
      z.strictObject({ picture: PICTURE, isPrinted: z.optional(z.boolean()), shift: z.optional(z.tuple([MILLIMETRES, MILLIMETRES])) }),
    ),
    /**
     * Rows that stand at the head and at the foot of each page: the head where it stands in the sheet on the first page, and at the top of those behind it.
     * With `firstHead` or `firstFoot` the first page has those rows at its top or its end instead, or `none`, and the usual ones begin with the second page.
     * A Word document has them in its headers and footers, with a first page of its own. A workbook knows no other first page: all of these rows stand
     * where they are in the sheet, and the head is printed on the pages behind it.
     */
    repeat: z.optional(
      z.strictObject({
        head: z.optional(band),
        foot: z.optional(band),
        firstHead: z.optional(firstBand),
        firstFoot: z.optional(firstBand),
      }),
    ),
  }),
  /** Widths and heights. */
  columns: z.array(points(4, 1000)).check(z.minLength(1), z.maxLength(MAX_TEMPLATE_COLUMNS)),
  rows: z.array(points(4, 500)).check(z.minLength(1), z.maxLength(MAX_TEMPLATE_ROWS)),
  /** Figures documents (model/figures/document.ts) by the names of their sets. */
  sets: z
    .record(SET, z.strictObject({ document: z.record(z.string(), z.unknown()).check(z.refine(isStorableDocument)) }))
    .check(z.refine((sets) => Object.keys(sets).length <= MAX_SETS)),
  styles: z.array(style).check(z.maxLength(MAX_STYLES)),
  cells: z.record(PLACE, cell).check(z.refine((cells) => Object.keys(cells).length <= MAX_CELLS)),
  merges: z.optional(z.array(z.string().check(z.maxLength(12))).check(z.maxLength(MAX_MERGES))),
  /** What is asked of rows, by their numbers from 1. */
  rowRules: z.optional(z.record(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), rowRule)),
})
export type ReportTemplate = z.output<typeof TEMPLATE>
