/**
 * The figures document: what is counted and summed of which rows, as data (docs/decisions/0133-figures-as-documents.md). Its schema is strict: what it
 * does not know is refused. Whether names lead anywhere is judged by check.ts, and for one reader by server/figures.
 */
import * as z from 'zod/mini'
import type { Expression } from '../expression/expression.ts'
import { EXPRESSION } from '../expression/expression.ts'
import { wireTime } from '../fields.ts'
import type { ReadingMeasure } from './reading-measures.ts'
import { READING_MEASURES } from './reading-measures.ts'

/** Of a document, as JSON in UTF-8. */
export const MAX_DOCUMENT_BYTES = 32 * 1024
/** How deep conditions lie in each other: a condition by itself is 1. */
export const MAX_CONDITION_DEPTH = 4
/** References that a field may be led along to: `device.siteId` has one. */
export const MAX_JOINS = 3
/** Rows that one document may come to, and the series that it may read. */
export const MAX_FIGURE_ROWS = 50_000
export const MAX_SERIES = 500
export const MAX_MEASURES = 30
export const MAX_DIMENSIONS = 10
export const MAX_PARAMETERS = 20
const MAX_MEMBERS = 200
const MAX_TEXT = 256

/** What a column or a parameter is called. */
const NAME = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/))
/** The name of a subject, as nouns are called. */
const SUBJECT = z.string().check(z.regex(/^[a-z][a-z-]{0,63}$/))
/** A field, or references that lead to one: `siteId`, `device.siteId`. */
const PATH = z.string().check(z.regex(new RegExp(`^[A-Za-z][A-Za-z0-9]{0,63}(\\.[A-Za-z][A-Za-z0-9]{0,63}){0,${MAX_JOINS}}$`)))
/** PostgreSQL holds neither U+0000 nor half of a character. */
const TEXT = z.string().check(
  z.maxLength(MAX_TEXT),
  z.refine((text) => !text.includes('\u0000') && text.isWellFormed()),
)
const NUMBER = z.number().check(z.refine((value) => Number.isFinite(value)))
const SCALAR = z.union([TEXT, NUMBER])
const VALUE = z.union([SCALAR, z.array(SCALAR).check(z.minLength(1), z.maxLength(MAX_MEMBERS))])

export type Scalar = string | number
export type Value = Scalar | readonly Scalar[]

export const OPERATORS = [
  'equals',
  'unequal',
  'less',
  'lessOrEqual',
  'greater',
  'greaterOrEqual',
  'between',
  'among',
  'contains',
  'begins',
  'below',
  'empty',
  'filled',
] as const
export type Operator = (typeof OPERATORS)[number]

export interface Comparison {
  readonly field: string
  readonly op: Operator
  readonly value?: Value | undefined
  /** In place of a value: that of a parameter. */
  readonly param?: string | undefined
}
export type Condition =
  { readonly and: readonly Condition[] } | { readonly or: readonly Condition[] } | { readonly not: Condition } | Comparison

const condition: z.ZodMiniType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ and: z.array(condition).check(z.minLength(1), z.maxLength(MAX_MEMBERS)) }),
    z.strictObject({ or: z.array(condition).check(z.minLength(1), z.maxLength(MAX_MEMBERS)) }),
    z.strictObject({ not: condition }),
    z.strictObject({ field: PATH, op: z.enum(OPERATORS), value: z.optional(VALUE), param: z.optional(NAME) }),
  ]),
)

export const BUCKETS = ['minute', 'quarter-hour', 'hour', 'day', 'week', 'month', 'year'] as const
export type Bucket = (typeof BUCKETS)[number]

/** What times are parted into as a dimension: stretches of the calendar, working shifts, production days (`report.dayBegins`), and, of readings, the curing runs and stages of runs that points belong to. */
export const DIMENSION_BUCKETS = [...BUCKETS, 'shift', 'shift-day', 'run', 'stage'] as const
export type DimensionBucket = (typeof DIMENSION_BUCKETS)[number]

/** Ranges by the calendar of the tenant. `today` and those that begin with `this` go up to now. */
export const NAMED_RANGES = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const
export type NamedRange = (typeof NAMED_RANGES)[number]

/** The last so many minutes, quarters of an hour, hours, days, weeks, months or years of the calendar, the one that is running included: up to now. */
const last = z.strictObject({ count: z.int().check(z.minimum(1), z.maximum(1000)), unit: z.enum(BUCKETS) })
export type Last = z.output<typeof last>

/** A range as a parameter has it as well. */
export const RANGE = z.union([z.enum(NAMED_RANGES), z.strictObject({ last }), z.strictObject({ from: wireTime, to: wireTime })])
export type RangeValue = z.output<typeof RANGE>

export const MEASURES = ['count', 'sum', 'avg', 'min', 'max', 'distinct'] as const
export type Measure = (typeof MEASURES)[number] | ReadingMeasure
const ALL_MEASURES = [...new Set([...MEASURES, ...READING_MEASURES])] as const

const formula = z.union([z.string().check(z.minLength(1), z.maxLength(1000)), EXPRESSION as z.ZodMiniType<Expression>])

/** A number, or that of a parameter. */
const quantity = z.union([NUMBER, z.strictObject({ param: NAME })])
export type Quantity = z.output<typeof quantity>

/** Beyond a limit: above it unless it says otherwise. */
export const SIDES = ['above', 'below'] as const
export type Side = (typeof SIDES)[number]
/** A change is looked at over this at the least and at the most: seconds. */
const [MIN_CHANGE_SECONDS, MAX_CHANGE_SECONDS] = [60, 7 * 86_400]

const measure = z.union([
  z.strictObject({
    as: NAME,
    of: z.enum(ALL_MEASURES as unknown as [Measure, ...Measure[]]),
    field: z.optional(PATH),
    /** Of readings: those of points with this key alone. */
    key: z.optional(TEXT),
    where: z.optional(condition),
    /** Of readings, as reading-measures.ts says which takes what: the limit beyond which values are counted, in the unit of the point. */
    limit: z.optional(quantity),
    /** On which side of the limit; of a change, whether it is a rise or a fall: either, unless it is said. */
    side: z.optional(z.enum(SIDES)),
    /** From which value maturity and degree days count: 0 unless it is said. */
    datum: z.optional(quantity),
    /** The seconds over which a change is looked at: an hour unless it is said. */
    over: z.optional(z.int().check(z.minimum(MIN_CHANGE_SECONDS), z.maximum(MAX_CHANGE_SECONDS))),
  }),
  z.strictObject({ as: NAME, formula }),
])
export type MeasureDeclaration = z.output<typeof measure>

const dimension = z.strictObject({ field: PATH, as: z.optional(NAME), bucket: z.optional(z.enum(DIMENSION_BUCKETS)) })
export type Dimension = z.output<typeof dimension>

/** `time` is a moment, `date` a day of the calendar, `option` one of a list of the parameter's own. */
export const PARAMETER_KINDS = ['text', 'number', 'time', 'date', 'option', 'range', 'reference'] as const
/** Of one parameter. */
export const MAX_OPTIONS = 50
const label = z.strictObject({ zh: TEXT, tw: TEXT, en: TEXT })
const parameter = z.strictObject({
  name: NAME,
  kind: z.enum(PARAMETER_KINDS),
  /** Several values, for `among`. */
  many: z.optional(z.boolean()),
  required: z.optional(z.boolean()),
  default: z.optional(z.union([VALUE, RANGE])),
  label: z.optional(label),
  /** Of an option: what there is to choose from. */
  options: z.optional(z.array(z.strictObject({ value: SCALAR, label: z.optional(label) })).check(z.minLength(1), z.maxLength(MAX_OPTIONS))),
  /** The noun whose rows there are to choose from. */
  to: z.optional(SUBJECT),
  /** A parameter above it by whose value the choice is narrowed: both mean rows, and those of this one belong to those of the other (model/belonging.ts). Of any other it narrows nothing. */
  dependsOn: z.optional(NAME),
})
export type Parameter = z.output<typeof parameter>
/** What a parameter is asked for by. */
export const ASKED_PARAMETER = z.strictObject({
  name: NAME,
  kind: z.enum(PARAMETER_KINDS),
  many: z.optional(z.boolean()),
  /** It has no default, and there is no report without a value. */
  required: z.optional(z.boolean()),
  default: parameter.shape.default,
  /** It has a default that is not told: a row, which its reader need not see, or that of a document that they may not read, whose options are not told either. */
  isPreset: z.optional(z.literal(true)),
  label: z.optional(label),
  options: parameter.shape.options,
  to: z.optional(SUBJECT),
  /** What there is to choose from belongs to what is chosen for this one: a parameter above it, or the device or site that the report is asked for. */
  dependsOn: z.optional(NAME),
})
export type AskedParameter = z.output<typeof ASKED_PARAMETER>

export const COMPARISON_PERIODS = ['previous', 'lastYear'] as const
export type ComparisonPeriod = (typeof COMPARISON_PERIODS)[number]

/** Exactly one of `range`, `last`, `from` with `to`, and `param`. */
const time = z.strictObject({
  field: z.optional(PATH),
  range: z.optional(z.enum(NAMED_RANGES)),
  last: z.optional(last),
  from: z.optional(wireTime),
  to: z.optional(wireTime),
  param: z.optional(NAME),
  compare: z.optional(z.enum(COMPARISON_PERIODS)),
})
export type Time = z.output<typeof time>

const DIRECTIONS = ['ascend', 'descend'] as const
/** A name as it stands in an order: a column has no dots, a dimension without a name of its own is called by its field. */
const COLUMN = z.string().check(z.maxLength(260), z.regex(/^[A-Za-z][A-Za-z0-9_.]*$/))

export const DOCUMENT = z.strictObject({
  format: z.literal(1),
  subject: SUBJECT,
  measures: z.array(measure).check(z.minLength(1), z.maxLength(MAX_MEASURES)),
  dimensions: z.optional(z.array(dimension).check(z.maxLength(MAX_DIMENSIONS))),
  where: z.optional(condition),
  params: z.optional(z.array(parameter).check(z.maxLength(MAX_PARAMETERS))),
  time: z.optional(time),
  /** A condition over measures. */
  having: z.optional(formula),
  order: z.optional(z.array(z.tuple([COLUMN, z.enum(DIRECTIONS)])).check(z.maxLength(MAX_DIMENSIONS + MAX_MEASURES))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_FIGURE_ROWS))),
  /** The `count` greatest of a dimension (the first one unless named) by a measure, and all others in one row where `rest` says so. */
  topN: z.optional(
    z.strictObject({
      by: NAME,
      count: z.int().check(z.minimum(1), z.maximum(1000)),
      of: z.optional(COLUMN),
      rest: z.optional(z.boolean()),
    }),
  ),
})
export type FiguresDocument = z.output<typeof DOCUMENT>

/**
 * The document that a value has the form of; undefined for another, such as the empty one that stands for a document that is withheld. Whether what it names is
 * there is for `readFigures` to say.
 */
export function figuresDocumentOf(value: unknown): FiguresDocument | undefined {
  const parsed = DOCUMENT.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/** What a dimension's column is called: its name, or the field without one. */
export const nameOfDimension = ({ as, field }: Dimension): string => as ?? field
