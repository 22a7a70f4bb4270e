/** What files are made of, and what they are. */
import type { FormColumn, FormDefinition, FormField } from '../../../../model/form/definition.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import type { Language } from '../../../../model/labels/index.ts'

export interface FormSource {
  /** What the form is called. */
  readonly title: string
  /** Null for the draft. */
  readonly version: number | null
  readonly definition: FormDefinition
  /** In which README and comments are written. */
  readonly language: Language
}

export interface GeneratedFile {
  readonly name: string
  readonly text: string
}

/** A field that somebody fills in: neither calculated nor given by the server. */
export const isWritten = ({ kind, compute }: FormColumn): boolean => compute === undefined && KINDS[kind].isGiven !== true

/** Whether it has to be filled in whatever else is: a condition that nobody looks at asks for nothing. */
export const isAlwaysRequired = (part: FormColumn): boolean => part.required === true && !part.visibleWhen && !part.readOnlyWhen

/** The columns of a table; none of another field. */
export const columnsOf = (field: FormField): readonly FormColumn[] => field.columns ?? []
