/** Numbers: typed, drawn along a line, or given in stars. What is out of bounds stays to be seen, and is told. */
import { InputNumber, Slider } from 'antd'
import { useId } from 'react'
import { decimalOf } from '../../../../model/expression/values.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { grouped } from '../../../../model/form/value-text.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { capitalsOf } from '../capitals.ts'
import type { ControlProps } from '../control-props.ts'
import { spoken, spokenOfGroup, textOf } from '../control-props.ts'

export function NumberControl(props: ControlProps) {
  const { part, id, value, onChange, language } = props
  const isMoney = part.kind === 'money'
  return (
    <>
      <InputNumber<string>
        id={id}
        {...spoken(props)}
        className="fill-number"
        stringMode
        value={textOf(value)}
        inputMode={part.kind === 'integer' && (decimalOf(part.least)?.gte(0) ?? false) ? 'numeric' : 'decimal'}
        placeholder={part.placeholder && textIn(part.placeholder, language)}
        {...(isMoney ? { formatter: whileTyping, parser: withoutGroups } : {})}
        {...(part.unit ? { suffix: part.unit } : {})}
        onChange={onChange}
      />
      {isMoney && <Capitals amount={textOf(value)} {...props} />}
    </>
  )
}

/** Typed text stays as it is; it is grouped once it rests. */
const whileTyping = (value: string | undefined, { userTyping, input }: { userTyping: boolean; input: string }): string =>
  userTyping ? input : grouped(value ?? '')
const withoutGroups = (text: string | undefined): string => (text ?? '').replace(/[,，\s]/g, '')

function Capitals({ amount, part, language }: ControlProps & { amount: string }) {
  const text = capitalsOf(amount, part.unit, language)
  return text === undefined ? null : <p className="fill-capitals">{text}</p>
}

/** Where nothing is said of its ends. */
const SCALE = { least: 0, greatest: 100 } as const

export function SliderControl(props: ControlProps) {
  const { part, id, value, onChange, labelledBy, describedBy, isWrong, isRequired } = props
  const t = useT()
  const least = Number(part.least ?? SCALE.least)
  const number = Number(textOf(value))
  const isSet = textOf(value) !== ''
  return (
    <div className="fill-slider" id={id} role="group" {...spokenOfGroup(props)} aria-invalid={isWrong || undefined}>
      <Slider
        min={least}
        max={Number(part.greatest ?? SCALE.greatest)}
        step={10 ** -(part.decimals ?? 0)}
        value={isSet ? number : least}
        ariaLabelledByForHandle={labelledBy}
        ariaRequired={isRequired}
        {...(describedBy ? { 'aria-describedby': describedBy } : {})}
        tooltip={{ open: false }}
        onChange={(next: number) => onChange(next)}
      />
      <output>{isSet ? `${number}${part.unit ? ` ${part.unit}` : ''}` : t('fill.nothing')}</output>
    </div>
  )
}

const STARS = 5
/** More are counted faster as a number. */
const MAX_STARS = 10

export function RatingControl(props: ControlProps) {
  const count = Number(props.part.greatest ?? STARS)
  return count > MAX_STARS ? <NumberControl {...props} /> : <Stars {...props} count={count} />
}

/** One of a row of radio buttons, drawn as stars. */
function Stars({ count, ...props }: ControlProps & { readonly count: number }) {
  const { id, value, onChange, isRequired } = props
  const t = useT()
  const name = useId()
  const stars = Number(textOf(value))
  return (
    <div id={id} role="radiogroup" {...spokenOfGroup(props)} className="fill-rating">
      {Array.from({ length: count }, (_, at) => at + 1).map((star) => (
        <label key={star} className={star <= stars ? 'on' : undefined}>
          <input type="radio" className="visually-hidden" name={name} checked={star === stars} onChange={() => onChange(star)} />
          <span aria-hidden="true">★</span>
          <span className="visually-hidden">{`${star} / ${count}`}</span>
        </label>
      ))}
      {!isRequired && stars > 0 && (
        <button type="button" className="fill-link" onClick={() => onChange(null)}>
          {t('fill.clear')}
        </button>
      )}
    </div>
  )
}
