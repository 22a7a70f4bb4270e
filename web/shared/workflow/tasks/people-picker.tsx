/** Chooses people who can be given a task, by their organisations; what is typed the server looks for. */
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { queryUsername } from '../../../../model/contract/workflow/acts.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ChoicesFailure } from '../../panels/choices-failure.tsx'

interface PeoplePickerProps {
  readonly id?: string
  readonly several?: boolean
  readonly value?: string | readonly string[] | null
  readonly onChange?: (value: string | readonly string[] | undefined) => void
}

const KEPT_MS = 60_000

export function PeoplePicker({ several = false, value, onChange, ...rest }: PeoplePickerProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const name = useDeferredValue(typed.trim())
  const asked = useQuery({
    queryKey: ['process-people', name],
    queryFn: ({ signal }) => ask(queryUsername, name ? { name } : {}, { signal, quiet: true }),
    placeholderData: (before) => before,
    staleTime: KEPT_MS,
  })
  const { data, isFetching } = asked
  const options = (data ?? []).map(({ value: organisation, children }) => ({
    label: organisation,
    title: organisation,
    options: children.map(({ key, value: shown }) => ({ value: key, label: shown })),
  }))
  return (
    <>
      <Select<string | readonly string[] | null>
        {...rest}
        {...(several ? { mode: 'multiple' as const } : {})}
        value={several ? (value ?? []) : value || null}
        options={options}
        loading={isFetching}
        placeholder={t('my-task.people-hint')}
        notFoundContent={isFetching ? t('common.loading') : t('my-task.people-none')}
        // The server has looked already, and finds more than what is written: names and codes as well.
        showSearch={{ filterOption: false, onSearch: setTyped }}
        onChange={(next) => {
          setTyped('')
          onChange?.(next ?? undefined)
        }}
      />
      <ChoicesFailure of={asked} />
    </>
  )
}
