/** Rows that the figures of a page can be narrowed by. */
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { Resource } from '../../../model/resource.ts'
import { ApiError } from '../../kernel/http/api.ts'
import { readList } from '../../kernel/http/resource-client.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { named } from '../../ui/named.ts'

interface NarrowingProps {
  readonly of: Resource
  readonly label: string
  readonly all: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** Rows that somebody may list, to choose one from; nothing for whoever may not. */
export function Narrowing({ of, label, all, value, onChange }: NarrowingProps) {
  const t = useT()
  const { data, error } = useQuery({
    queryKey: [of.name, 'to-narrow'],
    queryFn: ({ signal }) => readList(of, { pageSize: 200 }, { signal, quiet: true }),
    staleTime: 60_000,
    retry: false,
  })
  // Whoever may not list them narrows by nothing; why else there is no choice is said.
  if (error instanceof ApiError && error.status !== 403) return <span role="alert">{named(label, error.message || t('list.failed'))}</span>
  if (!data || data.list.length === 0) return null
  const options = data.list.map((row) => ({ value: String(row.id), label: String(row[of.title] ?? '') }))
  return (
    <Select
      aria-label={label}
      className="narrowing"
      value={value ?? ''}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      options={[{ value: '', label: all }, ...options]}
      onChange={onChange}
    />
  )
}
