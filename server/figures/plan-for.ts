/** The plan of a document for whoever asks: what of it they may have, in which range of time, by which shifts. */
import type { Millis, MillisRange } from '../../model/brands.ts'
import { rangeInMillis } from '../../model/brands.ts'
import type { FiguresDocument, RangeValue } from '../../model/figures/document.ts'
import { refuse } from '../../model/figures/faults.ts'
import { parameterValues } from '../../model/figures/parameters.ts'
import { periodBefore, rangeOf } from '../../model/figures/ranges.ts'
import type { Figures } from '../../model/figures/read.ts'
import { READINGS } from '../../model/figures/read.ts'
import type { Translate } from '../../model/labels/index.ts'
import { statementOfDocument } from '../acquisition/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { SettingStore } from '../kernel/runtime/settings.ts'
import { ALARM_EVENTS, alarmEventSubject, mayCountAlarmEvents } from './alarm-events.ts'
import type { Bounds } from './bounds.ts'
import { BeyondBounds } from './bounds.ts'
import type { Surroundings } from './conditions.ts'
import { nounFor, nounSubject } from './nouns.ts'
import type { Plan } from './plan.ts'
import { planOf } from './plan.ts'
import { chooseReadings, mayReadFigures } from './readings.ts'
import { ROUND_RESULTS, mayCountRoundResults, roundResultSubject } from './round-results.ts'
import { RUN_VERDICTS, mayCountRunVerdicts, runVerdictSubject } from './run-verdicts.ts'
import { readShifts, sitesAskedFor } from './shifts.ts'
import type { Stretches } from './slots.ts'
import { countStatement } from './statement.ts'
import type { Subject } from './subject.ts'

export interface Answering {
  readonly caller: Caller
  readonly t: Translate
  readonly figures: Figures
  readonly given: Readonly<Record<string, unknown>>
  readonly now: Millis
  readonly settings: Pick<SettingStore, 'within'>
  readonly bounds: Bounds
  /** Whether minutes and hours that clocks show twice say which of the two they are (answer.ts). */
  readonly marksRepeated?: boolean | undefined
}

export interface PlannedAnswer {
  readonly plan: Plan
  readonly time: { readonly range: MillisRange; readonly before?: MillisRange } | undefined
  /** Of the tenant (IANA). */
  readonly zone: string
}

/** The plan, within the transaction that its rows are read in. @throws DocumentFault, BeyondBounds */
export async function planFor(tx: Transaction, { caller, t, figures, given, now, settings, bounds }: Answering): Promise<PlannedAnswer> {
  const { document } = figures
  const zone = await tx.timeZone()
  const values = parameterValues(document.params ?? [], given)
  const time = timesOf(document, values, zone, now)
  const around = { values, zone }
  const ranges = [time?.range, time?.before].filter((range) => range !== undefined)
  const stretches = await stretchesOf(tx, caller, figures, { zone, ranges, settings, values })
  const subject = await subjectFor(tx, caller, figures, { ...around, ...stretches, t, ranges, now, bounds })
  const timeField = time && (document.time?.field ?? subject.time ?? refuse('time', 'missing'))
  const plan = planOf({ figures, subject, language: caller.language, timeField, ...around, ...stretches })
  if (!subject.isChosen) await assertRows(tx, plan, ranges, bounds)
  return { plan, time, zone }
}

/** Nothing where the rows of a noun, or of events, are no more than may be read; those of readings have been reckoned as they were chosen. @throws BeyondBounds */
async function assertRows(tx: Transaction, plan: Plan, ranges: readonly MillisRange[], bounds: Bounds): Promise<void> {
  let left = bounds.rows
  for (const range of ranges.length === 0 ? [undefined] : ranges) {
    const [counted] = await tx.all(statementOfDocument(countStatement(plan, range, left)))
    left -= counted?.count ?? 0
    if (left < 0) throw new BeyondBounds()
  }
}

/** What production days and shifts of the document are made of. Shifts are those of a range of time. */
async function stretchesOf(
  tx: Transaction,
  caller: Caller,
  { dimensions, document }: Figures,
  {
    zone,
    ranges,
    settings,
    values,
  }: Omit<Surroundings, 'subject'> & { readonly ranges: readonly MillisRange[]; readonly settings: Pick<SettingStore, 'within'> },
): Promise<Stretches> {
  const byShift = dimensions.find(({ bucket }) => bucket === 'shift')
  if (byShift && ranges.length === 0) refuse('time', 'missing')
  const needsDays = dimensions.some(({ bucket }) => bucket === 'shift-day')
  return {
    dayBegins: needsDays ? (await settings.within(tx, caller.tenantId))['report.dayBegins'] : 0,
    shifts: byShift ? await readShifts(tx, caller, { zone, ranges, sites: sitesAskedFor(document.where, values) }) : undefined,
  }
}

/** The subject of the document for this caller. One that they may not ask for is as unknown as one that there is none of. */
function subjectFor(
  tx: Transaction,
  caller: Caller,
  figures: Figures,
  around: Omit<Surroundings, 'subject'> &
    Stretches & { readonly t: Translate; readonly ranges: readonly MillisRange[]; readonly now: Millis; readonly bounds: Bounds },
): Promise<Subject> | Subject {
  const { subject } = figures.document
  if (subject === READINGS && mayReadFigures(caller)) return chooseReadings(tx, caller, figures, around)
  if (subject === ALARM_EVENTS && mayCountAlarmEvents(caller)) return alarmEventSubject(caller)
  if (subject === RUN_VERDICTS && mayCountRunVerdicts(caller)) return runVerdictSubject(caller)
  if (subject === ROUND_RESULTS && mayCountRoundResults(caller)) return roundResultSubject(caller)
  const of = nounFor(caller, subject) ?? refuse('subject', 'subject', subject)
  return nounSubject(caller, of)
}

function timesOf(
  document: FiguresDocument,
  values: Surroundings['values'],
  zone: string,
  now: Millis,
): { range: MillisRange; before?: MillisRange } | undefined {
  const { time } = document
  if (!time) return undefined
  const value = rangeValueOf(time, values)
  const range = rangeInMillis(rangeOf(value, zone, now) ?? refuse(time.param === undefined ? 'time' : `params.${time.param}`, 'range'))
  return time.compare === undefined ? { range } : { range, before: rangeInMillis(periodBefore(value, range, zone, time.compare)) }
}

function rangeValueOf({ range, last, from, to, param }: NonNullable<FiguresDocument['time']>, values: Surroundings['values']): RangeValue {
  if (range) return range
  if (last) return { last }
  if (from !== undefined && to !== undefined) return { from, to }
  return (values.get(param ?? '') as RangeValue | undefined) ?? refuse('time.param', 'required', param)
}
