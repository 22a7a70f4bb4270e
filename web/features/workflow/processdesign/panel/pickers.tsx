/** Controls that choose what rules name: people, roles, posts and tasks by what other installations know as well. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { queryRoleCode } from '../../../../../model/contract/authority/roles.ts'
import { queryUsername } from '../../../../../model/contract/organisation/users.ts'
import { posts, processSecrets } from '../../../../../model/index.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { readList } from '../../../../kernel/http/resource-client.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ChoicesFailure } from '../../../../shared/panels/choices-failure.tsx'
import { useVariables } from '../form-fields.ts'
import { useDrawn } from '../modeler/drawing.ts'
import { nameOf } from '../names.ts'

interface PickerProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

interface Option {
  readonly value: string
  readonly label: string
}

/** One of the options; what is chosen already is one, even where it is not offered. */
function CodeSelect({ label, value, onChange, options, onSearch, asked }: PickerProps & CodeSelectProps) {
  const t = useT()
  const all = value === '' || options.some((one) => one.value === value) ? options : [{ value, label: value }, ...options]
  return (
    <>
      <Select
        aria-label={label}
        value={value || null}
        placeholder={label}
        options={[...all]}
        loading={asked?.isFetching ?? false}
        showSearch={{ optionFilterProp: 'label', ...(onSearch ? { onSearch } : {}) }}
        notFoundContent={t('list.no-options')}
        onChange={(chosen: string | null) => onChange(chosen ?? '')}
      />
      {asked && <ChoicesFailure of={asked} />}
    </>
  )
}
interface CodeSelectProps {
  readonly options: readonly Option[]
  readonly onSearch?: (typed: string) => void
  /** The call that the options come from. */
  readonly asked?: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}

/** A user, who is kept by the account. */
export function UserPicker(props: PickerProps) {
  const [typed, setTyped] = useState('')
  const username = useDeferredValue(typed.trim())
  const asked = useQuery({
    queryKey: ['users', 'usernames', username],
    queryFn: () => ask(queryUsername, username === '' ? {} : { username }, { quiet: true }),
    placeholderData: (before) => before,
    staleTime: 60_000,
    retry: false,
  })
  const options = (asked.data ?? []).map(({ value, name }) => ({ value, label: name ?? value }))
  return <CodeSelect {...props} options={options} asked={asked} onSearch={setTyped} />
}

/** A role by its code. */
export function RoleCodePicker(props: PickerProps) {
  const asked = useQuery(roleCodes)
  const options = (asked.data ?? []).map(({ name, value }) => ({ value, label: name }))
  return <CodeSelect {...props} options={options} asked={asked} />
}

const roleCodes = {
  queryKey: ['roles', 'codes'],
  queryFn: () => ask(queryRoleCode, {}, { quiet: true }),
  staleTime: 60_000,
  retry: false,
}
const postCodes = {
  queryKey: [posts.name, 'codes'],
  queryFn: async () => {
    const { list } = await readList(posts, { pageSize: 500 }, { quiet: true })
    const named = list.map((row) => ({
      value: String(row['postCode']),
      label: `${String(row['postName'])} (${String(row['postCode'])})`,
    }))
    return named.filter((one, at) => named.findIndex((other) => other.value === one.value) === at)
  },
  staleTime: 60_000,
  retry: false,
}

/** A post by its code; whoever may not list posts writes it. */
export function PostCodePicker(props: PickerProps) {
  const { data = [] } = useQuery(postCodes)
  return <CodeInput {...props} options={data} />
}

/** What other tools call a group, by its code: a role, or else a post of that code. */
export function GroupCodePicker(props: PickerProps) {
  const [{ data: roles = [] }, { data: others = [] }] = [useQuery(roleCodes), useQuery(postCodes)]
  const named = roles.map(({ name, value }) => ({ value, label: `${name} (${value})` }))
  return <CodeInput {...props} options={[...named, ...others.filter(({ value }) => !named.some((one) => one.value === value))]} />
}

const secretNames = {
  queryKey: [processSecrets.name, 'names'],
  queryFn: async () => {
    const { list } = await readList(processSecrets, { pageSize: 500 }, { quiet: true })
    return list.map((row) => ({ value: String(row['secretName']), label: String(row['secretName']) }))
  },
  staleTime: 60_000,
  retry: false,
}

/** A secret by its name; whoever may not list them writes it. */
export function SecretPicker(props: PickerProps) {
  const { data = [] } = useQuery(secretNames)
  return <CodeInput {...props} options={data} />
}

/** One of the options, or a code that is written. */
function CodeInput({ label, value, onChange, options }: PickerProps & { readonly options: readonly Option[] }) {
  return (
    <AutoComplete
      aria-label={label}
      value={value}
      placeholder={label}
      options={[...options]}
      showSearch={{ filterOption: (typed, option) => (option?.label ?? '').toLowerCase().includes(typed.toLowerCase()) }}
      onChange={(code: string) => onChange(code.trim())}
    />
  )
}

/** A variable: mostly a field of the form. */
export function VariablePicker({ label, value, onChange }: PickerProps) {
  const variables = useVariables()
  return (
    <AutoComplete
      aria-label={label}
      value={value}
      placeholder={label}
      options={variables.map(({ id }) => ({ value: id }))}
      showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed) }}
      onChange={(name: string) => onChange(name.trim())}
    />
  )
}

/** Another task of people. @param except The one that asks */
export function TaskPicker({ except, ...props }: PickerProps & { readonly except: string }) {
  const t = useT()
  const drawing = useDrawn()
  const tasks = drawing.elements
    .getAll()
    .filter(({ id, type, labelTarget }) => /^bpmn:(User|Manual)Task$/.test(type) && !labelTarget && id !== except)
  return <CodeSelect {...props} options={tasks.map(({ id, businessObject }) => ({ value: id, label: nameOf(businessObject, t) }))} />
}
