import { Select } from 'antd'
import { useQuery } from '@tanstack/react-query'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { otherVersions } from '../../../shared/workflow/definition.ts'

interface VersionChoiceProps {
  /** One of whose other versions is chosen. */
  readonly of: ResourceRow
  readonly id: string
  readonly value: string | undefined
  readonly disabled?: boolean
  readonly onChange: (id: string) => void
}

/** Chooses another version of a process. */
export function VersionChoice({ of, id, value, disabled = false, onChange }: VersionChoiceProps) {
  const t = useT()
  const { data, isFetching } = useQuery(otherVersions(of))
  return (
    <Select<string>
      id={id}
      value={value ?? null}
      disabled={disabled}
      loading={isFetching}
      style={{ minWidth: 240 }}
      placeholder={t('process-list.choose-version')}
      notFoundContent={t('process-list.one-version')}
      options={(data ?? []).map((row) => ({
        value: row.id,
        label: t('process-list.version-of', { version: Number(row['definitionVersion'] ?? 0), time: String(row['createTime'] ?? '') }),
      }))}
      onChange={onChange}
    />
  )
}
