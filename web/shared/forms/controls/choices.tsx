/** One or several of what is offered, and yes or no. */
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Radio, Select, Switch } from 'antd'
import { textIn } from '../../../../model/form/definition.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Option } from '../../../ui/options.ts'
import type { ControlProps } from '../control-props.ts'
import { listOf, spoken, spokenOfGroup, textOf } from '../control-props.ts'
import { useClearing } from '../../../ui/clearing.tsx'

const optionsOf = ({ part, language }: ControlProps): Option[] =>
  (part.choices ?? []).map(({ value, labels }) => ({ value, label: textIn(labels, language) }))

export function RadioControl(props: ControlProps) {
  const { id, value, onChange, isRequired } = props
  const t = useT()
  return (
    <div className="fill-radios" id={id}>
      <Radio.Group
        {...spokenOfGroup(props)}
        value={textOf(value)}
        options={optionsOf(props)}
        onChange={({ target }) => onChange(target.value)}
      />
      {!isRequired && textOf(value) !== '' && (
        <button type="button" className="fill-link" onClick={() => onChange(null)}>
          {t('fill.clear')}
        </button>
      )}
    </div>
  )
}

export function CheckboxesControl(props: ControlProps) {
  const { id, value, onChange } = props
  return (
    <div className="fill-checkboxes" id={id} role="group" {...spokenOfGroup(props)}>
      <Checkbox.Group role="presentation" value={[...listOf(value)] as string[]} options={optionsOf(props)} onChange={onChange} />
    </div>
  )
}

export function SelectControl(props: ControlProps) {
  return <OneOf {...props} options={optionsOf(props)} />
}

export function MultiSelectControl(props: ControlProps) {
  const { id, value, onChange } = props
  return (
    <Select
      id={id}
      {...spoken(props)}
      mode="multiple"
      value={[...listOf(value)] as string[]}
      options={optionsOf(props)}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      notFoundContent={useT()('list.no-options')}
      {...placeholderOf(props)}
      onChange={onChange}
    />
  )
}

export function DictionaryControl(props: ControlProps) {
  const type = props.part.dictionary ?? ''
  const { dictionary, key } = props.sources
  const { data = [], isFetching } = useQuery({
    queryKey: ['form-dictionary', key, type, props.language],
    queryFn: () => dictionary(type),
    staleTime: 60_000,
  })
  return <OneOf {...props} options={data} isLoading={isFetching} />
}

function OneOf({
  options,
  isLoading = false,
  ...props
}: ControlProps & { readonly options: readonly Option[]; readonly isLoading?: boolean }) {
  const { id, value, onChange, isRequired } = props
  const clearing = useClearing()
  return (
    <Select
      id={id}
      {...spoken(props)}
      value={textOf(value) || null}
      options={[...options]}
      loading={isLoading}
      allowClear={!isRequired && clearing}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      notFoundContent={useT()('list.no-options')}
      {...placeholderOf(props)}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  )
}

const placeholderOf = ({ part, language }: ControlProps) => (part.placeholder ? { placeholder: textIn(part.placeholder, language) } : {})

export function SwitchControl(props: ControlProps) {
  const { id, value, onChange, labelledBy, describedBy } = props
  const t = useT()
  return (
    <span className="fill-switch">
      <Switch id={id} aria-labelledby={labelledBy} aria-describedby={describedBy} checked={value === true} onChange={onChange} />
      <span aria-hidden="true">{t(value === true ? 'fill.yes' : 'fill.no')}</span>
    </span>
  )
}
