/** Why a run came to nothing: what is stored of it, and how it is told to whoever reads it. */
import type { ErrorCode } from '../../../../model/errors.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import type { Failure } from '../../../kernel/errors.ts'
import type { ParameterFault } from '../shared/parameters.ts'
import { PARAMETER_FAULTS } from '../shared/parameters.ts'

/** What is said to whoever saves a schedule is said about its owner once it runs: a reader of the runs is somebody else. */
const ABOUT_OWNER: Partial<Record<ErrorCode, ErrorCode>> = {
  'schedule.right': 'schedule.owner-right',
  'report.unknown': 'schedule.owner-report',
}

/** @property fieldLabel Label of the field that it is about; each reader has it in their own language */
export interface RunFailure {
  readonly code: ErrorCode
  readonly values: Readonly<Record<string, string | number>> & { readonly fieldLabel?: LabelKey }
}

/** What is stored of a failure, in no language. */
export function runFailureOf({ code, details: { values = {}, field } }: Failure): RunFailure {
  const { problem: _, ...own } = values
  // What is wrong with a parameter is a sentence in the language of whoever asked for the report; its fault and name are in none.
  const kept = code === 'report.parameters' && faultIn(values) ? own : values
  return { code: ABOUT_OWNER[code] ?? code, values: { ...kept, ...(field ? { fieldLabel: field.label } : {}) } }
}

const faultIn = ({ fault }: RunFailure['values']): ParameterFault | undefined => PARAMETER_FAULTS.find((one) => one === fault)

/** The sentence of a stored failure in somebody's language. */
export function sentenceOf({ code, values: { fieldLabel, ...values } }: RunFailure, t: Translate): string {
  const fault = code === 'report.parameters' ? faultIn(values) : undefined
  const problem = fault && {
    problem: t(fault === 'not-found' ? 'schedule.param-not-found' : `reports.param-${fault}`, { name: String(values['name'] ?? '') }),
  }
  return t(`error.${code}`, { ...values, ...problem, ...(fieldLabel === undefined ? {} : { field: t(fieldLabel) }) })
}
