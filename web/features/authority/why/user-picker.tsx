import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { PersonNode } from '../../../../model/contract/organisation/organisations.ts'
import { queryOrgUserTree } from '../../../../model/contract/organisation/organisations.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Option } from '../../../ui/options.ts'

interface UserPickerProps {
  readonly id: string
  readonly value: string
  /** The chosen one, when it is not among those found. */
  readonly known: Option | undefined
  readonly onChange: (userId: string) => void
}

/** One user, looked for by name on the server. */
export function UserPicker({ id, value, known, onChange }: UserPickerProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data = [], isFetching } = useQuery({
    queryKey: ['users', 'found', search],
    placeholderData: (before: Option[] | undefined) => before,
    queryFn: async () => peopleOf((await ask(queryOrgUserTree, { search })).list),
  })
  const options = [...data, ...(known && !data.some((one) => one.value === known.value) ? [known] : [])]
  return (
    <Select
      id={id}
      value={options.some((one) => one.value === value) ? value : null}
      options={options}
      loading={isFetching}
      placeholder={t('why.choose-user')}
      showSearch={{ onSearch: setTyped, filterOption: false }}
      notFoundContent={t('list.no-options')}
      onChange={(next: string) => {
        setTyped('')
        onChange(next)
      }}
    />
  )
}

/** Every person once; posts are left out. */
function peopleOf(list: readonly PersonNode[]): Option[] {
  return list.flatMap(({ id, label, children }) =>
    children ? peopleOf(children) : id.endsWith('|') ? [{ value: id.slice(0, -1), label }] : [],
  )
}
