/** Measures, and fields to choose from. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Select } from 'antd'
import type { FigureSubject } from '../../../model/contract/report/figure.ts'
import type { FiguresDocument, Measure, Side } from '../../../model/figures/document.ts'
import { SIDES } from '../../../model/figures/document.ts'
import { needsLimit } from '../../../model/figures/reading-measures.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { figuresOf, isAnswered } from './client.ts'
import type { DraftMeasure, FieldChoice } from './draft.ts'
import { fieldsOf } from './draft.ts'
import { fieldName } from './names.ts'

/** Fields as a select offers them. */
export function useFieldOptions(subjects: readonly FigureSubject[], subject: string | undefined, wanted: (choice: FieldChoice) => boolean) {
  const t = useT()
  return fieldsOf(subjects, subject)
    .filter(wanted)
    .map(({ value, field }) => ({ value, label: fieldName(subjects, subject ?? '', value, t), field }))
}

/** Of which values somebody chooses; more are found by what is typed. */
const MAX_VALUES = 200

/** The values that a field has, the most frequent ones first, with their names: told by figures, with the rights of whoever asks. */
export function useValuesOf(subject: string | undefined, field: string | undefined, isWanted = true) {
  const t = useT()
  // Readings are chosen by their points: nothing need be read of them.
  const from = subject === 'readings' ? 'points' : subject
  const document: FiguresDocument | undefined =
    from === undefined || !field || !isWanted
      ? undefined
      : {
          format: 1,
          subject: from,
          measures: [{ as: 'count', of: 'count' }],
          dimensions: [{ field, as: 'value' }],
          order: [['count', 'descend']],
          limit: MAX_VALUES,
          ...(from === 'alarm-events' ? { time: { last: { count: 1, unit: 'month' as const } } } : {}),
        }
  const { data, isFetching } = useQuery(figuresOf(document ? [document] : [], false))
  const answer = document ? data?.[0] : undefined
  if (!isAnswered(answer)) return { options: [], isFetching }
  const [value, name] = ['value', 'valueCn'].map((column) => answer.columns.findIndex((one) => one.name === column)) as [number, number]
  const options = answer.rows.flatMap((row) => {
    const own = row[value] ?? null
    return own === null ? [] : [{ value: own, label: String(row[name] ?? own) || t('boards.nothing') }]
  })
  return { options, isFetching }
}

interface MeasuresProps {
  readonly subjects: readonly FigureSubject[]
  readonly subject: string
  readonly measures: readonly DraftMeasure[]
  readonly onChange: (measures: readonly DraftMeasure[]) => void
}

const MAX_MEASURES = 6

export function Measures({ subjects, subject, measures, onChange }: MeasuresProps) {
  const t = useT()
  const of = subjects.find((one) => one.subject === subject)
  const fields = useFieldOptions(subjects, subject, ({ field }) => field.measures.length > 0)
  const isOfReadings = subject === 'readings'
  const keys = useValuesOf(isOfReadings ? 'points' : undefined, 'pointKey')
  const kinds = [...new Set([...(of?.measures ?? []), ...fields.flatMap(({ field }) => field.measures)])]
  const change = (at: number, measure: DraftMeasure) => onChange(measures.with(at, measure))
  return (
    <fieldset className="builder-rows">
      <legend>{t('boards.measures')}</legend>
      {measures.map((measure, at) => {
        const needsField = !of?.measures.includes(measure.of)
        return (
          <div key={at} className="builder-row">
            <Select
              aria-label={t('boards.measure-of', { at: at + 1 })}
              value={measure.of}
              options={kinds.map((value) => ({ value, label: t(`boards.measure.${value}`) }))}
              onChange={(value: Measure) => {
                const field = of?.measures.includes(value)
                  ? undefined
                  : (
                      fields.find((one) => one.value === measure.field && one.field.measures.includes(value)) ??
                      fields.find((one) => one.field.measures.includes(value))
                    )?.value
                change(at, {
                  of: value,
                  field,
                  key: measure.key,
                  ...(needsLimit(value) ? { limit: measure.limit, side: measure.side } : {}),
                })
              }}
            />
            {needsField && (
              <Select
                aria-label={t('boards.measure-field', { at: at + 1 })}
                value={measure.field ?? null}
                showSearch={{ optionFilterProp: 'label' }}
                options={fields.filter(({ field }) => field.measures.includes(measure.of))}
                onChange={(field: string) => change(at, { ...measure, field })}
              />
            )}
            {isOfReadings && (
              <Select
                aria-label={t('boards.point-key', { at: at + 1 })}
                value={measure.key ?? ''}
                showSearch={{ optionFilterProp: 'label' }}
                options={[
                  { value: '', label: t('boards.all-points') },
                  ...keys.options.map(({ value, label }) => ({ value: String(value), label })),
                ]}
                onChange={(key: string) => change(at, { ...measure, key: key || undefined })}
              />
            )}
            {needsLimit(measure.of) && (
              <>
                <Select
                  aria-label={t('boards.side-of', { at: at + 1 })}
                  value={measure.side ?? 'above'}
                  options={SIDES.map((value) => ({ value, label: t(`boards.side-${value}`) }))}
                  onChange={(side: Side) => change(at, { ...measure, side })}
                />
                <InputNumber
                  aria-label={t('boards.limit-of', { at: at + 1 })}
                  placeholder={t('boards.limit')}
                  status={measure.limit === undefined ? 'error' : ''}
                  value={measure.limit ?? null}
                  onChange={(limit) => change(at, { ...measure, limit: limit ?? undefined })}
                />
              </>
            )}
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('boards.remove-measure', { at: at + 1 })}
              onClick={() => onChange(measures.toSpliced(at, 1))}
            />
          </div>
        )
      })}
      {measures.length < MAX_MEASURES && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange([...measures, { of: isOfReadings ? 'mean' : 'count' }])}>
          {t('boards.add-measure')}
        </Button>
      )}
    </fieldset>
  )
}
