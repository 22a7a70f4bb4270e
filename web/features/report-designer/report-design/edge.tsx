import type { PointerEvent } from 'react'
import { useRef } from 'react'
import { PIXELS } from './cell-view.tsx'
import { edgeOf } from './state/cells.ts'
import { resize } from './state/edits.ts'
import type { Line } from './state/edits.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useSheet, useSheetState } from './store.ts'

/** Pixels that the names of rows and of columns take. */
export const [EDGE_WIDTH, EDGE_HEIGHT] = [38, 24]

interface EdgeProps {
  readonly line: Line
  readonly at: number
  readonly from: number
  readonly size: number
  readonly isChosen: boolean
}

/** The name of a row or column: a click chooses all of it, and its end is dragged for another size. */
export function Edge({ line, at, from, size, isChosen }: EdgeProps) {
  const sheet = useSheet()
  const begun = useRef<{ readonly at: number; readonly size: number }>(undefined)
  const isRow = line === 'row'
  const t = useT()
  const isRuled = useSheetState(({ template }) => isRow && template.rowRules?.[at + 1] !== undefined)

  function choose(isLonger: boolean): void {
    const { template, at: first } = sheet.store.getState()
    const last = { row: template.rows.length - 1, column: template.columns.length - 1 }
    const begin = isLonger ? first[line] : at
    sheet.choose(
      isRow ? { row: begin, column: 0 } : { row: 0, column: begin },
      isRow ? { row: at, column: last.column } : { row: last.row, column: at },
    )
  }

  function drag(event: PointerEvent<HTMLSpanElement>): void {
    if (!begun.current) return
    const moved = (isRow ? event.clientY : event.clientX) - begun.current.at
    const next = (begun.current.size + moved) / PIXELS
    sheet.change((template) => resize(template, line, at, at, next), `size ${line} ${at}`)
  }

  return (
    <div
      role={isRow ? 'rowheader' : 'columnheader'}
      aria-colindex={isRow ? 1 : at + 2}
      className={`sheet-edge sheet-edge-${line}${isChosen ? ' sheet-edge-chosen' : ''}${isRuled ? ' sheet-edge-ruled' : ''}`}
      title={isRuled ? t('report-design.row-ruled') : undefined}
      style={isRow ? { top: from, height: size, width: EDGE_WIDTH } : { left: from, width: size, height: EDGE_HEIGHT }}
      onPointerDown={(event) => {
        if (event.button === 0) choose(event.shiftKey)
      }}
    >
      {edgeOf[line](at)}
      <span
        className="sheet-grip"
        onPointerDown={(event) => {
          event.stopPropagation()
          event.currentTarget.setPointerCapture(event.pointerId)
          begun.current = { at: isRow ? event.clientY : event.clientX, size }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          begun.current = undefined
        }}
      />
    </div>
  )
}
