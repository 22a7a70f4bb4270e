/** Charts and page sub-totals of the chosen cell: put in, and shown by panels that are loaded once there is one. */
import { Button } from 'antd'
import { Suspense } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import type { ContentProps } from './content-props.ts'
import { isOnEachPage, newChart, newSubtotal } from './state/drawn.ts'
import { putContent } from './state/edits.ts'
import { activeCell, useSheet, useSheetState } from './store.ts'

const CellChart = lazyWithPreload(() => import('./cell-chart.tsx'))
const CellSubtotal = lazyWithPreload(() => import('./cell-subtotal.tsx'))

export function CellContents({ id, onChange }: Omit<ContentProps, 'cell'>) {
  const t = useT()
  const sheet = useSheet()
  const cell = useSheetState(activeCell)
  const canChart = useSheetState(({ template }) => newChart(template) !== undefined)
  const isInBand = useSheetState(({ template, at }) => isOnEachPage(template, at))
  const canSum = useSheetState(({ template, at }) => newSubtotal(template, at) !== undefined)
  const putChart = () =>
    sheet.change((made, _area, place) => {
      const chart = newChart(made)
      return chart ? putContent(made, place, { chart }) : made
    })
  const putSubtotal = () =>
    sheet.change((made, _area, place) => {
      const subtotal = newSubtotal(made, place)
      return subtotal ? putContent(made, place, { subtotal }) : made
    })
  return (
    <>
      <div className="report-line">
        <span className="report-picture-buttons">
          {!cell?.chart && (
            <Button size="small" disabled={!canChart} onClick={putChart}>
              {t('report-design.chart-put')}
            </Button>
          )}
          {!cell?.subtotal && (
            <Button size="small" disabled={!isInBand || !canSum} aria-describedby={`${id}-subtotal-about`} onClick={putSubtotal}>
              {t('report-design.subtotal-put')}
            </Button>
          )}
        </span>
        {!isInBand && !cell?.subtotal && (
          <small id={`${id}-subtotal-about`} className="quiet">
            {t('report-design.subtotal-about')}
          </small>
        )}
      </div>
      <Suspense fallback={null}>
        {cell?.chart && <CellChart id={id} cell={cell} chart={cell.chart} onChange={onChange} />}
        {cell?.subtotal && <CellSubtotal id={id} cell={cell} subtotal={cell.subtotal} onChange={onChange} />}
      </Suspense>
    </>
  )
}
