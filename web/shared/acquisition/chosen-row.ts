import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resource } from '../../../model/resource.ts'
import { readList } from '../../kernel/http/resource-client.ts'
import type { ResourceRow } from '../../kernel/http/resource-client.ts'
import type { FormValues } from '../../kernel/resource/form-checks.ts'

interface ChosenRow {
  /** Undefined while it is not known, and for good for whoever may not list them. */
  readonly row: ResourceRow | undefined
  readonly isChosen: boolean
  /** None is chosen, or it is not known yet. */
  readonly isPending: boolean
  /** What was chosen at the beginning is not known yet. */
  readonly isWaiting: boolean
  /** Hears what changes in the form. */
  readonly onChange: (changed: FormValues) => void
}

/** The row that a form refers to by one of its fields: some of the form's fields are asked for beside some rows only. @param name Of the field @param beginning Its value at first */
export function useChosenRow(of: Resource, name: string, beginning: unknown): ChosenRow {
  const [chosen, setChosen] = useState(beginning)
  const id = typeof chosen === 'string' ? chosen : ''
  // eslint-disable-next-line no-restricted-syntax -- of a row that cannot be read nothing is known: all fields are asked for
  const { data, isPending } = useQuery({
    queryKey: [of.name, 'list', 'chosen', id],
    queryFn: async ({ signal }) => (await readList(of, { id }, { signal, quiet: true })).list,
    enabled: id !== '',
    placeholderData: keepPreviousData,
  })
  return {
    row: id === '' ? undefined : data?.[0],
    isChosen: id !== '',
    isPending,
    isWaiting: id !== '' && id === beginning && isPending,
    onChange: (changed) => {
      if (name in changed) setChosen(changed[name])
    },
  }
}
