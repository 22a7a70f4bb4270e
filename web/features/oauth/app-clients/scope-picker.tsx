import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { queryAppClientScope } from '../../../../model/contract/oauth/app-clients.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'

interface ScopePickerProps {
  /** Given by the form, like the other two. */
  readonly id?: string
  readonly value?: string[]
  readonly onChange?: (scopes: string[]) => void
}

/** Scopes by their words and by their names: whoever writes the application knows the latter. */
export function ScopePicker({ id, value = [], onChange }: ScopePickerProps) {
  const t = useT()
  const language = useLanguage()
  const { data = [] } = useQuery({
    queryKey: ['app-clients', 'scopes', language],
    queryFn: () => ask(queryAppClientScope, {}),
    staleTime: 60_000,
  })
  return (
    <Select
      mode="multiple"
      {...(id ? { id } : {})}
      value={value}
      onChange={(scopes: string[]) => onChange?.(scopes)}
      options={data.map((scope) => ({ value: scope.value, label: scope.name, search: `${scope.name} ${scope.value}` }))}
      showSearch={{ optionFilterProp: 'search' }}
      notFoundContent={t('list.no-options')}
      optionRender={({ label, value: name }) => (
        <span className="scope-option">
          <span>{label}</span>
          <code>{name}</code>
        </span>
      )}
    />
  )
}
