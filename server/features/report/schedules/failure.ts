/** Why a run came to nothing: what is stored of it, and how it is told to whoever reads it. */
import type { ErrorCode } from '../../../../model/errors.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import type { Failure } from '../../../kernel/errors.ts'

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
  return { code: ABOUT_OWNER[code] ?? code, values: { ...values, ...(field ? { fieldLabel: field.label } : {}) } }
}

/** The sentence of a stored failure in somebody's language. */
export function sentenceOf({ code, values: { fieldLabel, ...values } }: RunFailure, t: Translate): string {
  return t(`error.${code}`, { ...values, ...(fieldLabel === undefined ? {} : { field: t(fieldLabel) }) })
}
