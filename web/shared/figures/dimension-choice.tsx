/** What figures are grouped by. */
import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { FigureSubject } from '../../../model/contract/report/figure.ts'
import type { DimensionBucket } from '../../../model/figures/document.ts'
import { BUCKETS, DIMENSION_BUCKETS } from '../../../model/figures/document.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { DraftDimension } from './draft.ts'
import { useFieldOptions } from './measures.tsx'
import './builder.css'

/** A control with its name above it. */
export function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="builder-field">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}

interface DimensionProps {
  readonly id: string
  readonly label: string
  readonly none: string
  readonly subjects: readonly FigureSubject[]
  readonly subject: string
  readonly value: DraftDimension | undefined
  readonly onChange: (value: DraftDimension | undefined) => void
}

/** What figures are grouped by: a field, and the stretches that times are parted into. */
export function DimensionChoice({ id, label, none, subjects, subject, value, onChange }: DimensionProps) {
  const t = useT()
  const options = useFieldOptions(subjects, subject, ({ field }) => field.isDimension)
  return (
    <Field id={id} label={label}>
      <span className="builder-row">
        <Select
          id={id}
          value={value?.field ?? ''}
          showSearch={{ optionFilterProp: 'label' }}
          options={[{ value: '', label: none }, ...options.map(({ value: field, label: name }) => ({ value: field, label: name }))]}
          onChange={(field) => {
            const isTime = options.find((one) => one.value === field)?.field.kind === 'time'
            onChange(field === '' ? undefined : isTime ? { field, bucket: value?.bucket ?? 'day' } : { field })
          }}
        />
        {value?.bucket && (
          <Select
            aria-label={t('boards.bucket')}
            value={value.bucket}
            options={(subject === 'readings' ? DIMENSION_BUCKETS : BUCKETS).map((bucket) => ({
              value: bucket,
              label: t(`boards.bucket-${bucket}`),
            }))}
            onChange={(bucket: DimensionBucket) => onChange({ ...value, bucket })}
          />
        )}
      </span>
    </Field>
  )
}
