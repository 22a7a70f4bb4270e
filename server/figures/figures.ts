/**
 * Figures by documents: what a chart, a cell of a report or a widget shows is asked for by a document, answered by one statement with the caller's rights, and
 * kept for a moment for whoever asks the same (docs/decisions/0133-figures-as-documents.md).
 */
import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import type { FigureAnswer } from '../../model/contract/report/figure.ts'
import { DocumentFault, refuse } from '../../model/figures/faults.ts'
import { MAX_FIGURE_ROWS } from '../../model/figures/document.ts'
import type { FiguresDocument, RangeValue } from '../../model/figures/document.ts'
import { parameterValues } from '../../model/figures/parameters.ts'
import type { Range } from '../../model/figures/ranges.ts'
import { periodBefore, rangeOf } from '../../model/figures/ranges.ts'
import type { Figures } from '../../model/figures/read.ts'
import { READINGS, readFigures } from '../../model/figures/read.ts'
import type { Translate } from '../../model/labels/index.ts'
import { statement } from '../acquisition/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import { Failure, fail } from '../kernel/errors.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import { ALARM_EVENTS, alarmEventSubject, mayCountAlarmEvents } from './alarm-events.ts'
import type { FigureRow } from './answer.ts'
import { answerOf } from './answer.ts'
import { openAnswerCache } from './cache.ts'
import type { Surroundings } from './conditions.ts'
import { nounFor, nounSubject } from './nouns.ts'
import type { Plan } from './plan.ts'
import { planOf } from './plan.ts'
import { chooseReadings, mayReadFigures } from './readings.ts'
import { keysStatement, rowsStatement } from './statement.ts'
import type { Subject } from './subject.ts'

/** A document as it comes with a call, and the values of its parameters. */
export interface Asked {
  readonly document?: unknown
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

export interface FiguresEngine {
  /**
   * What the document comes to for the caller.
   * @throws Failure `figure.document` with the place and what is wrong there, `figure.too-much`, `figure.too-many-series` or `figure.out-of-range`
   */
  query(caller: Caller, t: Translate, asked: Asked): Promise<FigureAnswer>
  /** The same of several documents, one after the other: one that cannot be answered has what is wrong with it, and the others their answers. */
  queryEach(caller: Caller, t: Translate, asked: readonly Asked[]): Promise<(FigureAnswer | Refused)[]>
}

/** Why a document of several has no answer. */
export interface Refused {
  readonly error: { readonly message: string; readonly place: string }
}

/** The engine, with answers kept in the memory of this server. */
export function openFigures(transactions: TransactionScopes, clock: Clock): FiguresEngine {
  const cache = openAnswerCache<FigureAnswer>(({ rows, columns }) => 10 + rows.length * columns.length)
  const engine: FiguresEngine = {
    async query(caller, t, asked) {
      const figures = inWords(t, () => readFigures(asked.document))
      const zone = await transactions.timeZoneOf(caller.tenantId)
      return cache.get(keyOf(caller, zone, figures.document, asked.params), () =>
        answering(t, () =>
          transactions.inTenant(caller, (tx) => answer(tx, { caller, t, figures, given: asked.params ?? {}, now: clock.now() }), 'read'),
        ),
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

/** Whoever has the same key is told the same: what they ask, in which language and zone, and all that decides about what they see. */
function keyOf(caller: Caller, zone: string, document: FiguresDocument, params: Asked['params']): string {
  const { tenantId, language, isPlatform, rows, urls, hiddenFields } = caller
  const parts = [tenantId, language, isPlatform, rows.key, zone, [...urls].sort(), [...hiddenFields].sort(), document, params ?? {}]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}

interface Answering {
  readonly caller: Caller
  readonly t: Translate
  readonly figures: Figures
  readonly given: Readonly<Record<string, unknown>>
  readonly now: number
}

async function answer(tx: Transaction, { caller, t, figures, given, now }: Answering): Promise<FigureAnswer> {
  const { document } = figures
  const zone = await tx.timeZone()
  const values = parameterValues(document.params ?? [], given)
  const time = timesOf(document, values, zone, now)
  const around = { values, zone }
  const subject = await subjectFor(tx, caller, figures, {
    ...around,
    ranges: [time?.range, time?.before].filter((range) => range !== undefined),
    now,
  })
  const timeField = time && (document.time?.field ?? subject.time ?? refuse('time', 'missing'))
  const plan = planOf({ figures, subject, language: caller.language, timeField, ...around })
  const before = time?.before
  const keys = before && plan.top ? await keysOf(tx, plan, time?.range) : undefined
  const rows = await rowsOf(tx, plan, { range: time?.range, keys })
  const earlier = before && { range: before, rows: await rowsOf(tx, plan, { range: before, keys, isLookedUp: true }) }
  return answerOf({ plan, rows, range: time?.range, before: earlier, now, zone, t })
}

async function rowsOf(tx: Transaction, plan: Plan, wanted: Parameters<typeof rowsStatement>[1]): Promise<FigureRow[]> {
  if (plan.dimensions.length === 0 && plan.columns.length === 0) return []
  const rows = await tx.all(statement(rowsStatement(plan, wanted) as RawBuilder<FigureRow>))
  if (rows.length > MAX_FIGURE_ROWS) fail('figure.too-much')
  return rows
}

/** The members of a dimension that are the greatest: in both periods the same ones are shown. */
async function keysOf(tx: Transaction, plan: Plan, range: Range | undefined): Promise<string[]> {
  const rows = await tx.all(statement(keysStatement(plan, range) as RawBuilder<{ key: string }>))
  return rows.map(({ key }) => key)
}

/** The subject of the document for this caller. One that they may not ask for is as unknown as one that there is none of. */
function subjectFor(
  tx: Transaction,
  caller: Caller,
  figures: Figures,
  around: Omit<Surroundings, 'subject'> & { readonly ranges: readonly Range[]; readonly now: number },
): Promise<Subject> | Subject {
  const { subject } = figures.document
  if (subject === READINGS && mayReadFigures(caller)) return chooseReadings(tx, caller, figures, around)
  if (subject === ALARM_EVENTS && mayCountAlarmEvents(caller)) return alarmEventSubject(caller)
  const of = nounFor(caller, subject) ?? refuse('subject', 'subject', subject)
  return nounSubject(caller, of)
}

function timesOf(
  document: FiguresDocument,
  values: Surroundings['values'],
  zone: string,
  now: number,
): { range: Range; before?: Range } | undefined {
  const { time } = document
  if (!time) return undefined
  const value = rangeValueOf(time, values)
  const range = rangeOf(value, zone, now) ?? refuse(time.param === undefined ? 'time' : `params.${time.param}`, 'range')
  return time.compare === undefined ? { range } : { range, before: periodBefore(value, range, zone, time.compare) }
}

function rangeValueOf({ range, last, from, to, param }: NonNullable<FiguresDocument['time']>, values: Surroundings['values']): RangeValue {
  if (range) return range
  if (last) return { last }
  if (from !== undefined && to !== undefined) return { from, to }
  return (values.get(param ?? '') as RangeValue | undefined) ?? refuse('time.param', 'required', param)
}

/** What is wrong with a document in words. */
function inWords<Result>(t: Translate, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw failureOf(error, t)
  }
}

async function answering<Result>(t: Translate, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error, t)
  }
}

/** A number beyond those of 64 bits, which sums and products can come to (PostgreSQL, appendix A: numeric_value_out_of_range). */
const OUT_OF_RANGE = '22003'

function failureOf(error: unknown, t: Translate): unknown {
  if (error instanceof DocumentFault) {
    const { place, code, values } = error.fault
    const message = t(`figures.fault.${code}`, { name: '', place, ...values })
    return new Failure('figure.document', { fields: [{ field: place, message }], cause: error })
  }
  return (error as { code?: unknown } | null)?.code === OUT_OF_RANGE ? new Failure('figure.out-of-range', { cause: error }) : error
}
