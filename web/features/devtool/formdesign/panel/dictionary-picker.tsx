import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { dictionaries } from '../../../../../model/index.ts'
import { readList } from '../../../../kernel/http/resource-client.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ChoicesFailure } from '../../../../shared/panels/choices-failure.tsx'
import { Line } from '../../../../shared/panels/line.tsx'

/** Chooses the dictionary whose entries a field takes, by its type. */
export function DictionaryPicker({ value, onChange }: { value: string | undefined; onChange: (type: string | undefined) => void }) {
  const t = useT()
  const asked = useQuery({
    queryKey: [dictionaries.name, 'types'],
    queryFn: async () => {
      const { list } = await readList(dictionaries, { pageSize: 500 }, { quiet: true })
      const named = list.map((row) => ({
        value: String(row['dictType']),
        label: `${String(row['dictName'])} (${String(row['dictType'])})`,
      }))
      return named.filter((one, at) => named.findIndex((other) => other.value === one.value) === at)
    },
    staleTime: 60_000,
  })
  const known = asked.data ?? []
  const options = value === undefined || known.some((one) => one.value === value) ? known : [{ value, label: value }, ...known]
  return (
    <Line label={t('forms.rule.dictionary')}>
      {(id) => (
        <>
          <Select
            id={id}
            value={value ?? null}
            options={options}
            loading={asked.isFetching}
            placeholder={t('form-design.choose')}
            showSearch={{ optionFilterProp: 'label' }}
            notFoundContent={t('list.no-options')}
            onChange={(type: string | null) => onChange(type ?? undefined)}
          />
          <ChoicesFailure of={asked} />
        </>
      )}
    </Line>
  )
}
