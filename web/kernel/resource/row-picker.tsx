/** Chooses one row or several of a noun that is no tree. What is typed is looked for by the server, so the set may be large. */
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { queryRoleName } from '../../../model/contract/authority/roles.ts'
import type { Choice } from '../../../model/wire.ts'
import type { Marked } from '../../ui/marked.ts'
import type { Option } from '../../ui/options.ts'
import { ask } from '../http/ask.ts'
import { useT } from '../i18n/i18n.ts'
import type { Resource } from '../../../model/resource.ts'
import { nounNamed } from './options.ts'
import type { OptionsQuery } from '../http/resource-client.ts'
import { readOptions } from '../http/resource-client.ts'
import { useClearing } from '../../ui/clearing.tsx'

/** Calls of the specification that give all rows at once, for nouns with few. */
const wholeLists: Readonly<Record<string, () => Promise<readonly Choice[]>>> = { roles: () => ask(queryRoleName, {}) }

interface RowPickerProps extends Marked {
  readonly noun: string
  readonly id?: string
  readonly value?: string | readonly string[] | null
  readonly onChange?: (value: never) => void
  readonly several?: boolean
  readonly disabled?: boolean
  /** What is shown where nothing is chosen. */
  readonly placeholder?: string
  readonly clearable?: boolean
  /** Chosen rows whose names are known from elsewhere. */
  readonly known?: readonly Option[]
  /** Rows of another noun: only what belongs to one of them is offered (model/belonging.ts). What is chosen already keeps its name. */
  readonly within?: { readonly noun: string; readonly ids: readonly string[] } | undefined
  /** A call of its own that gives the names, for people who may choose rows of a noun that they may not list. */
  readonly from?: (query: OptionsQuery) => Promise<readonly Choice[]>
}

export function RowPicker({
  noun,
  value,
  several = false,
  clearable = false,
  known = [],
  within,
  from,
  onChange,
  ...rest
}: RowPickerProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  const of = nounNamed(noun)
  const whole = from ? undefined : wholeLists[noun]
  const narrowed = within && within.ids.length > 0 ? { within: within.noun, withinId: within.ids.join(',') } : undefined
  const offers = from ?? ((query: Parameters<typeof readOptions>[1]) => readOptions(of as Resource, query))
  const calls = from ? 'own' : 'noun'
  const ids = [value ?? []].flat().filter(Boolean)
  const found = useQuery({
    queryKey: [noun, 'options', whole ? '' : keyword, calls, ...(narrowed ? [narrowed] : [])],
    queryFn: async () => optionsOf(await (whole ? whole() : offers({ keyword, ...narrowed }))),
    enabled: Boolean(whole ?? from) || of !== undefined,
    // What belongs elsewhere is not offered while the answer is on its way.
    placeholderData: (before, query) => (isSame(query?.queryKey[4], narrowed) ? before : undefined),
    staleTime: 60_000,
  })
  const offered = found.data ?? []
  const unnamed = ids.filter((id) => ![...offered, ...known].some((option) => option.value === id))
  // A chosen row that is not among the first found, such as after a reload with a filter in the address.
  const named = useQuery({
    queryKey: [noun, 'options', 'named', calls, ...unnamed],
    queryFn: async () => optionsOf(await offers({ id: unnamed.join(',') })),
    enabled: found.data !== undefined && !whole && unnamed.length > 0,
    staleTime: 60_000,
  })
  const options = [...known, ...offered, ...(named.data ?? [])].filter(
    (option, at, all) => all.findIndex((other) => other.value === option.value) === at,
  )

  const clearing = useClearing()
  return (
    <Select
      {...rest}
      {...(several ? { mode: 'multiple' as const } : {})}
      allowClear={clearable && clearing}
      value={(several ? (value ?? []) : value || null) as never}
      options={options}
      loading={found.isFetching}
      notFoundContent={t('list.no-options')}
      showSearch={{ optionFilterProp: 'label', onSearch: setTyped, ...(whole ? {} : { filterOption: ownFilter(known) }) }}
      onChange={(next: unknown) => {
        setTyped('')
        onChange?.((next ?? (clearable ? '' : undefined)) as never)
      }}
    />
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function optionsOf(rows: readonly Choice[]): Option[] {
  return rows.map(({ name, value }) => ({ value, label: name }))
}

/** The server has filtered already; only the rows that were known before still have to be. */
function ownFilter(known: readonly Option[]) {
  return (typed: string, option: { value?: unknown; label?: unknown } | undefined) =>
    !known.some(({ value }) => value === option?.value) ||
    String(option?.label ?? '')
      .toLowerCase()
      .includes(typed.trim().toLowerCase())
}
