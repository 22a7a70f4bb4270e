/** What a document that somebody else made would tell: the names that it asks by, and the rows that it compares with. */
import { sql } from 'kysely'
import type { Comparison, Condition } from '../../model/figures/document.ts'
import { DocumentFault } from '../../model/figures/faults.ts'
import type { Figures } from '../../model/figures/read.ts'
import { READINGS, readFigures } from '../../model/figures/read.ts'
import { id } from '../../model/fields.ts'
import { resourceNamed } from '../../model/index.ts'
import { statement } from '../acquisition/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { tableOf } from '../kernel/resources/row-text.ts'
import { ALARM_EVENTS, alarmEventSubject, mayCountAlarmEvents } from './alarm-events.ts'
import { nounFor, nounSubject } from './nouns.ts'
import { mayReadFigures, readingSubject } from './readings.ts'
import { ROUND_RESULTS, mayCountRoundResults, roundResultSubject } from './round-results.ts'
import { RUN_VERDICTS, mayCountRunVerdicts, runVerdictSubject } from './run-verdicts.ts'
import type { Subject } from './subject.ts'

/** Ids of rows by the noun that they are of. */
type Compared = Map<string, Set<string>>

/**
 * Of each document, whether the caller may read it: they have its subject, what it is grouped and narrowed by, and the rows that its conditions
 * name. A document that cannot be read itself may not be told either.
 */
export async function readableBy(tx: Transaction, caller: Caller, documents: readonly unknown[]): Promise<boolean[]> {
  const asked = documents.map((document) => comparedIn(caller, document))
  const all: Compared = new Map()
  for (const compared of asked) for (const [noun, ids] of compared ?? []) all.set(noun, new Set([...(all.get(noun) ?? []), ...ids]))
  const seen = new Map<string, ReadonlySet<string>>()
  for (const [noun, ids] of all) {
    const rows = await tx.all(
      statement(sql<{ id: string }>`select id from ${sql.table(tableOf(noun))} where id = any(${[...ids]}::uuid[])`),
    )
    seen.set(noun, new Set(rows.map((row) => row.id)))
  }
  return asked.map(
    (compared) => compared !== undefined && [...compared].every(([noun, ids]) => [...ids].every((one) => seen.get(noun)?.has(one))),
  )
}

/** Whether the caller may be told all figures of these documents as somebody else had them: they may read each, and have each of its measures. */
export async function mayReadWhole(tx: Transaction, caller: Caller, documents: readonly unknown[]): Promise<boolean> {
  const hasMeasures = documents.every((document) => {
    const figures = readOrNothing(document)
    const subject = figures && subjectOf(caller, figures.document.subject)
    // Whoever may ask for readings at all has all that is measured of them.
    return (
      subject && (subject.name === READINGS || [...figures.plain.values()].every((each, at) => subject.measure(each, at) !== undefined))
    )
  })
  return hasMeasures && (await readableBy(tx, caller, documents)).every(Boolean)
}

/** The rows that conditions of the document name; undefined where it names something that the caller has not. */
function comparedIn(caller: Caller, document: unknown): Compared | undefined {
  const figures = readOrNothing(document)
  const subject = figures && subjectOf(caller, figures.document.subject)
  if (!figures || !subject) return undefined
  const conditions = [figures.document.where, ...[...figures.plain.values()].map(({ where }) => where)]
  const comparisons = conditions.flatMap((condition) => (condition ? comparisonsOf(condition) : []))
  const isGroupedByKnown = figures.dimensions.every(({ field }) => subject.find(field) !== undefined)
  // Measures of one key say what it is.
  const asksByKey = [...figures.plain.values()].some(({ key }) => key !== undefined)
  if (subject.name === READINGS && asksByKey && subject.find('pointKey') === undefined) return undefined
  const compared: Compared = new Map()
  const compare = (noun: string, value: unknown) => {
    const ids = [value].flat().filter((one): one is string => id.safeParse(one).success)
    compared.set(noun, new Set([...(compared.get(noun) ?? []), ...ids.map((one) => one.trim().toLowerCase())]))
  }
  const defaults = new Map((figures.document.params ?? []).map((parameter) => [parameter.name, parameter]))
  for (const { to, default: own } of defaults.values()) {
    if (to === undefined || own === undefined) continue
    if (!resourceNamed(to)) return undefined
    compare(to, own)
  }
  for (const { field, value, param } of comparisons) {
    const found = subject.findForCondition(field)
    if (!found) return undefined
    if (found.link) compare(found.link.to, value ?? (param === undefined ? undefined : defaults.get(param)?.default))
  }
  return isGroupedByKnown ? compared : undefined
}

function readOrNothing(document: unknown): Figures | undefined {
  try {
    return readFigures(document)
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    return undefined
  }
}

function subjectOf(caller: Caller, name: string): Subject | undefined {
  if (name === READINGS) return mayReadFigures(caller) ? readingSubject(caller) : undefined
  if (name === ALARM_EVENTS) return mayCountAlarmEvents(caller) ? alarmEventSubject(caller) : undefined
  if (name === RUN_VERDICTS) return mayCountRunVerdicts(caller) ? runVerdictSubject(caller) : undefined
  if (name === ROUND_RESULTS) return mayCountRoundResults(caller) ? roundResultSubject(caller) : undefined
  const of = nounFor(caller, name)
  return of && nounSubject(caller, of)
}

function comparisonsOf(condition: Condition): Comparison[] {
  if ('and' in condition) return condition.and.flatMap(comparisonsOf)
  if ('or' in condition) return condition.or.flatMap(comparisonsOf)
  return 'not' in condition ? comparisonsOf(condition.not) : [condition]
}
