/** What measures, fields and stretches of time are called. */
import type { FigureSubject } from '../../../model/contract/report/figure.ts'
import type { FiguresDocument, MeasureDeclaration } from '../../../model/figures/document.ts'
import { nameOfDimension } from '../../../model/figures/document.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import { fieldAt } from './subject-fields.ts'

/** A field as people call it, with what leads to it: "Device › Site". */
export function fieldName(subjects: readonly FigureSubject[], subject: string, path: string, t: Translate): string {
  // Of what readings are of, time is no field.
  if (path === 'time' && !fieldAt(subjects, subject, path)) return t('figures.field-time')
  const parts = path.split('.')
  const names = parts.map((_, at) => {
    const step = parts.slice(0, at + 1)
    const isLast = at === parts.length - 1
    return (
      fieldAt(subjects, subject, step.join('.'))?.label ?? (isLast ? undefined : fieldAt(subjects, subject, `${step.join('.')}Id`)?.label)
    )
  })
  return names.map((name, at) => name ?? parts[at]).join(' › ')
}

/** A measure as people call it: "Device: Average". A formula is called by its own name. */
export function measureName(measure: MeasureDeclaration, subject: string, subjects: readonly FigureSubject[], t: Translate): string {
  if (!('of' in measure)) return measure.as
  const of = t(`boards.measure.${measure.of}`)
  const field = measure.key ?? (measure.field === undefined ? undefined : fieldName(subjects, subject, measure.field, t))
  return field === undefined ? of : t('boards.of-field', { measure: of, field })
}

/** The names of all columns of a document, by what they are called in it. */
export function headingsOf(document: FiguresDocument, subjects: readonly FigureSubject[], t: Translate): Record<string, string> {
  const dimensions = (document.dimensions ?? []).map((dimension) => [
    nameOfDimension(dimension),
    fieldName(subjects, document.subject, dimension.field, t),
  ])
  const measures = document.measures.map((measure) => [measure.as, measureName(measure, document.subject, subjects, t)])
  return Object.fromEntries([...dimensions, ...measures]) as Record<string, string>
}
