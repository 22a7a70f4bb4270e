/** The fields of the form that the process uses: what conditions can name, and whose rights each task says. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import { queryFormDesign } from '../../../../model/contract/devtool/forms.ts'
import type { FormField } from '../../../../model/form/definition.ts'
import { ask } from '../../../kernel/http/ask.ts'

const NONE: readonly FormField[] = []
const Fields = createContext<readonly FormField[]>(NONE)
export const FormFieldsProvider = Fields.Provider

/** The fields of the form; none until they are there, and none for whoever may not see the form. */
export function useFormFields(formId: string | null): readonly FormField[] {
  // eslint-disable-next-line no-restricted-syntax -- who may not see the form has none of its fields to choose from, and writes their names
  const { data } = useQuery({
    queryKey: ['forms', 'fields', formId],
    queryFn: () => ask(queryFormDesign, { id: formId ?? '' }, { quiet: true }),
    enabled: formId !== null,
    retry: false,
    staleTime: 60_000,
  })
  return data?.definition.fields ?? NONE
}

/** The fields of the form that the open process uses. */
export const useProcessFields = (): readonly FormField[] => useContext(Fields)

/** What an expression of a process can name: each field by the name that processes know it by, and what the engine itself says. */
export function useVariables(): readonly FormField[] {
  const fields = useProcessFields()
  return useMemo(
    () => [APPROVED, ...fields.filter(({ kind }) => kind !== 'table').map((field) => ({ ...field, id: field.name }))],
    [fields],
  )
}

/** Whether the last task was approved (design of the API family: `${approved}`). */
const APPROVED: FormField = {
  id: 'approved',
  name: 'approved',
  kind: 'switch',
  labels: { en: 'approved', zh: '审批通过', tw: '簽核通過' },
}
