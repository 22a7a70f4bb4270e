/** What is asked of the row of the chosen cell: whether its copies are left out, where pages begin, and what stands on one page. */
import { Input, InputNumber, Select } from 'antd'
import { useId } from 'react'
import { readCellFormula } from '../../../../model/reports/formula.ts'
import { isBandRow } from '../../../../model/reports/bands.ts'
import type { RowRule } from '../../../../model/reports/template.ts'
import { MAX_WITH_NEXT } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { changeRow } from './state/row-rules.ts'
import { useSheet, useSheetState } from './store.ts'

const MAX_FORMULA = 1000
/** What a condition begins as: it holds for nothing yet. */
const BEGINNING = 'FALSE'
const SIDES = ['breakBefore', 'breakAfter'] as const

export default function RowRules() {
  const t = useT()
  const id = useId()
  const sheet = useSheet()
  const row = useSheetState(({ at }) => at.row)
  const rule: RowRule = useSheetState(({ template }) => template.rowRules?.[row + 1]) ?? {}
  const isBand = useSheetState(({ template, at }) => isBandRow(template.page, at.row))
  const change = (more: Partial<Record<keyof RowRule, unknown>>, run?: string) =>
    sheet.change((template, _area, place) => changeRow(template, place.row, more), run && `row ${row} ${run}`)
  const condition = (name: 'hideIf' | (typeof SIDES)[number], value: string, label: string) => (
    <Input
      id={`${id}-${name}-if`}
      aria-label={label}
      value={value}
      maxLength={MAX_FORMULA}
      placeholder={t('report-design.row-condition')}
      status={value !== '' && 'fault' in readCellFormula(value) ? 'error' : ''}
      onChange={({ target }) => change({ [name]: target.value === '' ? undefined : target.value }, name)}
    />
  )
  return (
    <div className="report-line report-row-rules" role="group" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('report-design.row-rules', { row: row + 1 })}</h2>
      <label htmlFor={`${id}-hideIf-if`}>
        {t('report-design.row-hide')}
        {condition('hideIf', rule.hideIf ?? '', t('report-design.row-hide'))}
      </label>
      {/* A rule of what has become a head is shown as well, so that it can be taken back. */}
      {SIDES.filter((side) => !isBand || rule[side] !== undefined).map((side) => {
        const when = rule[side]
        return (
          <label key={side} htmlFor={`${id}-${side}`}>
            {t(`report-design.row-${side}`)}
            <Select
              id={`${id}-${side}`}
              value={when === undefined ? 'never' : when === true ? 'always' : 'if'}
              options={(['never', 'always', 'if'] as const).map((value) => ({ value, label: t(`report-design.row-break-${value}`) }))}
              onChange={(next: string) => change({ [side]: next === 'never' ? undefined : next === 'always' ? true : BEGINNING })}
            />
            {typeof when === 'string' && condition(side, when, t(`report-design.row-${side}-if`))}
          </label>
        )
      })}
      {(!isBand || rule.withNext !== undefined) && (
        <label htmlFor={`${id}-next`}>
          {t('report-design.row-next')}
          <InputNumber
            id={`${id}-next`}
            min={1}
            max={MAX_WITH_NEXT}
            precision={0}
            value={rule.withNext ?? null}
            onChange={(rows) => change({ withNext: rows ?? undefined }, 'next')}
          />
        </label>
      )}
      <small className="quiet">{t('report-design.row-about')}</small>
    </div>
  )
}
