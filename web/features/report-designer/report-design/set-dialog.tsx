/** A data set, put together by clicks: what it is about, what is measured and calculated, by what it is grouped, and of which rows and time. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Drawer, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { MAX_DIMENSIONS } from '../../../../model/figures/document.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { subjectsOf } from '../../../shared/figures/client.ts'
import { Conditions } from '../../../shared/figures/conditions.tsx'
import { DimensionChoice, Field } from '../../../shared/figures/dimension-choice.tsx'
import { Measures } from '../../../shared/figures/measures.tsx'
import { RangeChoice } from '../../../shared/panels/range-choice.tsx'
import { isAlike } from '../../../shared/panels/alike.ts'
import { SetCalculated } from './set-calculated.tsx'
import { SetParameters } from './set-parameters.tsx'
import type { SetDraft } from './state/set-draft.ts'
import { documentOf, draftOf, faultIn, isTimed, narrowedBy, newSet, withSubject } from './state/set-draft.ts'
import { SET_NAME, freeName } from './state/template-sets.ts'

interface SetDialogProps {
  readonly template: ReportTemplate
  /** The set that is changed; absent for a new one. */
  readonly set: string | undefined
  readonly onSave: (name: string, document: object) => void
  readonly onClose: () => void
}

export default function SetDialog({ template, set, onSave, onClose }: SetDialogProps) {
  const t = useT()
  const id = useId()
  const { data } = useQuery(subjectsOf())
  const subjects = data?.list ?? []
  const before = set === undefined ? undefined : template.sets[set]?.document
  // A document that says more than can be chosen stays as it is, under whatever name.
  const chosen = set === undefined || !before ? newSet(freeName(template)) : draftOf(set, before)
  const [beginning] = useState<SetDraft>(() => chosen ?? newSet(set ?? ''))
  const [draft, setDraft] = useState(beginning)
  const leave = useLeaveForm(() => !isAlike(draft, beginning), onClose)
  const isFixed = chosen === undefined
  const change = (part: Partial<SetDraft>) => setDraft((now) => ({ ...now, ...part }))
  const made = isFixed ? undefined : documentOf(draft, subjects)
  const fault = made && faultIn(made)
  const document = isFixed ? before : fault ? undefined : made
  const isTaken = draft.name !== set && Object.hasOwn(template.sets, draft.name)
  const isNamed = SET_NAME.test(draft.name) && !isTaken
  const of = subjects.find(({ subject }) => subject === draft.subject)
  const ranges = draft.parameters.filter(({ kind }) => kind === 'range')

  return (
    <Drawer
      open
      onClose={leave}
      title={t(set === undefined ? 'report-design.set-add' : 'report-design.set-change')}
      size="min(620px, 100vw)"
      destroyOnHidden
      extra={
        <Button type="primary" disabled={!document || !isNamed} onClick={() => document && onSave(draft.name, document)}>
          {t('report-design.set-take')}
        </Button>
      }
    >
      <div className="report-set-form">
        <Field id={`${id}-name`} label={t('report-design.set-name')}>
          <Input
            id={`${id}-name`}
            value={draft.name}
            maxLength={32}
            status={isNamed ? '' : 'error'}
            aria-describedby={`${id}-about`}
            onChange={({ target }) => change({ name: target.value })}
          />
          <small id={`${id}-about`} className="quiet">
            {t('report-design.set-name-about')}
          </small>
        </Field>
        {isFixed ? (
          <p className="quiet">{t('report-design.set-fixed')}</p>
        ) : (
          <Field id={`${id}-subject`} label={t('boards.subject')}>
            <Select
              id={`${id}-subject`}
              value={draft.subject ?? null}
              showSearch={{ optionFilterProp: 'label' }}
              options={subjects.map((one) => ({ value: one.subject, label: one.label }))}
              onChange={(subject: string) => setDraft(withSubject(draft, subject, subjects))}
            />
          </Field>
        )}
        {!isFixed && draft.subject !== undefined && of && (
          <>
            <Measures subjects={subjects} subject={draft.subject} measures={draft.measures} onChange={(measures) => change({ measures })} />
            <fieldset className="builder-rows">
              <legend>{t('report-design.set-by')}</legend>
              {draft.dimensions.map((dimension, at) => (
                <div key={at} className="builder-row">
                  <DimensionChoice
                    id={`${id}-by-${at}`}
                    label={t('report-design.set-by-nth', { at: at + 1 })}
                    none={t('report-design.set-by-none')}
                    subjects={subjects}
                    subject={draft.subject ?? ''}
                    value={dimension}
                    onChange={(next) =>
                      change({
                        // Another stretch of the same time is the same column.
                        dimensions: draft.dimensions
                          .with(at, next?.field === dimension.field ? { ...next, as: dimension.as } : (next ?? { field: '' }))
                          .filter(({ field }) => field !== ''),
                      })
                    }
                  />
                  <Button
                    type="text"
                    icon={<DeleteOutlined aria-hidden="true" />}
                    aria-label={t('report-design.set-by-remove', { at: at + 1 })}
                    onClick={() => change({ dimensions: draft.dimensions.toSpliced(at, 1) })}
                  />
                </div>
              ))}
              {draft.dimensions.length < MAX_DIMENSIONS && (
                <Button
                  icon={<PlusOutlined aria-hidden="true" />}
                  onClick={() => change({ dimensions: [...draft.dimensions, nextOf(draft, of.fields)] })}
                >
                  {t('report-design.set-by-add')}
                </Button>
              )}
            </fieldset>
            <Conditions
              subjects={subjects}
              subject={draft.subject}
              conditions={draft.conditions}
              parameters={draft.parameters}
              onChange={(conditions) => change({ conditions })}
            />
            {narrowedBy(subjects, draft.subject).length > 0 && (
              <Checkbox checked={draft.isNarrowed} onChange={({ target }) => change({ isNarrowed: target.checked })}>
                {t('report-design.set-narrowed')}
              </Checkbox>
            )}
            {of.time !== null && (
              <>
                <Checkbox checked={draft.isOfPeriod} onChange={({ target }) => change({ isOfPeriod: target.checked })}>
                  {t('report-design.set-of-period')}
                </Checkbox>
                {!draft.isOfPeriod && ranges.length > 0 && (
                  <Field id={`${id}-time`} label={t('report-design.set-time')}>
                    <Select
                      id={`${id}-time`}
                      value={draft.timeParam ?? ''}
                      options={[
                        { value: '', label: t('report-design.set-time-own') },
                        ...ranges.map(({ name }) => ({ value: name, label: t('boards.condition-by-parameter', { name }) })),
                      ]}
                      onChange={(name: string) => change({ timeParam: name === '' ? undefined : name })}
                    />
                  </Field>
                )}
                {!draft.isOfPeriod && draft.timeParam === undefined && (
                  <Field id={`${id}-range`} label={t('boards.range')}>
                    <RangeChoice
                      id={`${id}-range`}
                      label={t('boards.range')}
                      value={draft.range}
                      {...(isTimed(draft.subject) ? {} : { none: t('report-design.set-all-time') })}
                      onChange={(range) => change({ range })}
                    />
                  </Field>
                )}
              </>
            )}
            <SetCalculated draft={draft} subjects={subjects} onChange={change} />
            <SetParameters draft={draft} subjects={subjects} onChange={setDraft} />
            <p role="alert" className="report-set-fault">
              {fault && t(`figures.fault.${fault.code}`, { name: '', place: fault.place, ...fault.values })}
            </p>
          </>
        )}
      </div>
    </Drawer>
  )
}

/** The first field that nothing is grouped by yet. */
function nextOf(
  { dimensions }: SetDraft,
  fields: readonly { readonly field: string; readonly kind: string; readonly isDimension: boolean }[],
) {
  const next = fields.find(
    ({ field, isDimension, kind }) => isDimension && kind !== 'time' && dimensions.every((one) => one.field !== field),
  )
  return { field: next?.field ?? fields.find(({ isDimension }) => isDimension)?.field ?? '' }
}
