/** The control for the value of a parameter, of its kind. What is typed counts once its field is left, since a report is made of it. */
import { Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { AskedParameter, RangeValue, Scalar, Value } from '../../../model/figures/document.ts'
import { useLanguage, useT } from '../../kernel/i18n/i18n.ts'
import { NodePicker } from '../../kernel/resource/node-picker.tsx'
import { isTree } from '../../kernel/resource/options.ts'
import { RowPicker } from '../../kernel/resource/row-picker.tsx'
import { useClearing } from '../../ui/clearing.tsx'
import Day from '../../ui/day.tsx'
import type { Marked } from '../../ui/marked.ts'
import Moment from '../../ui/moment.tsx'
import { RangeChoice } from '../panels/range-choice.tsx'
import type { OwnerRows } from './parameter-values.ts'
import { nameOfParameter } from './parameter-values.ts'

const MAX_TEXT = 256

interface ControlProps {
  readonly id: string
  readonly parameter: AskedParameter
  /** The rows that what is chosen has to belong to; absent where nothing narrows it. */
  readonly within: OwnerRows | undefined
  readonly value: Value | RangeValue | undefined
  readonly isWrong: boolean
  readonly onChange: (value: Value | RangeValue | undefined) => void
}

export function ParameterControl({ id, parameter, within, value, isWrong, onChange }: ControlProps) {
  const t = useT()
  const language = useLanguage()
  const clearing = useClearing()
  const { kind, many = false, options = [], to = '', required = false, isPreset = false } = parameter
  const marks: Marked = { 'aria-required': required, 'aria-invalid': isWrong, ...(isWrong ? { status: 'error' } : {}) }
  const none = parameter.default === undefined && !isPreset ? t('reports.param-none') : t('reports.param-default')
  const preset = typeof parameter.default === 'object' ? none : String(parameter.default ?? (required ? '' : none))
  if (kind === 'range')
    return (
      <RangeControl
        id={id}
        label={nameOfParameter(parameter, language)}
        none={none}
        value={value as RangeValue | undefined}
        marked={marks}
        onChange={onChange}
      />
    )
  if (kind === 'reference') {
    const picked = {
      id,
      ...marks,
      placeholder: none,
      noun: to,
      several: many,
      value: (value ?? (many ? [] : '')) as string | readonly string[],
    }
    const change = (next: unknown) => onChange(chosen(next))
    return isTree(to) ? <NodePicker {...picked} onChange={change} /> : <RowPicker {...picked} within={within} clearable onChange={change} />
  }
  // Of a document that whoever asks may not read nobody is told the options: they are typed, numbers as numbers.
  const isTyped = kind === 'option' && options.length === 0
  if (kind === 'option' && !isTyped)
    return (
      <Select
        id={id}
        {...marks}
        {...(many ? { mode: 'multiple' as const } : {})}
        allowClear={clearing}
        placeholder={none}
        value={(value ?? (many ? [] : null)) as never}
        options={options.map((option) => ({ value: option.value, label: option.label?.[language] || String(option.value) }))}
        onChange={(next: unknown) => onChange(chosen(next))}
      />
    )
  if (many)
    return (
      <Select
        id={id}
        {...marks}
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', '，']}
        placeholder={none}
        value={(Array.isArray(value) ? value.map(String) : []) as string[]}
        onChange={(next: string[]) => onChange(chosen(kind === 'number' ? numbersIn(next) : isTyped ? next.map(scalarOf) : next))}
      />
    )
  if (kind === 'date') return <Day id={id} {...marks} value={typeof value === 'string' ? value : ''} onChange={onChange} />
  if (kind === 'time') return <Moment id={id} {...marks} value={typeof value === 'string' ? value : null} onChange={onChange} isBeginning />
  const typed = { id, value, placeholder: preset, marked: marks, onChange }
  if (kind === 'number') return <NumberControl {...typed} />
  if (!isTyped) return <TextControl {...typed} />
  return (
    <TextControl
      {...typed}
      value={value === undefined ? undefined : String(value as Scalar)}
      onChange={(next) => onChange(scalarOf(next))}
    />
  )
}

const scalarOf = (next: unknown): Scalar => {
  const text = String(next)
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** What is chosen; nothing where nothing is. */
const chosen = (next: unknown): Value | undefined =>
  next === undefined || next === null || next === '' || (Array.isArray(next) && next.length === 0) ? undefined : (next as Value)

/** Words that are no numbers go. */
const numbersIn = (words: readonly string[]): Scalar[] => words.map(Number).filter((each) => Number.isFinite(each))

interface TypedProps extends Pick<ControlProps, 'id' | 'value' | 'onChange'> {
  readonly placeholder: string
  readonly marked: Marked
}

/** What is typed until it counts; what becomes of the value elsewhere is shown at once. */
function useTyped<Typed>(value: Value | RangeValue | undefined, of: (value: unknown) => Typed) {
  const [seen, setSeen] = useState(value)
  const [typed, setTyped] = useState(() => of(value))
  if (seen !== value) {
    setSeen(value)
    setTyped(of(value))
  }
  return [typed, setTyped] as const
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function TextControl({ id, value, placeholder, marked, onChange }: TypedProps) {
  const [typed, setTyped] = useTyped(value, textOf)
  const done = () => typed !== (value ?? '') && onChange(typed)
  return (
    <Input
      id={id}
      {...marked}
      maxLength={MAX_TEXT}
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={done}
      onPressEnter={done}
    />
  )
}

function NumberControl({ id, value, placeholder, marked, onChange }: TypedProps) {
  const [typed, setTyped] = useTyped(value, numberOf)
  const done = () => typed !== (value ?? null) && onChange(typed ?? undefined)
  return (
    <InputNumber
      id={id}
      {...marked}
      style={{ width: '100%' }}
      placeholder={placeholder}
      value={typed}
      onChange={setTyped}
      onBlur={done}
      onPressEnter={done}
    />
  )
}

interface RangeProps {
  readonly id: string
  readonly label: string
  readonly none: string
  readonly value: RangeValue | undefined
  readonly marked: Marked
  readonly onChange: (value: RangeValue | undefined) => void
}

/** One of the ranges that have names, or from one moment to another. */
function RangeControl({ id, label, none, value, marked, onChange }: RangeProps) {
  const t = useT()
  const own = typeof value === 'object' && 'from' in value ? value : undefined
  const [ends, setEnds] = useState({ from: own?.from ?? '', to: own?.to ?? '' })
  const end = (name: 'from' | 'to') => (next: string | undefined) => {
    const both = { ...ends, [name]: next ?? '' }
    setEnds(both)
    if (both.from !== '' && both.to !== '') onChange(both)
    else if (own) onChange(undefined)
  }
  return (
    <span className="reports-range">
      <RangeChoice
        id={id}
        label={label}
        none={none}
        {...marked}
        value={value}
        onChange={(next) => {
          setEnds({ from: '', to: '' })
          onChange(next)
        }}
      />
      {(['from', 'to'] as const).map((name) => (
        <span key={name} className="reports-range-end">
          <label htmlFor={`${id}-${name}`}>{t(`reports.param-${name}`)}</label>
          <Moment id={`${id}-${name}`} {...marked} value={ends[name] || null} onChange={end(name)} isBeginning />
        </span>
      ))}
    </span>
  )
}
