/** A template filled with what its reader has: its figures are asked for with the rights of the caller. */
import type { ReportPath } from '../../model/reports/path.ts'
import { pathOf } from '../../model/reports/path.ts'
import type { Report } from '../../model/reports/read.ts'
import { picturesOf } from '../../model/reports/pictures.ts'
import { readTemplate } from '../../model/reports/read.ts'
import type { Translate } from '../../model/labels/index.ts'
import { wallOf } from '../../model/zone.ts'
import type { FiguresEngine, RowTaker } from '../figures/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { Failure } from '../kernel/errors.ts'
import type { ReportBounds } from './bounds.ts'
import { boundsOfPage, tooManyRows } from './bounds.ts'
import type { DataSet, Scalar } from './data.ts'
import { dataSetOf } from './data.ts'
import type { FilledColumns, Taken } from './columns.ts'
import { MAX_SET_ROWS, nothingTaken, openColumns } from './columns.ts'
import type { Filling, ReportSheet } from './expand.ts'
import { expand } from './expand.ts'
import type { Pictures } from './pictures.ts'
import type { ReportWords } from './texts.ts'
import { NO_WORDS } from './texts.ts'
import { runCooperatively } from './cooperative.ts'
import { writeApart } from './write-apart.ts'
import type { ReportWriter, WrittenFormat } from './writer.ts'
import { aboutOf, openWriting } from './writer.ts'

type Document = Readonly<Record<string, unknown>>

export interface ToFill {
  readonly template: unknown
  /** What stands for `{name}` in texts and `PARAM("name")` in formulas. */
  readonly params: ReadonlyMap<string, Scalar>
  /** Values of parameters for those documents that have them, by their names. */
  readonly asked?: Readonly<Record<string, unknown>>
  /** The pictures of these ids that the tenant has. */
  readonly pictures?: (ids: readonly string[]) => Promise<Pictures>
  /** Names of the members of these dictionaries by their values, in the language of the reader. */
  readonly dictionaries?: (types: readonly string[]) => Promise<ReportWords['dictionaries']>
  /** Of the tenant (IANA). */
  readonly zone: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** How large it may be, and how much may be read for it: as much as somebody waits for, or as a job does. */
  readonly bounds: ReportBounds
  /** Ends it with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** What of a filled report is known beside its sheet. */
export interface Filled {
  /** The figures documents that it shows, without what its reader has not. */
  readonly documents: readonly Document[]
  readonly path: ReportPath
}
export type FilledReport = ReportSheet & Filled

/**
 * The sheet that a template comes to for a caller. A field that they have not shows a dash and is named in `omitted`.
 * @throws Failure `report.too-much`, `report.as-job`, or what the figures of a set cannot be asked for; TemplateFault of a template that is none
 */
export async function fillReport(figures: FiguresEngine, caller: Caller, t: Translate, toFill: ToFill): Promise<FilledReport> {
  const { report, filling, documents, path } = await filledFor(figures, caller, t, toFill)
  return { ...(await runCooperatively(expand(report, filling), toFill.signal)), documents, path }
}

/** A report that is to be written: its data has been read. */
export interface ReportToWrite extends Filled {
  /**
   * Makes it. Whoever has it closes it.
   * @param first The format that is asked for first
   * @throws Failure `report.too-much`, `report.too-much-at`, and `report.as-job` of one that somebody waits for
   */
  open(first: WrittenFormat): Promise<ReportWriter>
}

/**
 * The data of a report, to be made and written apart from the thread that answers calls.
 * @throws Failure `report.too-much`, or what the figures of a set cannot be asked for; TemplateFault of a template that is none
 */
export async function fillApart(figures: FiguresEngine, caller: Caller, t: Translate, toFill: ToFill): Promise<ReportToWrite> {
  const { filling, documents, path } = await filledFor(figures, caller, t, toFill)
  return { documents, path, open: (first) => writeApart(toFill.template, filling, first, toFill.signal) }
}

/** What is no longer than this is made sooner than a thread has started. */
const SHORT_ROWS = 2000
const SHORT_BOUNDS = boundsOfPage(SHORT_ROWS)

/**
 * The same, for reports that somebody waits for, and for those of issues and schedules, most of which are as short: these are made here, and longer ones apart.
 * @throws Failure as {@link fillApart}
 */
export async function fillToWrite(figures: FiguresEngine, caller: Caller, t: Translate, toFill: ToFill): Promise<ReportToWrite> {
  const { report, filling, documents, path } = await filledFor(figures, caller, t, toFill)
  const here = async (bounds: ReportBounds): Promise<ReportWriter> => {
    const sheet = await runCooperatively(expand(report, { ...filling, bounds }), toFill.signal)
    return { ...aboutOf(sheet), write: openWriting(() => Promise.resolve(sheet)), close: () => Promise.resolve() }
  }
  const { isJob } = toFill.bounds
  return {
    documents,
    path,
    async open(first) {
      if (!isJob) return here(toFill.bounds)
      const rows = [...filling.sets.values()].reduce((sum, { count }) => sum + count, 0)
      if (rows < SHORT_ROWS) {
        const short = await here(SHORT_BOUNDS).catch(unlessTooMuch)
        if (short) return short
      }
      return writeApart(toFill.template, filling, first, toFill.signal)
    },
  }
}

/** A template may make much of a few rows. */
function unlessTooMuch(error: unknown): undefined {
  if (!(error instanceof Failure) || !TOO_MUCH.includes(error.code)) throw error
}
const TOO_MUCH: readonly string[] = ['report.as-job', 'report.too-much', 'report.too-much-at']

async function filledFor(
  figures: FiguresEngine,
  caller: Caller,
  t: Translate,
  { template, params, pictures: load, dictionaries, asked = {}, zone, now, bounds, signal }: ToFill,
): Promise<Filled & { readonly report: Report; readonly filling: Filling }> {
  const report = readTemplate(template)
  const sets = new Map<string, DataSet>()
  const documents: Document[] = []
  const taken = nothingTaken()
  // One after the other: a report takes one connection, as any other request.
  for (const [name, { document }] of Object.entries(report.template.sets)) {
    signal?.throwIfAborted()
    const { set, shown } = await dataOf(figures, caller, t, { document, asked, bounds, taken, signal })
    sets.set(name, set)
    documents.push(shown)
  }
  const ids = [...picturesOf(report.template).keys()]
  const pictures: Pictures = load && ids.length > 0 ? await load(ids) : new Map()
  const words = {
    dictionaries: dictionaries && report.dictionaries.length > 0 ? await dictionaries(report.dictionaries) : NO_WORDS.dictionaries,
    verdicts: new Map(VERDICTS.map((verdict) => [verdict, t(`choice.runVerdict.${verdict}`)])),
  }
  return { report, filling: { sets, params, pictures, words, wall: wallOf(zone, now), bounds }, documents, path: pathOf(report) }
}

/** Of runs, tensioning and grouting alike. */
const VERDICTS = ['pass', 'fail', 'undecided', 'waived'] as const

interface Given {
  readonly document: Document
  readonly params: Readonly<Record<string, unknown>>
  readonly marksRepeated: boolean
}

interface Asked {
  readonly document: Document
  readonly asked: Readonly<Record<string, unknown>>
  readonly bounds: ReportBounds
  /** By all sets of the report. */
  readonly taken: Taken
  readonly signal: AbortSignal | undefined
}

const DIMENSION = /^dimensions\[(\d+)\]/

/** The answer to a document. A dimension that the caller has not is left out of it, since the figures are theirs all the same. */
async function dataOf(
  figures: FiguresEngine,
  caller: Caller,
  t: Translate,
  of: Asked,
  left: readonly string[] = [],
): Promise<{ set: DataSet; shown: Document }> {
  const { document, asked, bounds } = of
  try {
    // Rows are put together by what their times are called.
    const given = { document, params: askedOf(document, asked), marksRepeated: true }
    const { set, omitted } = await (bounds.isJob ? readColumns(figures, caller, t, given, of) : answered(figures, caller, t, given))
    return { set: set(left), shown: bound(without(document, omitted), asked) }
  } catch (error) {
    if (!bounds.isJob && error instanceof Failure && error.code === 'figure.too-much') tooManyRows(bounds)
    const place = error instanceof Failure && error.code === 'figure.document' ? error.details.fields?.[0]?.field : undefined
    const [, digits] = DIMENSION.exec(place ?? '') ?? []
    const dimensions = document['dimensions'] as readonly { field: string; as?: string }[] | undefined
    const hidden = digits === undefined ? undefined : dimensions?.[Number(digits)]
    if (!hidden || !dimensions) throw error
    const name = hidden.as ?? hidden.field
    const order = (document['order'] as readonly (readonly [string, string])[] | undefined)?.filter(([column]) => column !== name)
    const rest = { ...document, dimensions: dimensions.filter((each) => each !== hidden), ...(order ? { order } : {}) }
    return dataOf(figures, caller, t, { ...of, document: rest }, [...left, name])
  }
}

interface Answered {
  readonly omitted: readonly string[]
  set(left: readonly string[]): DataSet
}

async function answered(figures: FiguresEngine, caller: Caller, t: Translate, given: Given): Promise<Answered> {
  const answer = await figures.query(caller, t, given)
  return { omitted: answer.omitted, set: (left) => dataSetOf(answer, left) }
}

/** A job may have more rows than an answer. */
async function readColumns(
  figures: FiguresEngine,
  caller: Caller,
  t: Translate,
  given: Given,
  { taken, signal }: Pick<Asked, 'taken' | 'signal'>,
): Promise<Answered> {
  const { time } = given.document as { readonly time?: { readonly compare?: unknown } }
  if (time?.compare !== undefined) {
    const { columns, rows, omitted } = await figures.query(caller, t, given, 'job')
    const filled = openColumns(columns, taken)
    filled.add(rows)
    return { omitted, set: (left) => filled.set([...omitted, ...left]) }
  }
  let [omitted, columns]: [readonly string[], FilledColumns | undefined] = [[], undefined]
  const begin = (about: Parameters<RowTaker['begin']>[0]) => {
    omitted = about.omitted
    columns = openColumns(about.columns, taken)
  }
  await figures.read(caller, t, given, { begin, take: (rows) => columns?.add(rows) }, MAX_SET_ROWS, signal)
  return { omitted, set: (left) => (columns as FilledColumns).set([...omitted, ...left]) }
}

/** The document without measures that were left out of its answer. */
function without(document: Document, omitted: readonly string[]): Document {
  const measures = document['measures'] as readonly { readonly as?: string }[] | undefined
  if (!measures || omitted.length === 0) return document
  return { ...document, measures: measures.filter(({ as }) => as === undefined || !omitted.includes(as)) }
}

/** The document with the values that it was asked for: whoever reads it later is judged by the rows and values that were used. */
function bound(document: Document, asked: Readonly<Record<string, unknown>>): Document {
  const params = document['params'] as readonly { readonly name: string }[] | undefined
  if (!params) return document
  return {
    ...document,
    params: params.map((each) => {
      const value = Object.hasOwn(asked, each.name) ? asked[each.name] : undefined
      return value === undefined ? each : { ...each, default: value }
    }),
  }
}

/** Those of the values that the document has parameters for. */
function askedOf(document: Document, asked: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const params = Array.isArray(document['params']) ? (document['params'] as readonly { readonly name?: unknown }[]) : []
  const names = new Set(params.map(({ name }) => name))
  return Object.fromEntries(Object.entries(asked).filter(([name]) => names.has(name)))
}
