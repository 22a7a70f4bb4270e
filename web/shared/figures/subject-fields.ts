/** Fields of what figures are made of, and ranges of time, as documents say them. Pure. */
import type { FigureSubject } from '../../../model/contract/report/figure.ts'
import type { FiguresDocument, RangeValue } from '../../../model/figures/document.ts'

/** The field of a subject that a path leads to, along references that the caller has. */
export function fieldAt(subjects: readonly FigureSubject[], subject: string, path: string): FigureSubject['fields'][number] | undefined {
  const of = subjects.find((one) => one.subject === subject)
  const dot = path.indexOf('.')
  if (!of) return undefined
  if (dot < 0) return of.fields.find(({ field }) => field === path)
  const join = of.joins.find(({ step }) => step === path.slice(0, dot))
  return join && fieldAt(subjects, join.subject, path.slice(dot + 1))
}

type Time = NonNullable<FiguresDocument['time']>

/** A range as a document has it. */
export function timeOf(range: RangeValue): Pick<Time, 'range' | 'last' | 'from' | 'to'> {
  return typeof range === 'string' ? { range } : range
}

/** The range of a document, as a value; undefined where it has none or asks for it. */
export function rangeOfDocument(time: Time | undefined): RangeValue | undefined {
  if (time?.range) return time.range
  if (time?.last) return { last: time.last }
  return time?.from !== undefined && time.to !== undefined ? { from: time.from, to: time.to } : undefined
}
