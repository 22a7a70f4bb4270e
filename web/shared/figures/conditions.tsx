/** Conditions: a field, how it is compared, and with what. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button, Input, InputNumber, Select } from 'antd'
import { Suspense } from 'react'
import type { FigureSubject } from '../../../model/contract/report/figure.ts'
import type { Operator, Parameter, Scalar } from '../../../model/figures/document.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'
import { useFieldOptions, useValuesOf } from './measures.tsx'
import type { DraftCondition } from './draft.ts'

const Moment = lazyWithPreload(() => import('../../ui/moment.tsx'))

const OFFERED = ['equals', 'unequal', 'among', 'less', 'greater', 'contains', 'empty', 'filled'] as const
/** Of times: from a moment on, before one, and whether there is any. */
const OFFERED_OF_TIMES = ['greaterOrEqual', 'less', 'empty', 'filled'] as const
type Offered = (typeof OFFERED)[number] | (typeof OFFERED_OF_TIMES)[number]
const MAX_CONDITIONS = 8

interface ConditionsProps {
  readonly subjects: readonly FigureSubject[]
  readonly subject: string
  readonly conditions: readonly DraftCondition[]
  /** Parameters of the document, by which values can be named. */
  readonly parameters?: readonly Pick<Parameter, 'name' | 'kind'>[]
  readonly onChange: (conditions: readonly DraftCondition[]) => void
}

const NO_PARAMETERS: NonNullable<ConditionsProps['parameters']> = []

export function Conditions({ subjects, subject, conditions, parameters = NO_PARAMETERS, onChange }: ConditionsProps) {
  const t = useT()
  const fields = useFieldOptions(subjects, subject, ({ field }) => field.operators.length > 0)
  return (
    <fieldset className="builder-rows">
      <legend>{t('boards.conditions')}</legend>
      {conditions.map((condition, at) => {
        const field = fields.find(({ value }) => value === condition.field)?.field
        const isTime = field?.kind === 'time'
        const offered = (isTime ? OFFERED_OF_TIMES : OFFERED).filter((op) => field?.operators.includes(op))
        return (
          <div key={at} className="builder-row">
            <Select
              aria-label={t('boards.condition-field', { at: at + 1 })}
              value={condition.field || null}
              showSearch={{ optionFilterProp: 'label' }}
              options={fields}
              onChange={(value: string) => {
                const next = fields.find((one) => one.value === value)?.field
                onChange(conditions.with(at, { field: value, op: next?.kind === 'time' ? 'greaterOrEqual' : 'equals' }))
              }}
            />
            <Select
              aria-label={t('boards.condition-op', { at: at + 1 })}
              value={offered.find((op) => op === condition.op) ?? null}
              disabled={!field}
              options={offered.map((value) => ({
                value,
                label: isTime && value === 'less' ? t('boards.op-before') : t(`boards.op-${value}`),
              }))}
              onChange={(op: Offered) => onChange(conditions.with(at, { field: condition.field, op, ...keptBy(op, condition) }))}
            />
            {parameters.length > 0 && field && takesParameter(condition.op) && (
              <Select
                aria-label={t('boards.condition-by', { at: at + 1 })}
                value={condition.param ?? ''}
                options={[
                  { value: '', label: t('boards.condition-by-value') },
                  ...parameters
                    .filter(({ kind }) => fits(kind, field.kind))
                    .map(({ name }) => ({ value: name, label: t('boards.condition-by-parameter', { name }) })),
                ]}
                onChange={(param) =>
                  onChange(conditions.with(at, { field: condition.field, op: condition.op, ...(param === '' ? {} : { param }) }))
                }
              />
            )}
            {condition.param === undefined && (
              <ConditionValue
                label={t('boards.condition-value', { at: at + 1 })}
                subject={subject}
                kind={field?.kind}
                condition={condition}
                onChange={(value) => onChange(conditions.with(at, { ...condition, value }))}
              />
            )}
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('boards.remove-condition', { at: at + 1 })}
              onClick={() => onChange(conditions.toSpliced(at, 1))}
            />
          </div>
        )
      })}
      {conditions.length < MAX_CONDITIONS && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange([...conditions, { field: '', op: 'equals' }])}>
          {t('boards.add-condition')}
        </Button>
      )}
    </fieldset>
  )
}

/** Whether a field of a kind may be compared with a parameter of one. */
function fits(kind: Parameter['kind'], of: string): boolean {
  if (of === 'time') return kind === 'time' || kind === 'date'
  return kind === 'option' || (of === 'number' ? kind === 'number' : kind === 'text' || kind === 'reference')
}

/** Parameters that are made here have one value. */
const takesParameter = (op: Operator) => op !== 'empty' && op !== 'filled' && op !== 'among'

const keptBy = (op: Operator, condition: DraftCondition): Pick<DraftCondition, 'value' | 'param'> =>
  condition.param !== undefined && takesParameter(op) ? { param: condition.param } : { value: fitted(op, condition) }

/** What is kept of a value when it is compared otherwise. */
function fitted(op: Operator, { value }: DraftCondition): DraftCondition['value'] {
  if (op === 'empty' || op === 'filled' || value === undefined) return undefined
  const members = [value].flat() as Scalar[]
  return op === 'among' ? members : members[0]
}

interface ValueProps {
  readonly label: string
  readonly subject: string
  readonly kind: string | undefined
  readonly condition: DraftCondition
  readonly onChange: (value: DraftCondition['value']) => void
}

function ConditionValue({ label, subject, kind, condition: { field, op, value }, onChange }: ValueProps) {
  const isTime = kind === 'time'
  const isTyped = op === 'contains' || isTime || (kind === 'number' && op !== 'among')
  const takesNone = op === 'empty' || op === 'filled'
  const { options, isFetching } = useValuesOf(subject, field, !isTyped && !takesNone)
  if (takesNone) return null
  if (op === 'contains')
    return <Input aria-label={label} value={String(value ?? '')} maxLength={256} onChange={({ target }) => onChange(target.value)} />
  if (isTime)
    return (
      <Suspense fallback={<span className="builder-moment" />}>
        <span className="builder-moment">
          <Moment aria-label={label} value={typeof value === 'string' ? value : null} onChange={onChange} isBeginning />
        </span>
      </Suspense>
    )
  if (isTyped)
    return (
      <InputNumber aria-label={label} value={typeof value === 'number' ? value : null} onChange={(next) => onChange(next ?? undefined)} />
    )
  return (
    <Select
      aria-label={label}
      {...(op === 'among' ? { mode: 'multiple' as const } : {})}
      value={(value ?? (op === 'among' ? [] : undefined)) as Scalar}
      loading={isFetching}
      disabled={!field}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      onChange={(next) => onChange(next)}
    />
  )
}
