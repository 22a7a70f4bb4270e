/** What of a data set is calculated of its columns, and which of its rows there are: formulas, the condition over columns, order, and the greatest ones. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { useId } from 'react'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import { MAX_MEASURES } from '../../../../model/figures/document.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Field } from '../../../shared/figures/dimension-choice.tsx'
import { fieldName, measureName } from '../../../shared/figures/names.ts'
import { FormulaInput } from './formula-input.tsx'
import type { DraftOrder, DraftTop, SetColumn, SetDraft } from './state/set-draft.ts'
import { COLUMN_NAME, columnsOfDraft, freeAmong } from './state/set-draft.ts'

const MAX_ORDER = 10
const MAX_TOP = 1000

interface CalculatedProps {
  readonly draft: SetDraft
  readonly subjects: readonly FigureSubject[]
  readonly onChange: (part: Partial<SetDraft>) => void
}

export function SetCalculated({ draft, subjects, onChange }: CalculatedProps) {
  const t = useT()
  const id = useId()
  const { subject = '', formulas, having, order } = draft
  const columns = columnsOfDraft(draft).map((column) => ({
    name: column.name,
    what: column.what,
    label: labelOf(column, subject, subjects, t),
  }))
  const numbers = columns.filter(({ what }) => what === 'measure' || what === 'formula')
  const put = (at: number, part: Partial<(typeof formulas)[number]>) =>
    onChange({ formulas: formulas.map((one, place) => (place === at ? { ...one, ...part } : one)) })

  return (
    <>
      <fieldset className="builder-rows">
        <legend>{t('report-design.set-formulas')}</legend>
        <p className="quiet">{t('report-design.set-formulas-about', { columns: numbers.map(({ label }) => label).join(' · ') })}</p>
        {formulas.map(({ as, formula }, at) => (
          <div key={at} className="builder-row">
            <Input
              aria-label={t('report-design.set-formula-name', { at: at + 1 })}
              value={as}
              status={COLUMN_NAME.test(as) ? '' : 'error'}
              maxLength={64}
              onChange={({ target }) => put(at, { as: target.value.trim() })}
            />
            <FormulaInput
              label={t('report-design.set-formula', { at: at + 1 })}
              wanted="number"
              value={formula}
              placeholder="= a / b * 100"
              columns={numbers.filter(({ name }) => name !== as)}
              onKeep={(text) => put(at, { formula: text })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('report-design.set-formula-remove', { at: at + 1 })}
              onClick={() => onChange({ formulas: formulas.toSpliced(at, 1) })}
            />
          </div>
        ))}
        {formulas.length + draft.measures.length < MAX_MEASURES && (
          <Button
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() =>
              onChange({
                formulas: [
                  ...formulas,
                  {
                    as: freeAmong(
                      columns.map(({ name }) => name),
                      'formula',
                    ),
                    formula: '',
                  },
                ],
              })
            }
          >
            {t('report-design.set-formula-add')}
          </Button>
        )}
      </fieldset>
      <fieldset className="builder-rows">
        <legend>{t('report-design.set-having')}</legend>
        <div className="builder-row">
          <FormulaInput
            label={t('report-design.set-having')}
            wanted="truth"
            value={having}
            placeholder="= a > 10"
            columns={numbers}
            onKeep={(text) => onChange({ having: text })}
          />
        </div>
      </fieldset>
      <fieldset className="builder-rows">
        <legend>{t('report-design.set-order')}</legend>
        {order.map(([column, direction], at) => (
          <div key={at} className="builder-row">
            <Select
              aria-label={t('report-design.set-order-column', { at: at + 1 })}
              value={column}
              options={columns.map(({ name, label }) => ({ value: name, label }))}
              onChange={(name: string) => onChange({ order: order.with(at, [name, direction]) })}
            />
            <Select
              aria-label={t('report-design.set-order-direction', { at: at + 1 })}
              value={direction}
              options={(['ascend', 'descend'] as const).map((value) => ({ value, label: t(`report-design.sort-${value}`) }))}
              onChange={(next: DraftOrder[1]) => onChange({ order: order.with(at, [column, next]) })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('report-design.set-order-remove', { at: at + 1 })}
              onClick={() => onChange({ order: order.toSpliced(at, 1) })}
            />
          </div>
        ))}
        {columns[0] && order.length < MAX_ORDER && (
          <Button
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => onChange({ order: [...order, [columns[0]?.name ?? '', 'ascend']] })}
          >
            {t('report-design.set-order-add')}
          </Button>
        )}
      </fieldset>
      {columns.some(({ what }) => what === 'group') && numbers[0] && (
        <Top id={`${id}-top`} top={draft.top} numbers={numbers} onChange={(top) => onChange({ top })} />
      )}
    </>
  )
}

/** Formulas name columns, so each is shown with its name. */
function labelOf(column: SetColumn, subject: string, subjects: readonly FigureSubject[], t: Translate): string {
  if (column.what === 'formula') return column.name
  const label = column.what === 'measure' ? measureName(column.of, subject, subjects, t) : fieldName(subjects, subject, column.of.field, t)
  return `${label} (${column.name})`
}

interface TopProps {
  readonly id: string
  readonly top: DraftTop | undefined
  readonly numbers: readonly { readonly name: string; readonly label: string }[]
  readonly onChange: (top: DraftTop | undefined) => void
}

function Top({ id, top, numbers, onChange }: TopProps) {
  const t = useT()
  return (
    <Field id={id} label={t('boards.top')}>
      <span className="builder-row">
        <InputNumber
          id={id}
          min={1}
          max={MAX_TOP}
          precision={0}
          value={top?.count ?? null}
          onChange={(count) => onChange(count === null ? undefined : { by: numbers[0]?.name ?? '', rest: true, ...top, count })}
        />
        {top && (
          <>
            <Select
              aria-label={t('report-design.set-top-by')}
              value={top.by}
              options={numbers.map(({ name, label }) => ({ value: name, label }))}
              onChange={(by: string) => onChange({ ...top, by })}
            />
            <Checkbox checked={top.rest} onChange={({ target }) => onChange({ ...top, rest: target.checked })}>
              {t('boards.top-rest')}
            </Checkbox>
          </>
        )}
      </span>
    </Field>
  )
}
