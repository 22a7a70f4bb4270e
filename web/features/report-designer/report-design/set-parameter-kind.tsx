/** The kind of a parameter of a data set, and what it is where nobody says otherwise. */
import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import type { Parameter } from '../../../../model/figures/document.ts'
import { MAX_OPTIONS } from '../../../../model/figures/document.ts'
import { ROWS_NOT_CHOSEN } from '../../../../model/reports/parameters.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { USUAL_RANGE } from '../../../shared/figures/draft.ts'
import { RangeChoice } from '../../../shared/panels/range-choice.tsx'
import Day from '../../../ui/day.tsx'
import Moment from '../../../ui/moment.tsx'

const KINDS = ['number', 'text', 'date', 'time', 'range', 'option', 'reference'] as const
type Kind = (typeof KINDS)[number]
const MAX_TEXT = 256

/** What a parameter is until somebody says otherwise. */
export const startOf = ({ kind, options }: Pick<Parameter, 'kind' | 'options'>): Pick<Parameter, 'default'> => {
  if (kind === 'number') return { default: 0 }
  if (kind === 'text') return { default: '' }
  if (kind === 'range') return { default: USUAL_RANGE }
  const [first] = options ?? []
  return first ? { default: first.value } : {}
}

/** A parameter of another kind, called as before. */
function asKind({ name, label, required }: Parameter, kind: Kind, noun: string): Parameter {
  const of = kind === 'option' ? { options: [{ value: '1' }] } : kind === 'reference' ? { to: noun } : {}
  const made: Parameter = { name, kind, ...of, ...(label ? { label } : {}) }
  return required ? { ...made, required } : { ...made, ...startOf(made) }
}

/** A control below what it is for, in short: its label says of which parameter. */
export const Captioned = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <span className="report-set-captioned">
    <small aria-hidden="true" className="quiet">
      {text}
    </small>
    {children}
  </span>
)

interface KindProps {
  readonly parameter: Parameter
  readonly at: number
  readonly subjects: readonly FigureSubject[]
  readonly onChange: (parameter: Parameter) => void
}

/** Of several values it stays as it is. */
export function SetParameterKind({ parameter, at, subjects, onChange }: KindProps) {
  const t = useT()
  const { kind, many, options = [], required } = parameter
  const nouns = subjects.filter(({ subject }) => !ROWS_NOT_CHOSEN.includes(subject))
  if (many) return null
  return (
    <div className="builder-row">
      <Captioned text={t('report-design.set-parameter-type')}>
        <Select
          aria-label={t('report-design.set-parameter-kind', { at: at + 1 })}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`report-design.parameter-${value}`) }))}
          onChange={(next: Kind) => onChange(asKind(parameter, next, nouns[0]?.subject ?? 'devices'))}
        />
      </Captioned>
      {kind === 'reference' && (
        <Captioned text={t('report-design.set-parameter-source')}>
          <Select
            aria-label={t('report-design.set-parameter-to', { at: at + 1 })}
            value={parameter.to ?? null}
            showSearch={{ optionFilterProp: 'label' }}
            options={nouns.map(({ subject, label: text }) => ({ value: subject, label: text }))}
            onChange={(to) => {
              // A row of the former noun is none of this one.
              const { default: _, ...open } = parameter
              onChange({ ...open, to: to ?? 'devices' })
            }}
          />
        </Captioned>
      )}
      {kind === 'option' && (
        <Captioned text={t('report-design.set-parameter-choices')}>
          <Select
            aria-label={t('report-design.set-parameter-options', { at: at + 1 })}
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', '，']}
            value={options.map(({ value }) => String(value))}
            onChange={(texts: string[]) => {
              const next = texts
                .slice(0, MAX_OPTIONS)
                .map((text) => options.find(({ value }) => String(value) === text) ?? { value: valueOf(text) })
              if (next.length === 0) return
              const { default: _, ...open } = parameter
              onChange({ ...open, options: next, ...(required ? {} : startOf({ kind, options: next })) })
            }}
          />
        </Captioned>
      )}
      {!required && kind !== 'reference' && kind !== 'option' && (
        <Captioned text={t('report-design.set-parameter-default')}>
          <Default parameter={parameter} at={at} onChange={onChange} />
        </Captioned>
      )}
    </div>
  )
}

/** What is taken where nobody says otherwise. */
function Default({ parameter, at, onChange }: Omit<KindProps, 'subjects'>) {
  const t = useT()
  const { kind, default: own, ...open } = parameter
  const label = t('report-design.set-parameter-value', { at: at + 1 })
  const put = (value: Parameter['default']) =>
    onChange({ ...open, kind, ...(value === undefined || value === '' ? {} : { default: value }) })
  const text = typeof own === 'string' ? own : ''
  switch (kind) {
    case 'number':
      return (
        <InputNumber
          aria-label={label}
          value={typeof own === 'number' ? own : null}
          onChange={(value) => onChange({ ...parameter, default: value ?? 0 })}
        />
      )
    case 'text':
      return (
        <Input
          aria-label={label}
          value={text}
          maxLength={MAX_TEXT}
          onChange={({ target }) => onChange({ ...parameter, default: target.value })}
        />
      )
    case 'date':
      return (
        <span className="builder-moment">
          <Day aria-label={label} placeholder={t('report-design.set-parameter-no-value')} value={text} onChange={put} />
        </span>
      )
    case 'time':
      return (
        <span className="builder-moment">
          <Moment aria-label={label} placeholder={t('report-design.set-parameter-no-value')} value={text} onChange={put} isBeginning />
        </span>
      )
    case 'range':
      return (
        <RangeChoice
          label={label}
          none={t('report-design.set-parameter-no-value')}
          value={own as Exclude<typeof own, string | number | readonly unknown[]> | undefined}
          onChange={put}
        />
      )
    default:
      return null
  }
}

/** Numbers are compared with numbers. */
const valueOf = (text: string): string | number => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text)
