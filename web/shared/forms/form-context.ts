/** What every part of a form is drawn by, and what does not change while somebody fills it in. */
import { createContext, use } from 'react'
import type { FormDefinition } from '../../../model/form/definition.ts'
import type { Language } from '../../../model/language.ts'
import type { FormSources } from './form-sources.ts'

export interface FormOf {
  readonly definition: FormDefinition
  readonly language: Language
  readonly zone: string
  readonly sources: FormSources
  /** Begins the ids of its elements. */
  readonly formId: string
  readonly onWrite: (field: string, value: unknown) => void
  /** Somebody was in the field and has left it. */
  readonly onLeave: (field: string) => void
}

export const FormContext = createContext<FormOf | undefined>(undefined)

/** The form around a part of it. */
export function useForm(): FormOf {
  const form = use(FormContext)
  if (!form) throw new Error('A part of a form was drawn without one')
  return form
}
