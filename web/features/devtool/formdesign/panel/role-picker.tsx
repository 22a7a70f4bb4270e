import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { queryRoleCode } from '../../../../../model/contract/authority/roles.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ChoicesFailure } from '../../../../shared/panels/choices-failure.tsx'
import { Line } from '../../../../shared/panels/line.tsx'
import { useClearing } from '../../../../ui/clearing.tsx'

interface RolePickerProps {
  readonly label: string
  readonly value: readonly string[] | undefined
  readonly onChange: (codes: readonly string[] | undefined) => void
}

/** The codes and names of the tenant's roles. */
export const rolesQuery = {
  queryKey: ['roles', 'codes'],
  queryFn: () => ask(queryRoleCode, {}, { quiet: true }),
  staleTime: 60_000,
}

/** Who may, by role; everybody where none is chosen. */
export function RolePicker({ label, value, onChange }: RolePickerProps) {
  const t = useT()
  const clearing = useClearing()
  const asked = useQuery(rolesQuery)
  const known = (asked.data ?? []).map((role) => ({ value: role.value, label: role.name }))
  const unknown = (value ?? []).filter((code) => !known.some((role) => role.value === code)).map((code) => ({ value: code, label: code }))
  return (
    <Line label={label}>
      {(id) => (
        <>
          <Select
            id={id}
            mode="multiple"
            allowClear={clearing}
            value={[...(value ?? [])]}
            options={[...known, ...unknown]}
            loading={asked.isFetching}
            placeholder={t('form-design.everybody')}
            showSearch={{ optionFilterProp: 'label' }}
            notFoundContent={t('list.no-options')}
            onChange={(codes: string[]) => onChange(codes.length > 0 ? codes : undefined)}
          />
          <ChoicesFailure of={asked} />
        </>
      )}
    </Line>
  )
}
