/** Small controls of the panel. Each keeps what is typed once it can be, and shows where widgets have different values. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { Button, Input, InputNumber, Select } from 'antd'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import type { Mixed } from '../state/together.ts'
import { MIXED } from '../state/together.ts'

interface ControlProps<Value> {
  readonly id?: string | undefined
  readonly label?: string | undefined
  readonly value: Value | undefined | Mixed
  readonly disabled?: boolean | undefined
  readonly onChange: (value: Value | undefined) => void
}

const known = <Value,>(value: Value | Mixed): Value | undefined => (value === MIXED ? undefined : (value as Value))

interface NumberProps extends ControlProps<number> {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
  readonly isWhole?: boolean | undefined
  /** It cannot be left empty. */
  readonly isNeeded?: boolean | undefined
  readonly placeholder?: string | undefined
}

export function NumberInput({
  id,
  label,
  value,
  disabled = false,
  min,
  max,
  step = 1,
  isWhole = false,
  isNeeded = false,
  placeholder,
  onChange,
}: NumberProps) {
  const t = useT()
  return (
    <InputNumber
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(isWhole ? { precision: 0 } : {})}
      size="small"
      step={step}
      disabled={disabled}
      value={known(value) ?? null}
      placeholder={value === MIXED ? t('screen-design.mixed') : (placeholder ?? '')}
      onChange={(next) => {
        if (next !== null || !isNeeded) onChange(next ?? undefined)
      }}
    />
  )
}

export function TextInput({
  id,
  label,
  value,
  disabled = false,
  max,
  isLong = false,
  onChange,
}: ControlProps<string> & { readonly max: number; readonly isLong?: boolean }) {
  const t = useT()
  const props = {
    ...(id === undefined ? {} : { id }),
    ...(label === undefined ? {} : { 'aria-label': label }),
    size: 'small' as const,
    disabled,
    maxLength: max,
    value: known(value) ?? '',
    placeholder: value === MIXED ? t('screen-design.mixed') : '',
  }
  return isLong ? (
    <Input.TextArea {...props} autoSize={{ minRows: 2, maxRows: 8 }} onChange={({ target }) => onChange(target.value || undefined)} />
  ) : (
    <Input {...props} onChange={({ target }) => onChange(target.value || undefined)} />
  )
}

interface ChoiceProps<Value extends string> extends ControlProps<Value> {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** What no choice is called; absent where there has to be one. */
  readonly none?: string | undefined
}

export function Choice<Value extends string>({ id, label, value, disabled = false, options, none, onChange }: ChoiceProps<Value>) {
  const t = useT()
  const given = known(value)
  const offered = [...(none === undefined ? [] : [{ value: '', label: none }]), ...options]
  // What the document has and the list has not is shown as it is.
  const isKnown = given === undefined || options.some((option) => option.value === given)
  return (
    <Select<string>
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      size="small"
      disabled={disabled}
      value={value === MIXED ? null : (given ?? (none === undefined ? null : ''))}
      placeholder={value === MIXED ? t('screen-design.mixed') : ''}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      options={isKnown ? offered : [...offered, { value: given, label: given }]}
      onChange={(next) => onChange(next === '' ? undefined : (next as Value))}
    />
  )
}

/** A colour, `#rrggbb`; what it is by itself where none is chosen. */
export function Colour({ id, label, value, disabled = false, onChange }: ControlProps<string>) {
  const t = useT()
  const given = known(value)
  return (
    <span className="screen-colour">
      <input
        {...(id === undefined ? {} : { id })}
        type="color"
        aria-label={label}
        disabled={disabled}
        value={given?.slice(0, 7) ?? '#808080'}
        onChange={({ target }) => onChange(target.value + (given?.slice(7) ?? ''))}
      />
      <span>{value === MIXED ? t('screen-design.mixed') : (given ?? t('screen-design.by-theme'))}</span>
      {given !== undefined && (
        <Button
          type="text"
          size="small"
          aria-label={t('screen-design.colour-none', { name: label ?? '' })}
          icon={<CloseOutlined aria-hidden="true" />}
          onClick={() => onChange(undefined)}
        />
      )}
    </span>
  )
}
