import type { FormColumn } from '../../../model/form/definition.ts'
import type { Language } from '../../../model/language.ts'
import type { FormSources } from './form-sources.ts'

/** What the control of a field is given, whatever its kind. */
export interface ControlProps {
  readonly part: FormColumn
  /** Of what takes the focus, and what a label names. */
  readonly id: string
  /** Of the label, for what is a group. */
  readonly labelledBy: string
  /** Help and faults. */
  readonly describedBy: string | undefined
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly isWrong: boolean
  readonly isRequired: boolean
  readonly language: Language
  readonly zone: string
  readonly sources: FormSources
}

/** What a control of one element says of itself to those who do not see it. */
export const spoken = ({ labelledBy, describedBy, isWrong, isRequired }: ControlProps) => ({
  'aria-labelledby': labelledBy,
  ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  ...(isWrong ? { 'aria-invalid': true, status: 'error' as const } : {}),
  ...(isRequired ? { 'aria-required': true } : {}),
})

/** And what a group of them says, which is neither invalid nor required by itself. */
export const spokenOfGroup = ({ labelledBy, describedBy }: ControlProps) => ({
  'aria-labelledby': labelledBy,
  ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
})

/** The value as text; empty where it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
/** The members of a value; none where it has none. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
/** The parts of a value; none where it is no list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
