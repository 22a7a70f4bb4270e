/** Figures of the screen, put together by clicks: what they are about, what is measured, by what it is grouped, of which rows and time, and by which variables they are asked for. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { MAX_DIMENSIONS, MAX_FIGURE_ROWS, figuresDocumentOf } from '../../../../model/figures/document.ts'
import type { ScreenDocument, ScreenFigure } from '../../../../model/screens/document.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { subjectsOf } from '../../../shared/figures/client.ts'
import { Conditions } from '../../../shared/figures/conditions.tsx'
import { DimensionChoice, Field } from '../../../shared/figures/dimension-choice.tsx'
import { Measures } from '../../../shared/figures/measures.tsx'
import { isAlike } from '../../../shared/panels/alike.ts'
import { ChoicesFailure } from '../../../shared/panels/choices-failure.tsx'
import { RangeChoice } from '../../../shared/panels/range-choice.tsx'
import { freeName } from './state/edits.ts'
import type { FigureDraft } from './state/figure-draft.ts'
import { columnNames, draftOf, faultIn, figureOf, isTimed, newFigure, parameterOf, withSubject } from './state/figure-draft.ts'
import { NAME } from './state/names.ts'

interface FigureDialogProps {
  readonly document: ScreenDocument
  /** The figures that are changed; undefined for new ones. */
  readonly figure: ScreenFigure | undefined
  readonly onSave: (figure: ScreenFigure) => void
  readonly onClose: () => void
}

export default function FigureDialog({ document, figure, onSave, onClose }: FigureDialogProps) {
  const t = useT()
  const id = useId()
  const found = useQuery(subjectsOf())
  const subjects = found.data?.list ?? []
  const names = document.figures.map(({ name }) => name)
  const chosen = figure ? draftOf(figure) : newFigure(freeName(names, 'data'))
  const [beginning] = useState<FigureDraft>(() => chosen ?? newFigure(figure?.name ?? ''))
  const [draft, setDraft] = useState(beginning)
  const [params, setParams] = useState(figure?.params)
  const leave = useLeaveForm(() => !isAlike(draft, beginning) || !isAlike(params, figure?.params), onClose)
  // Figures that ask for more than can be chosen stay as they are, under whatever name.
  const isFixed = chosen === undefined
  const change = (part: Partial<FigureDraft>) => setDraft((now) => ({ ...now, ...part }))
  const { params: _before, ...kept } = figure ?? { name: '', document: null }
  const made: ScreenFigure | undefined = isFixed
    ? { ...kept, name: draft.name, ...(params && Object.keys(params).length > 0 ? { params } : {}) }
    : figureOf(draft, subjects, document.variables)
  const fault = made && !isFixed ? faultIn(made) : undefined
  const isNamed = NAME.test(draft.name) && (draft.name === figure?.name || !names.includes(draft.name))
  const of = subjects.find(({ subject }) => subject === draft.subject)
  const ranges = document.variables.filter(({ kind }) => kind === 'range')
  const columns = columnNames(draft)

  return (
    <Drawer
      open
      onClose={leave}
      title={t(figure ? 'screen-design.figure-change' : 'screen-design.figure-add')}
      size="min(620px, 100vw)"
      destroyOnHidden
      extra={
        <Button type="primary" disabled={!made || fault !== undefined || !isNamed} onClick={() => made && onSave(made)}>
          {t('screen-design.take')}
        </Button>
      }
    >
      <div className="screen-figure-form">
        <Field id={`${id}-name`} label={t('screen-design.figure-name')}>
          <Input
            id={`${id}-name`}
            value={draft.name}
            maxLength={32}
            status={isNamed ? '' : 'error'}
            aria-describedby={`${id}-about`}
            onChange={({ target }) => change({ name: target.value })}
          />
          <small id={`${id}-about`} className="quiet">
            {t('screen-design.name-about')}
          </small>
        </Field>
        {isFixed ? (
          <FixedParams figure={figure as ScreenFigure} document={document} params={params} onChange={setParams} />
        ) : (
          <Field id={`${id}-subject`} label={t('boards.subject')}>
            <Select
              id={`${id}-subject`}
              value={draft.subject ?? null}
              loading={found.isFetching}
              showSearch={{ optionFilterProp: 'label' }}
              options={subjects.map((one) => ({ value: one.subject, label: one.label }))}
              onChange={(subject: string) => setDraft(withSubject(draft, subject, subjects))}
            />
            <ChoicesFailure of={found} />
          </Field>
        )}
        {!isFixed && draft.subject !== undefined && of && (
          <>
            <Measures subjects={subjects} subject={draft.subject} measures={draft.measures} onChange={(measures) => change({ measures })} />
            <fieldset className="builder-rows">
              <legend>{t('screen-design.figure-by')}</legend>
              {draft.dimensions.map((dimension, at) => (
                <div key={at} className="builder-row">
                  <DimensionChoice
                    id={`${id}-by-${at}`}
                    label={t('screen-design.figure-by-nth', { at: at + 1 })}
                    none={t('screen-design.figure-by-none')}
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
                    aria-label={t('screen-design.figure-by-remove', { at: at + 1 })}
                    onClick={() => change({ dimensions: draft.dimensions.toSpliced(at, 1) })}
                  />
                </div>
              ))}
              {draft.dimensions.length < MAX_DIMENSIONS && (
                <Button
                  icon={<PlusOutlined aria-hidden="true" />}
                  onClick={() => {
                    const next = of.fields.find(
                      ({ field, isDimension, kind }) =>
                        isDimension && kind !== 'time' && draft.dimensions.every((one) => one.field !== field),
                    )
                    if (next) change({ dimensions: [...draft.dimensions, { field: next.field }] })
                  }}
                >
                  {t('screen-design.figure-by-add')}
                </Button>
              )}
            </fieldset>
            <Conditions
              subjects={subjects}
              subject={draft.subject}
              conditions={draft.conditions}
              parameters={document.variables.filter(({ kind }) => kind !== 'range').map((variable) => parameterOf(variable))}
              onChange={(conditions) => change({ conditions })}
            />
            {of.time !== null && (
              <Field id={`${id}-time`} label={t('boards.range')}>
                {ranges.length > 0 && (
                  <Select
                    aria-label={t('screen-design.figure-time')}
                    value={draft.timeBy ?? ''}
                    options={[
                      { value: '', label: t('screen-design.figure-time-own') },
                      ...ranges.map(({ name, label }) => ({ value: name, label: t('screen-design.by-variable', { name: label }) })),
                    ]}
                    onChange={(name: string) => change({ timeBy: name === '' ? undefined : name })}
                  />
                )}
                {draft.timeBy === undefined && (
                  <RangeChoice
                    id={`${id}-time`}
                    label={t('boards.range')}
                    value={draft.range}
                    {...(isTimed(draft.subject) ? {} : { none: t('screen-design.figure-all-time') })}
                    onChange={(range) => change({ range })}
                  />
                )}
              </Field>
            )}
            <Field id={`${id}-order`} label={t('screen-design.figure-order')}>
              <span className="builder-row">
                <Select
                  id={`${id}-order`}
                  value={draft.order?.[0] ?? ''}
                  options={[
                    { value: '', label: t('screen-design.figure-order-none') },
                    ...columns.map((name) => ({ value: name, label: name })),
                  ]}
                  onChange={(name: string) => change({ order: name === '' ? undefined : [name, draft.order?.[1] ?? 'descend'] })}
                />
                {draft.order && (
                  <Select
                    aria-label={t('screen-design.figure-direction')}
                    value={draft.order[1]}
                    options={(['ascend', 'descend'] as const).map((value) => ({ value, label: t(`screen-design.order-${value}`) }))}
                    onChange={(direction: 'ascend' | 'descend') => draft.order && change({ order: [draft.order[0], direction] })}
                  />
                )}
              </span>
            </Field>
            <Field id={`${id}-limit`} label={t('screen-design.figure-limit')}>
              <InputNumber
                id={`${id}-limit`}
                min={1}
                max={MAX_FIGURE_ROWS}
                precision={0}
                value={draft.limit ?? null}
                onChange={(limit) => change({ limit: limit ?? undefined })}
              />
            </Field>
            <p role="alert" className="screen-figure-fault">
              {fault && t(`figures.fault.${fault.code}`, { name: '', place: fault.place, ...fault.values })}
            </p>
          </>
        )}
      </div>
    </Drawer>
  )
}

interface FixedProps {
  readonly figure: ScreenFigure
  readonly document: ScreenDocument
  readonly params: ScreenFigure['params']
  readonly onChange: (params: NonNullable<ScreenFigure['params']>) => void
}

/** Of figures that are not put together here: which variable each of their parameters is asked for by. */
function FixedParams({ figure, document, params = {}, onChange }: FixedProps) {
  const t = useT()
  const asked = (figure.document ? figuresDocumentOf(figure.document)?.params : undefined) ?? []
  return (
    <>
      <p className="quiet">{t('screen-design.figure-fixed')}</p>
      {asked.map(({ name }) => {
        const own = params[name]
        return (
          <Field key={name} id={`param-${name}`} label={name}>
            <Select
              id={`param-${name}`}
              value={own && 'variable' in own ? own.variable : ''}
              options={[
                { value: '', label: t('screen-design.param-own') },
                ...document.variables.map((variable) => ({
                  value: variable.name,
                  label: t('screen-design.by-variable', { name: variable.label }),
                })),
              ]}
              onChange={(variable: string) => {
                const { [name]: _before, ...rest } = params
                onChange(variable === '' ? rest : { ...rest, [name]: { variable } })
              }}
            />
          </Field>
        )
      })}
    </>
  )
}
