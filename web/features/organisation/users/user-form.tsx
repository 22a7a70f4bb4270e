/** The form of a user: province and city are chosen by their names, a city among those of the province. */
import { Form, Select } from 'antd'
import type { FormValues } from '../../../kernel/resource/form-checks.ts'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { usePlaces } from '../../../shared/people/places.ts'
import { useClearing } from '../../../ui/clearing.tsx'

/** A city belongs to its province: with another one, or none, it is to be chosen again. */
const derive = (changed: FormValues): FormValues => ('provinceRegionCode' in changed ? { cityRegionCode: undefined } : {})

const controls = { provinceRegionCode: <ProvinceSelect />, cityRegionCode: <CitySelect /> }

export default function UserForm(props: ResourceFormProps) {
  return <ResourceForm {...props} controls={controls} derive={derive} />
}

interface Choice {
  readonly value: string
  readonly label: string
}

function ProvinceSelect(item: object) {
  return <RegionSelect {...item} choices={usePlaces()} />
}

function CitySelect(item: object) {
  const province: unknown = Form.useWatch('provinceRegionCode')
  return <RegionSelect {...item} choices={usePlaces().find(({ value }) => value === province)?.children ?? []} />
}

/** The form item gives value, change and id. */
function RegionSelect({ choices, ...item }: { readonly choices: readonly Choice[] }) {
  const t = useT()
  const clearing = useClearing()
  return (
    <Select
      {...item}
      allowClear={clearing}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={t('profile.no-places')}
      options={choices.map(({ value, label }) => ({ value, label }))}
    />
  )
}
