/** Reports of machines, work orders and curing runs are made of one alone where its code is given: by a parameter of their data sets, as those of templates are. */
import type { Condition, Parameter } from '../../figures/document.ts'
import type { LabelKey, Translate } from '../../labels/index.ts'
import type { ReportFor } from './asked.ts'

interface Choice {
  readonly name: string
  readonly label: LabelKey
}

export const MACHINE: Choice = { name: 'machine', label: 'field.equipment.equipmentCode' }
export const ORDER: Choice = { name: 'order', label: 'field.work-orders.orderNumber' }
export const RUN: Choice = { name: 'run', label: 'field.runs.runNumber' }

/** What such a report is asked for by, in the words of one language: it need not be given. */
export function parameterOf(t: Translate, { name, label }: Choice): Parameter {
  const words = t(label)
  return { name, kind: 'text', label: { zh: words, tw: words, en: words } }
}

/** The condition that a field is the code that was given; it narrows nothing where none was. */
export const isChosen = ({ name }: Choice, field: string): Condition => ({ field, op: 'equals', param: name })

/** The range of time of what came about in the period: what is known of the one whose code was given is shown whenever that was. */
export const timeUnlessChosen = ({ name }: Choice, { of, params }: ReportFor, field: string): { time?: object } =>
  params?.[name] ? {} : { time: { field, from: of.from, to: of.to } }
