/** Figures by documents (docs/decisions/0133-figures-as-documents.md): what charts, reports and screens are made of. */
import * as z from 'zod/mini'
import { DIMENSION_BUCKETS, MAX_MEASURES, MEASURES, OPERATORS } from '../../figures/document.ts'
import { READING_MEASURES } from '../../figures/reading-measures.ts'
import { lineOf, unreadObject } from '../../wire.ts'
import type { InputOf, OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

/** Documents of one call: what stands on a page. */
export const MAX_DOCUMENTS = 60

/** Read by model/figures/read.ts, which says where in a document something is wrong. */
const document = unreadObject
const params = unreadObject
const asked = z.strictObject({ document, params: z.optional(params) })

const range = z.strictObject({ from: z.number(), to: z.number() })
const column = z.strictObject({
  name: z.string(),
  kind: z.enum(['text', 'number', 'time', 'choice', 'reference']),
  label: z.string(),
  bucket: z.optional(z.enum(DIMENSION_BUCKETS)),
})
export type FigureColumn = z.output<typeof column>

/**
 * A row has a value for each column. `omitted` are measures of the document that the caller has not. `asOf` is when the figures were so, `coverage` the
 * time they are of, in milliseconds since 1970; null where they are of all time.
 */
export const figureAnswer = z.strictObject({
  columns: z.array(column),
  rows: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
  omitted: z.array(z.string()),
  asOf: z.number(),
  coverage: z.nullable(z.extend(range, { before: z.optional(range) })),
})
export type FigureAnswer = z.output<typeof figureAnswer>

/** Of several documents, one that cannot be answered has what is wrong with it in place of an answer. */
export const figureRefused = z.strictObject({ error: z.strictObject({ message: z.string(), place: z.string() }) })

export const queryFigure = contract({
  method: 'POST',
  path: '/report/figure/queryFigure',
  /** One document with its parameters, or several of them. */
  input: z
    .object({
      document: z.optional(document),
      params: z.optional(params),
      figures: z.optional(z.array(asked).check(z.minLength(1), z.maxLength(MAX_DOCUMENTS))),
    })
    .check(
      z.refine(({ document: one, figures: several }) => (one === undefined) !== (several === undefined), {
        path: ['document'],
        error: 'required',
      }),
    ),
  output: z.union([figureAnswer, z.strictObject({ list: z.array(z.union([figureAnswer, figureRefused])) })]),
})
export type FigureInput = InputOf<typeof queryFigure>
export type FigureList = OutputOf<typeof queryFigure>

export const FIGURE_FORMATS = ['csv', 'xlsx'] as const

export const exportFigure = contract({
  method: 'POST',
  path: '/report/figure/exportFigure',
  /** A title for the file, and headings for its columns by their names, in place of these. */
  input: z.object({
    document,
    params: z.optional(params),
    format: z._default(z.enum(FIGURE_FORMATS), 'xlsx'),
    title: z.optional(lineOf(64)),
    headings: z.optional(z.record(z.string(), lineOf(128)).check(z.refine((all) => Object.keys(all).length <= MAX_MEASURES))),
  }),
  /** What takes longer than anybody waits for is made by a job, which is told to clients that prefer it so. */
  output: z.strictObject({ jobId: z.string(), queued: z.literal(true) }),
})

const field = z.strictObject({
  /** As documents name it: `siteId`, `device.siteId`. */
  field: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'number', 'time', 'choice', 'reference']),
  isDimension: z.boolean(),
  measures: z.array(z.enum([...new Set([...MEASURES, ...READING_MEASURES])])),
  operators: z.array(z.enum(OPERATORS)),
})

/** What the caller may make figures of. `joins` are references that paths can be led along, with the subject they lead to. */
export const querySubject = contract({
  method: 'GET',
  path: '/report/figure/querySubject',
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        subject: z.string(),
        label: z.string(),
        time: z.nullable(z.string()),
        /** Measures without a field. */
        measures: z.array(z.enum([...new Set([...MEASURES, ...READING_MEASURES])])),
        fields: z.array(field),
        joins: z.array(z.strictObject({ step: z.string(), subject: z.string() })),
      }),
    ),
  }),
})
export type FigureSubject = OutputOf<typeof querySubject>['list'][number]
