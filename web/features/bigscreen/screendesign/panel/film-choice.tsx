/** A film of the tenant's files, found by its name. */
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { queryFile } from '../../../../../model/contract/file/disk.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ChoicesFailure } from '../../../../shared/panels/choices-failure.tsx'
import type { OptionProps } from './option-props.ts'

export default function FilmChoice({ id, label, value, isMixed, disabled, onChange }: OptionProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: ['screen-films', keyword],
    queryFn: ({ signal }) =>
      ask(
        queryFile,
        { everywhere: 1, fileType: 'video', pageSize: 50, ...(keyword === '' ? {} : { originalFilename: keyword }) } as never,
        { signal, quiet: true },
      ),
    retry: false,
  })
  const films = found.data?.list.map((file) => ({ value: file.id, label: file.originalFilename })) ?? []
  const given = typeof value === 'string' ? value : undefined
  return (
    <>
      <Select<string | null>
        id={id}
        size="small"
        aria-label={label}
        disabled={disabled}
        allowClear
        showSearch={{ filterOption: false, onSearch: setTyped }}
        placeholder={t(isMixed ? 'screen-design.mixed' : 'screen-design.none-chosen')}
        loading={found.isFetching}
        value={given ?? null}
        options={
          given === undefined || films.some((film) => film.value === given)
            ? films
            : [{ value: given, label: t('screen-design.film-chosen') }, ...films]
        }
        onChange={(next) => onChange(next ?? undefined)}
      />
      <ChoicesFailure of={found} />
    </>
  )
}
