/** A limit or a deadband with the unit in which it is given, in words, and as pages show it where that is another one. The form item gives value, change and id. */
import { Form, InputNumber } from 'antd'
import { limitWithUnit, rateWithUnit, shownIn } from '../../../../model/acquisition/point-display.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { displayOf } from '../../../shared/acquisition/figures.ts'
import { pointWithKey, useRulePoints } from './rule-points.ts'
import './point-picker.css'

interface LimitInputProps {
  readonly id?: string
  readonly value?: number | string | null
  readonly onChange?: (value: number | null) => void
  /** Whether it is how far a value has to come back, which begins at no zero. */
  readonly isDistance?: boolean
}

export function LimitInput({ isDistance = false, value, onChange, ...rest }: LimitInputProps) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const form = Form.useFormInstance()
  const key: unknown = Form.useWatch('pointKey', form)
  const isRate = Form.useWatch('alarmKind', form) === 'rate'
  const { data } = useRulePoints()
  const point = typeof key === 'string' ? pointWithKey(data?.list ?? [], key) : undefined
  const display = displayOf(point ?? {})
  const unit = display.unit ?? ''
  const isConverted = unit !== '' && shownIn(display).unit !== unit
  const write = isRate ? rateWithUnit : limitWithUnit
  const shown = isConverted && !isDistance && typeof value === 'number' ? write(value, display, locale) : undefined
  return (
    <>
      <InputNumber
        {...rest}
        value={value ?? null}
        onChange={(given) => onChange?.(given as number | null)}
        suffix={isRate && unit ? `${unit}/min` : unit}
      />
      {isConverted && (
        <p className="rule-unit" role="status">
          {shown === undefined ? t('alarm-rules.limit-unit', { unit }) : t('alarm-rules.limit-shown', { unit, shown })}
        </p>
      )}
    </>
  )
}
