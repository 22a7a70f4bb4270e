/** The chart builder: what a chart is about, how it is split and drawn, and what it looks like with that. A file of its own because it is opened seldom. */
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Drawer, Input, InputNumber, Select } from 'antd'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { BoardChart as Kept, BoardChartKind } from '../../../../model/charts/board.ts'
import { CHART_KINDS } from '../../../../model/charts/board.ts'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import { COMPARISON_PERIODS, figuresDocumentOf } from '../../../../model/figures/document.ts'
import { WIDTHS } from '../../../../model/home/workbench.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { figuresOf } from '../../../shared/figures/client.ts'
import { Conditions } from '../../../shared/figures/conditions.tsx'
import { DimensionChoice, Field } from '../../../shared/figures/dimension-choice.tsx'
import type { DraftDimension } from '../../../shared/figures/draft.ts'
import { Measures } from '../../../shared/figures/measures.tsx'
import { RangeChoice } from '../../../shared/panels/range-choice.tsx'
import { askedOf } from './asked.ts'
import { BoardChart } from './board-chart.tsx'
import type { Draft } from './draft.ts'
import { documentOf, draftOf, newDraft } from './draft.ts'

interface BuilderProps {
  readonly open: boolean
  readonly subjects: readonly FigureSubject[]
  /** The chart that is changed; absent for a new one. */
  readonly chart: Kept | undefined
  /** Of a new one. */
  readonly newId: string
  readonly onSave: (chart: Kept) => Promise<void>
  readonly onClose: () => void
}

export default function Builder({ open, subjects, chart, newId, onSave, onClose }: BuilderProps) {
  const t = useT()
  const id = useId()
  const chosen = chart ? draftOf(chart) : newDraft(newId)
  const [draft, setDraft] = useState<Draft>(() => chosen ?? { ...newDraft(newId), ...chart })
  const [busy, setBusy] = useState(false)
  // A document that says more than can be chosen stays as it is.
  const isFixed = chosen === undefined
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const document = isFixed ? figuresDocumentOf(chart?.document) : documentOf(draft, subjects)
  const { subject, kind, title, width, unit } = draft
  const made: Kept | undefined = document && {
    id: draft.id,
    title: title.trim() || t('boards.preview'),
    kind,
    width,
    ...(unit ? { unit } : {}),
    document: document as unknown as Record<string, unknown>,
  }

  async function save(): Promise<void> {
    if (!made || !title.trim()) return
    setBusy(true)
    await onSave({ ...made, title: title.trim() })
    setBusy(false)
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t(chart ? 'boards.edit-chart' : 'boards.add-chart')}
      size="min(1080px, 100vw)"
      destroyOnHidden
      extra={
        <Button type="primary" loading={busy} disabled={!made || !title.trim()} onClick={() => void save()}>
          {t('common.save')}
        </Button>
      }
    >
      <div className="builder">
        <div className="builder-form">
          <Field id={`${id}-title`} label={t('boards.title')}>
            <Input id={`${id}-title`} value={title} maxLength={64} autoFocus onChange={({ target }) => change({ title: target.value })} />
          </Field>
          {!isFixed && (
            <Field id={`${id}-subject`} label={t('boards.subject')}>
              <Select
                id={`${id}-subject`}
                value={subject ?? null}
                showSearch={{ optionFilterProp: 'label' }}
                options={subjects.map((one) => ({ value: one.subject, label: one.label }))}
                onChange={(next: string) =>
                  change({
                    subject: next,
                    measures: [{ of: next === 'readings' ? 'mean' : 'count' }],
                    first: firstOf(subjects, next),
                    second: undefined,
                    conditions: [],
                  })
                }
              />
            </Field>
          )}
          {!isFixed && subject !== undefined && (
            <>
              <Measures subjects={subjects} subject={subject} measures={draft.measures} onChange={(measures) => change({ measures })} />
              {kind !== 'number' && (
                <DimensionChoice
                  id={`${id}-first`}
                  label={t('boards.category')}
                  none={t('boards.nothing-along')}
                  subjects={subjects}
                  subject={subject}
                  value={draft.first}
                  onChange={(first) => change({ first })}
                />
              )}
              {kind !== 'number' && kind !== 'pie' && (
                <DimensionChoice
                  id={`${id}-second`}
                  label={t('boards.split')}
                  none={t('boards.not-split')}
                  subjects={subjects}
                  subject={subject}
                  value={draft.second}
                  onChange={(second) => change({ second })}
                />
              )}
            </>
          )}
          <Field id={`${id}-kind`} label={t('boards.kind')}>
            <Select
              id={`${id}-kind`}
              value={kind}
              options={CHART_KINDS.map((value) => ({ value, label: t(`boards.kind-${value}`) }))}
              onChange={(next: BoardChartKind) => change({ kind: next })}
            />
          </Field>
          {!isFixed && subject !== undefined && (
            <>
              <Conditions
                subjects={subjects}
                subject={subject}
                conditions={draft.conditions}
                onChange={(conditions) => change({ conditions })}
              />
              <Field id={`${id}-range`} label={t('boards.range')}>
                <RangeChoice id={`${id}-range`} label={t('boards.range')} value={draft.range} onChange={(range) => change({ range })} />
              </Field>
              <Field id={`${id}-compare`} label={t('boards.compare')}>
                <Select
                  id={`${id}-compare`}
                  value={draft.compare ?? 'none'}
                  options={(['none', ...COMPARISON_PERIODS] as const).map((value) => ({ value, label: t(`boards.compare-${value}`) }))}
                  onChange={(next: 'none' | (typeof COMPARISON_PERIODS)[number]) => change({ compare: next === 'none' ? undefined : next })}
                />
              </Field>
              <Field id={`${id}-top`} label={t('boards.top')}>
                <span className="builder-row">
                  <InputNumber
                    id={`${id}-top`}
                    min={1}
                    max={100}
                    value={draft.top ?? null}
                    onChange={(top) => change({ top: top ?? undefined })}
                  />
                  <Checkbox
                    checked={draft.rest}
                    disabled={draft.top === undefined}
                    onChange={({ target }) => change({ rest: target.checked })}
                  >
                    {t('boards.top-rest')}
                  </Checkbox>
                </span>
              </Field>
            </>
          )}
          <Field id={`${id}-unit`} label={t('boards.unit')}>
            <Input
              id={`${id}-unit`}
              value={unit ?? ''}
              maxLength={16}
              onChange={({ target }) => change({ unit: target.value.trim() || undefined })}
            />
          </Field>
          <Field id={`${id}-width`} label={t('boards.width')}>
            <Select
              id={`${id}-width`}
              value={width}
              options={WIDTHS.map((value) => ({ value, label: t(`workbench.width-${value}`) }))}
              onChange={(next) => change({ width: next })}
            />
          </Field>
        </div>
        <section className="builder-preview" aria-label={t('boards.preview')}>
          {made ? <Preview chart={made} subjects={subjects} /> : <p className="quiet">{t('boards.incomplete')}</p>}
        </section>
      </div>
    </Drawer>
  )
}

/** A new chart begins along the time of what it is about. */
function firstOf(subjects: readonly FigureSubject[], subject: string): DraftDimension | undefined {
  const time = subjects.find((one) => one.subject === subject)?.time
  return time ? { field: time, bucket: subject === 'readings' ? 'hour' : 'day' } : undefined
}

function Preview({ chart, subjects }: { chart: Kept; subjects: readonly FigureSubject[] }) {
  const key = useDeferredValue(JSON.stringify(chart))
  const shown = useMemo(() => JSON.parse(key) as Kept, [key])
  const asked = useMemo(() => askedOf(shown, { range: undefined, filters: [], subjects }), [shown, subjects])
  const { data, error } = useQuery(figuresOf(asked ? [asked.document] : [], false))
  if (error) return <p role="alert">{error.message}</p>
  return <BoardChart chart={shown} asked={asked} result={data?.[0]} subjects={subjects} />
}
