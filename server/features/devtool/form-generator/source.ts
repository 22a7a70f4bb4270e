/** What files are made of, and what they are. */
import type { FormColumn, FormDefinition, FormField, LayoutPart } from '../../../../model/form/definition.ts'
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

/** Whether it has to be filled in whatever else is: the schema knows no conditions. */
export const isAlwaysRequired = (part: FormColumn): boolean => part.required === true && !part.visibleWhen && !part.readOnlyWhen

/** Whether a condition says what of the page is there, has to be filled in or cannot be written. */
export function hasConditions({ fields, layout }: FormDefinition): boolean {
  const isDecided = ({ visibleWhen, requiredWhen, readOnlyWhen }: FormColumn) => Boolean(visibleWhen ?? requiredWhen ?? readOnlyWhen)
  return fields.some((field) => isDecided(field) || columnsOf(field).some(isDecided)) || layout.some(isShownByCondition)
}

function isShownByCondition(part: LayoutPart): boolean {
  if (part.part === 'heading' || part.part === 'text') return part.visibleWhen !== undefined
  if (part.part === 'row' || part.part === 'group') return part.of.some(isShownByCondition)
  return (part.part === 'tabs' || part.part === 'steps') && part.of.some(({ of }) => of.some(isShownByCondition))
}

/** The columns of a table; none of another field. */
export const columnsOf = (field: FormField): readonly FormColumn[] => field.columns ?? []
