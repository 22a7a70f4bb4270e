/** A value that is written into an expression, by its type; beside a field with choices it is one of these. */
import { Input, InputNumber, Select } from 'antd'
import { Suspense, lazy } from 'react'
import type { Expression } from '../../../../model/expression/expression.ts'
import type { FormColumn, Texts } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { isTree } from '../../../kernel/resource/options.ts'

const DateInput = lazy(() => import('./date-input.tsx'))

interface LiteralProps {
  readonly node: Extract<Expression, { value: unknown }>
  readonly label: string
  readonly beside: FormColumn | undefined
  readonly language: keyof Texts
  readonly onChange: (node: Expression) => void
}

export function LiteralInput({ node, label, beside, language, onChange }: LiteralProps) {
  const t = useT()
  const { value, as } = node
  const choices = beside?.choices?.map((choice) => ({ value: choice.value, label: textIn(choice.labels, language) }))
  if (as)
    return (
      <Suspense fallback={<span className="builder-value" />}>
        <DateInput as={as} label={label} value={String(value)} onChange={(text) => onChange({ value: text, as })} />
      </Suspense>
    )
  if (typeof value === 'boolean')
    return (
      <Select
        className="builder-value"
        aria-label={label}
        value={value}
        options={[true, false].map((truth) => ({ value: truth, label: t(truth ? 'form-say.yes' : 'form-say.no') }))}
        onChange={(truth) => onChange({ value: truth })}
      />
    )
  if (typeof value === 'number')
    return (
      <InputNumber
        className="builder-value"
        aria-label={label}
        value={value}
        onChange={(number) => {
          if (number !== null && Number.isFinite(number)) onChange({ value: number })
        }}
      />
    )
  if (Array.isArray(value)) {
    const isOfNumbers = value.some((member) => typeof member === 'number')
    return (
      <Select
        className="builder-value wide"
        aria-label={label}
        mode={choices ? 'multiple' : 'tags'}
        value={value.map(String)}
        options={choices ?? []}
        notFoundContent={null}
        onChange={(members: string[]) => {
          const numbers = members.map(Number).filter(Number.isFinite)
          onChange({ value: isOfNumbers ? (numbers.length > 0 ? numbers : [0]) : members })
        }}
      />
    )
  }
  if (choices)
    return (
      <Select
        className="builder-value"
        aria-label={label}
        value={String(value) || null}
        placeholder={t('form-design.choose')}
        popupMatchSelectWidth={false}
        options={choices}
        onChange={(text) => onChange({ value: text ?? '' })}
      />
    )
  const noun = beside && (beside.kind === 'reference' ? beside.noun : KINDS[beside.kind].of)
  if (noun && beside.kind !== 'reading' && !isTree(noun))
    return (
      <span className="builder-value">
        <RowPicker noun={noun} value={String(value)} aria-label={label} onChange={(id: string) => onChange({ value: id })} />
      </span>
    )
  return (
    <Input
      className="builder-value"
      aria-label={label}
      maxLength={1000}
      value={String(value)}
      onChange={({ target }) => onChange({ value: target.value })}
    />
  )
}
