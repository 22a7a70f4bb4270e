/** The form of a menu entry: icons are chosen by how they look, and what is the product's cannot be changed. */
import { Input, Select } from 'antd'
import { menuIcons } from '../../../../model/system/menu-catalogue.ts'
import AnyIcon from '../../../kernel/appearance/all-icons.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'
import './menus.css'
import { useClearing } from '../../../ui/clearing.tsx'

const options = menuIcons.map((name) => ({ value: name, label: name }))

export default function MenuForm(props: ResourceFormProps) {
  const t = useT()
  const clearing = useClearing()
  const fixed = props.row?.['menuOrigin'] === 'product'
  const controls = {
    menuIcon: (
      <Select
        allowClear={clearing}
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        placeholder={t('menus.no-icon')}
        notFoundContent={t('list.no-options')}
        optionRender={({ value }) => <Choice name={String(value)} />}
        labelRender={({ value }) => <Choice name={String(value)} />}
      />
    ),
    ...(fixed ? { menuCode: <Input disabled />, menuPath: <Input disabled />, menuComponent: <Input disabled /> } : {}),
  }
  return <ResourceForm {...props} controls={controls} />
}

function Choice({ name }: { name: string }) {
  return (
    <span className="icon-choice">
      <AnyIcon name={name} /> {name}
    </span>
  )
}
