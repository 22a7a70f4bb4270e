/** Text on one line and on several. */
import { Input } from 'antd'
import { textIn } from '../../../../model/form/definition.ts'
import type { ControlProps } from '../control-props.ts'
import { spoken, textOf } from '../control-props.ts'

/** What the kinds take at most, where the field says nothing (model/form/field-values.ts). */
const MAX = { text: 1000, lines: 20_000 } as const
/** Counting is of use where there is a bound that people come near. */
const MAX_COUNTED = 2000

const keyboards = { mobile: 'tel', email: 'email', url: 'url', digits: 'numeric', postcode: 'numeric' } as const

export function TextControl(props: ControlProps) {
  const { part, id, value, onChange, language } = props
  const name = part.pattern && 'name' in part.pattern ? part.pattern.name : undefined
  const keyboard = name && name in keyboards ? keyboards[name as keyof typeof keyboards] : undefined
  return (
    <Input
      id={id}
      {...spoken(props)}
      value={textOf(value)}
      maxLength={part.maxLength ?? MAX.text}
      placeholder={part.placeholder && textIn(part.placeholder, language)}
      {...(keyboard ? { inputMode: keyboard } : {})}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function LinesControl(props: ControlProps) {
  const { part, id, value, onChange, language } = props
  const max = part.maxLength ?? MAX.lines
  return (
    <Input.TextArea
      id={id}
      {...spoken(props)}
      value={textOf(value)}
      maxLength={max}
      showCount={max <= MAX_COUNTED}
      autoSize={{ minRows: 3, maxRows: 10 }}
      placeholder={part.placeholder && textIn(part.placeholder, language)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
