/** A row of a noun, found by a part of its name. */
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { Resource } from '../../../../model/resource.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import { OFFERED, textIn } from '../../../shared/acquisition/choose-points/offered.ts'
import { useClearing } from '../../../ui/clearing.tsx'

interface SelectProps {
  readonly id: string
  readonly of: Resource
  readonly name: string
  readonly narrowed?: Readonly<Record<string, string>>
  readonly value: string | undefined
  readonly label?: string
  readonly onChange: (id: string | undefined) => void
}

/** Who may not list these rows has none to choose from, and is not told of it with each letter. */
export function RowSelect({ id, of, name, narrowed = {}, value, label, onChange }: SelectProps) {
  const t = useT()
  const clearing = useClearing()
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  // eslint-disable-next-line no-restricted-syntax -- see above: who may not list these rows has none to choose from
  const { data, isFetching } = useQuery(
    listOf(of, { pageSize: OFFERED, sorter: `${name}_ascend`, ...narrowed, ...(keyword ? { [name]: keyword } : {}) }, { quiet: true }),
  )
  return (
    <Select
      id={id}
      allowClear={clearing}
      aria-label={label}
      value={value ?? null}
      loading={isFetching}
      notFoundContent={t('list.no-options')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={(data?.list ?? []).map((row) => ({ value: row.id, label: textIn(row, name) || row.id }))}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  )
}
