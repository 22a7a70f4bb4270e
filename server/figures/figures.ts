/**
 * Figures by documents: what a chart, a cell of a report or a widget shows is asked for by a document, answered by one statement with the caller's rights, and
 * kept for a moment for whoever asks the same (docs/decisions/0133-figures-as-documents.md).
 */
import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import type { MillisRange, TenantId } from '../../model/brands.ts'
import type { FigureAnswer } from '../../model/contract/report/figure.ts'
import { DocumentFault } from '../../model/figures/faults.ts'
import { MAX_FIGURE_ROWS } from '../../model/figures/document.ts'
import type { FiguresDocument } from '../../model/figures/document.ts'
import { READINGS, readFigures } from '../../model/figures/read.ts'
import type { Translate } from '../../model/labels/index.ts'
import { statementOfDocument } from '../acquisition/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import { Failure, fail } from '../kernel/errors.ts'
import { openKeyedMutex } from '../kernel/database/keyed-mutex.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import type { SettingStore } from '../kernel/runtime/settings.ts'
import type { FigureRow } from './answer.ts'
import { answerOf } from './answer.ts'
import type { Bounds } from './bounds.ts'
import { BOUNDS, BeyondBounds } from './bounds.ts'
import { openAnswerCache } from './cache.ts'
import type { Plan } from './plan.ts'
import type { Answering } from './plan-for.ts'
import { planFor } from './plan-for.ts'
import type { RowTaker } from './read-rows.ts'
import { readRows, takeTimeOfJob } from './read-rows.ts'
import { STILL_OPEN_MS, bytesOfAnswer, openState } from './state.ts'
import { keysStatement, rowsStatement } from './statement.ts'

/** A document as it comes with a call, and the values of its parameters. */
export interface Asked {
  readonly document?: unknown
  readonly params?: Readonly<Record<string, unknown>> | undefined
  /** Whether minutes and hours that clocks show twice say which of the two they are: sheets have a row for each time that is called otherwise. */
  readonly marksRepeated?: boolean | undefined
}

export type Extent = 'page' | 'job'

export interface FiguresEngine {
  /**
   * What the document comes to for the caller.
   * @param extent How much may be read for it: as much as somebody waits for, unless it is a job
   * @throws Failure `figure.document` with the place and what is wrong there, `figure.as-job` for what only a job may read, `figure.too-much`, `figure.too-many-series` or `figure.out-of-range`
   */
  query(caller: Caller, t: Translate, asked: Asked, extent?: Extent): Promise<FigureAnswer>
  /**
   * The same as {@link query} of a job, for more rows than an answer may have: they are read by a cursor and handed on, a thousand at a time, and are all of
   * one moment. Nothing is remembered.
   * @param most Rows of a document that sets no limit
   * @param signal Ends it before the next thousand, with its reason
   * @throws Failure `figure.too-much` beside those of a query
   */
  read(caller: Caller, t: Translate, asked: Asked, taker: RowTaker, most: number, signal?: AbortSignal): Promise<void>
  /** The same of several documents, one after the other: one that cannot be answered has what is wrong with it, and the others their answers. */
  queryEach(caller: Caller, t: Translate, asked: readonly Asked[]): Promise<(FigureAnswer | Refused)[]>
}

/** Why a document of several has no answer. */
export interface Refused {
  readonly error: { readonly message: string; readonly place: string }
}

interface Needed {
  readonly transactions: TransactionScopes
  readonly clock: Clock
  readonly settings: Pick<SettingStore, 'within'>
  /** Whether the database is the embedded one, with one connection for everybody. */
  readonly isAlone: boolean
  readonly invalidations: Pick<Invalidations, 'subscribe' | 'reliable'>
  /** For tests: milliseconds, by which answers grow old. */
  readonly now?: () => number
  /** For tests: how much may be read. */
  readonly limits?: Readonly<Record<keyof typeof BOUNDS, Bounds>>
}

/** Calls of one tenant that wait for a heavy one. */
const MAX_WAITING = 100

/** The engine, with answers kept in the memory of this server. */
export function openFigures({ transactions, clock, settings, isAlone, invalidations, now, limits = BOUNDS }: Needed): FiguresEngine {
  const state = openState(transactions, invalidations)
  const cache = openAnswerCache<FigureAnswer>({
    bytesOf: bytesOfAnswer,
    isOver: ({ coverage, asOf }) => coverage !== null && coverage.to <= asOf - STILL_OPEN_MS,
    ...(now ? { now } : {}),
  })
  const heavy = openKeyedMutex(MAX_WAITING)

  /** Much is read of one tenant by one call at a time: nobody holds a connection while they wait for their turn. */
  async function byWeight<Result>(tenantId: TenantId, extent: Extent, made: (bounds: Bounds) => () => Promise<Result>): Promise<Result> {
    try {
      return await made(limits.light)()
    } catch (error) {
      if (!(error instanceof BeyondBounds)) throw error
    }
    try {
      return await heavy.run(tenantId, made(limits[extent]))
    } catch (error) {
      if (!(error instanceof BeyondBounds)) throw error
      return extent === 'job' ? fail('figure.too-much') : fail('figure.as-job', { more: { background: true } })
    }
  }

  const engine: FiguresEngine = {
    async query(caller, t, asked, extent = 'page') {
      const figures = inWords(t, () => readFigures(asked.document))
      const zone = await transactions.timeZoneOf(caller.tenantId)
      const of = { caller, t, figures, given: asked.params ?? {}, settings, marksRepeated: asked.marksRepeated }
      const made = (bounds: Bounds) => () =>
        transactions.inTenant(
          caller,
          async (tx) => {
            if (extent === 'job' && !isAlone) await takeTimeOfJob(tx)
            return answer(tx, { ...of, now: clock.now(), bounds })
          },
          'read',
        )
      return cache.get(
        keyOf(caller, zone, figures.document, asked),
        () => answering(t, extent, () => byWeight(caller.tenantId, extent, made)),
        // Rows of nouns are those of now, whatever range of time they are asked for by.
        figures.document.subject === READINGS ? () => state.of(caller.tenantId) : undefined,
      )
    },
    async read(caller, t, asked, taker, most, signal) {
      const figures = inWords(t, () => readFigures(asked.document))
      const of = {
        caller,
        t,
        figures,
        given: asked.params ?? {},
        now: clock.now(),
        settings,
        bounds: limits.job,
        marksRepeated: asked.marksRepeated,
      }
      // A turn of its own: nobody who waits for a page waits for so many rows.
      const read = () => heavy.run(`${caller.tenantId} rows`, () => readRows(transactions, of, { taker, most, isAlone, signal }))
      await answering(t, 'job', () =>
        read().catch((error: unknown) => {
          throw error instanceof BeyondBounds ? new Failure('figure.too-much', { cause: error }) : error
        }),
      )
    },
    async queryEach(caller, t, asked) {
      const answers: (FigureAnswer | Refused)[] = []
      // One after the other: a page takes one connection, as any other request.
      for (const each of asked) answers.push(await engine.query(caller, t, each).catch((error: unknown) => refused(error, t)))
      return answers
    },
  }
  return engine
}

/** Of a failure that the document is to blame for. @throws Whatever else there is */
function refused(error: unknown, t: Translate): Refused {
  if (!(error instanceof Failure) || error.status !== 422) throw error
  const [field] = error.details.fields ?? []
  return {
    error: field
      ? { place: field.field, message: field.message }
      : { place: 'document', message: t(`error.${error.code}`, error.details.values) },
  }
}

/** Whoever has the same key is told the same: what they ask, in which words, language and zone, and all that decides about what they see. */
const keyOf = (caller: Caller, zone: string, document: FiguresDocument, { params = {}, marksRepeated = false }: Asked): string =>
  hashOf([rightsOf(caller), caller.dialect ?? null, caller.language, zone, document, params, marksRepeated])

/** What stands for all that decides about what somebody sees in figures: whoever has the same sees the same of the same document. */
export const rightsOf = ({ tenantId, isPlatform, rows, urls, hiddenFields }: Caller): string =>
  hashOf([tenantId, isPlatform, rows.key, [...urls].sort(), [...hiddenFields].sort()])

const hashOf = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64')

async function answer(tx: Transaction, answering: Answering): Promise<FigureAnswer> {
  const { plan, time, zone } = await planFor(tx, answering)
  const before = time?.before
  const keys = before && plan.top ? await keysOf(tx, plan, time?.range) : undefined
  const rows = await rowsOf(tx, plan, { range: time?.range, keys })
  const earlier = before && { range: before, rows: await rowsOf(tx, plan, { range: before, keys, isLookedUp: true }) }
  return answerOf({
    plan,
    rows,
    range: time?.range,
    before: earlier,
    now: answering.now,
    zone,
    t: answering.t,
    marksRepeated: answering.marksRepeated,
  })
}

async function rowsOf(tx: Transaction, plan: Plan, wanted: Parameters<typeof rowsStatement>[1]): Promise<FigureRow[]> {
  if (plan.dimensions.length === 0 && plan.columns.length === 0) return []
  const rows = await tx.all(statementOfDocument(rowsStatement(plan, wanted) as RawBuilder<FigureRow>))
  if (rows.length > MAX_FIGURE_ROWS) fail('figure.too-much')
  return rows
}

/** The members of a dimension that are the greatest: in both periods the same ones are shown. */
async function keysOf(tx: Transaction, plan: Plan, range: MillisRange | undefined): Promise<string[]> {
  const rows = await tx.all(statementOfDocument(keysStatement(plan, range) as RawBuilder<{ key: string }>))
  return rows.map(({ key }) => key)
}

/** What is wrong with a document in words. */
function inWords<Result>(t: Translate, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw failureOf(error, t, 'page')
  }
}

async function answering<Result>(t: Translate, extent: Extent, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error, t, extent)
  }
}

/** A number beyond those of 64 bits, which sums and products can come to (PostgreSQL, appendix A: numeric_value_out_of_range). */
const OUT_OF_RANGE = '22003'
/** A statement that took longer than it may (PostgreSQL, appendix A: query_canceled). How much is read is bounded, but not what a busy database takes for it. */
const OUT_OF_TIME = '57014'

function failureOf(error: unknown, t: Translate, extent: Extent): unknown {
  if (error instanceof DocumentFault) {
    const { place, code, values } = error.fault
    const message = t(`figures.fault.${code}`, { name: '', place, ...values })
    return new Failure('figure.document', { fields: [{ field: place, message }], cause: error })
  }
  const code = (error as { code?: unknown } | null)?.code
  if (code === OUT_OF_RANGE) return new Failure('figure.out-of-range', { cause: error })
  if (code !== OUT_OF_TIME) return error
  return extent === 'job'
    ? new Failure('figure.too-much', { cause: error })
    : new Failure('figure.as-job', { more: { background: true }, cause: error })
}
