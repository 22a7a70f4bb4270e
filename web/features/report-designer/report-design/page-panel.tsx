/** The page that is printed: its size, its margins, and the rows that stand on each page. */
import { InputNumber, Select, Switch } from 'antd'
import { useId } from 'react'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { given } from '../../../shared/figures/draft.ts'
import { useSheet, useSheetState } from './store.ts'

type Page = ReportTemplate['page']
const PAPERS = ['A3', 'A4', 'A5', 'letter'] as const
const SIDES = ['above', 'right', 'below', 'left'] as const

export function PagePanel() {
  const t = useT()
  const id = useId()
  const { change } = useSheet()
  const page = useSheetState(({ template }) => template.page)
  const rows = useSheetState(({ template }) => template.rows.length)
  const set = (more: Partial<Page>, run?: string) => change((template) => ({ ...template, page: { ...template.page, ...more } }), run)

  /** Without a first row there is none of them. */
  function band(which: 'head' | 'foot', at: 0 | 1, row: number | null): void {
    const now = page.repeat?.[which]
    const next: [number, number] | undefined =
      row === null ? undefined : at === 0 ? [row, Math.max(row, now?.[1] ?? row)] : [Math.min(row, now?.[0] ?? row), row]
    const repeat = given({ ...page.repeat, [which]: next }) as NonNullable<Page['repeat']>
    change((template) => {
      const { repeat: _repeat, ...rest } = template.page
      return { ...template, page: Object.keys(repeat).length > 0 ? { ...rest, repeat } : rest }
    }, `${which} ${at}`)
  }

  return (
    <div className="report-panel">
      <label htmlFor={`${id}-size`}>
        {t('report-design.paper')}
        <Select
          id={`${id}-size`}
          value={page.size}
          options={PAPERS.map((value) => ({ value, label: t(`report-design.paper-${value}`) }))}
          onChange={(size: Page['size']) => set({ size })}
        />
      </label>
      <label htmlFor={`${id}-landscape`}>
        {t('report-design.landscape')}
        <span>
          <Switch id={`${id}-landscape`} checked={page.landscape ?? false} onChange={(landscape) => set({ landscape })} />
        </span>
      </label>
      <h2>{t('report-design.margins')}</h2>
      <div className="report-pair">
        {SIDES.map((side, at) => (
          <label key={side} htmlFor={`${id}-${side}`}>
            {t(`report-design.margin-${side}`)}
            <InputNumber
              id={`${id}-${side}`}
              min={0}
              max={144}
              value={page.margins[at] ?? null}
              onChange={(size) => set({ margins: page.margins.with(at, size ?? 0) as Page['margins'] }, `margin ${at}`)}
            />
          </label>
        ))}
      </div>
      <h2>{t('report-design.repeat')}</h2>
      {(['head', 'foot'] as const).map((which) => (
        <div key={which} className="report-pair">
          {([0, 1] as const).map((at) => (
            <label key={at} htmlFor={`${id}-${which}-${at}`}>
              {t(`report-design.${which}-${at === 0 ? 'from' : 'to'}`)}
              <InputNumber
                id={`${id}-${which}-${at}`}
                min={1}
                max={rows}
                precision={0}
                value={page.repeat?.[which]?.[at] ?? null}
                onChange={(row) => band(which, at, row)}
              />
            </label>
          ))}
        </div>
      ))}
    </div>
  )
}
