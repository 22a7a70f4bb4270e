import { memo } from 'react'
import type { Translate } from '../../../../model/labels/index.ts'
import type { Area } from '../../../../model/reports/places.ts'
import type { DiagonalHead, Style, TemplateCell, TextRun } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFixed, typedOf } from './state/cells.ts'
import { SheetPicture } from './sheet-picture.tsx'
import { useSheet } from './store.ts'

/** CSS pixels of a point. */
export const PIXELS = 96 / 72

interface CellViewProps {
  readonly name: string
  readonly area: Area
  readonly cell: TemplateCell | undefined
  readonly look: Style | undefined
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly isFaulty: boolean
  readonly isActive: boolean
  readonly isChosen: boolean
}

const ALIGN = { left: 'flex-start', center: 'center', right: 'flex-end' } as const
const VERTICAL = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const

/** What the sheet shows of a cell: of what is not typed, and of a code, what it will be. */
function shownOf(cell: TemplateCell | undefined, t: Translate): string {
  if (cell?.chart) return t('report-design.chart', { kind: t(`boards.kind-${cell.chart.kind}`) })
  const text = cell?.subtotal
    ? t('report-design.subtotal', { take: t(`report-design.aggregate-${cell.subtotal.take}`), cell: cell.subtotal.of })
    : typedOf(cell)
  if (cell?.check) return t('report-design.check', { text: [cell.check.label, text].filter(Boolean).join(' ') })
  return cell?.code ? t(`report-design.code-${cell.code}`, { text }) : text
}

function Diagonal({ head: { rows, columns } }: { head: DiagonalHead }) {
  return (
    <>
      <svg className="sheet-diagonal" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" y1="0" x2="1" y2="1" vectorEffect="non-scaling-stroke" />
      </svg>
      <span className="sheet-above">{columns}</span>
      <span className="sheet-below">{rows}</span>
    </>
  )
}

function Rich({ runs }: { runs: readonly TextRun[] }) {
  return (
    <span className="sheet-text">
      {runs.map(({ text, size, bold, italic, colour }, at) => (
        <span
          key={at}
          style={{
            fontSize: size === undefined ? undefined : size * PIXELS,
            fontWeight: bold ? 700 : undefined,
            fontStyle: italic ? 'italic' : undefined,
            color: colour,
          }}
        >
          {text}
        </span>
      ))}
    </span>
  )
}

function View({ name, area, cell, look, left, top, width, height, isFaulty, isActive, isChosen }: CellViewProps) {
  const t = useT()
  const sheet = useSheet()
  const [above, right, below, before] = look?.border ?? [0, 0, 0, 0]
  const line = (points: number) => (points > 0 ? `${Math.max(1, points * PIXELS)}px solid #344054` : '1px solid transparent')
  const text = shownOf(cell, t)
  return (
    <div
      id={`sheet-${name}`}
      role="gridcell"
      aria-colindex={area.from.column + 2}
      aria-rowspan={area.to.row > area.from.row ? area.to.row - area.from.row + 1 : undefined}
      aria-colspan={area.to.column > area.from.column ? area.to.column - area.from.column + 1 : undefined}
      aria-selected={isChosen}
      aria-invalid={isFaulty || undefined}
      data-name={name}
      className={`sheet-cell${cell?.field === undefined ? '' : ' sheet-field'}${cell?.formula === undefined ? '' : ' sheet-formula'}${isFixed(cell) ? ' sheet-fixed' : ''}${isFaulty ? ' sheet-faulty' : ''}${isActive ? ' sheet-active' : ''}`}
      style={{
        left,
        top,
        width,
        height,
        justifyContent: ALIGN[look?.align ?? (cell?.picture === undefined ? 'left' : 'center')],
        alignItems: VERTICAL[look?.vertical ?? 'middle'],
        fontSize: (look?.font?.[1] ?? 9) * PIXELS,
        fontWeight: look?.font?.[2] ? 700 : 400,
        color: look?.colour,
        background: look?.fill,
        whiteSpace: look?.wrap ? 'pre-wrap' : 'pre',
        textAlign: look?.align ?? 'left',
        borderTop: line(above),
        borderRight: line(right),
        borderBottom: line(below),
        borderLeft: line(before),
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        if (event.shiftKey) sheet.choose(sheet.store.getState().at, area.from)
        else sheet.choose(area.from)
      }}
      onPointerEnter={(event) => {
        // Dragged from the cell where the button was pressed.
        if (event.buttons === 1 && event.pointerType === 'mouse') sheet.choose(sheet.store.getState().at, area.from)
      }}
    >
      {cell?.diagonal ? (
        <Diagonal head={cell.diagonal} />
      ) : cell?.rich ? (
        <Rich runs={cell.rich} />
      ) : cell?.picture === undefined ? (
        <span className="sheet-text">{text}</span>
      ) : (
        <SheetPicture picture={cell.picture} cell={name} />
      )}
      {cell?.expand && (
        <span className="sheet-expand" aria-hidden="true">
          {cell.expand === 'down' ? '↓' : '→'}
        </span>
      )}
    </div>
  )
}

export const CellView = memo(View, (one, other) =>
  (Object.keys(one) as (keyof CellViewProps)[]).every((key) =>
    key === 'area' ? one.area.to.row === other.area.to.row && one.area.to.column === other.area.to.column : one[key] === other[key],
  ),
)
