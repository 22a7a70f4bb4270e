/** A page of a report, drawn from its boxes: places and lengths are those of the PDF, so nothing is measured here. It is as wide as its place, whatever that is, and is looked at more closely by zooming. */
import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import type { ReportPage } from '../../../model/contract/report/reports.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import './page-view.css'

type Box = ReportPage['boxes'][number]

/** From one end to the other of each side of a box: above, right, below, left. */
const sidesOf = ({ x, y, width, height }: Box) =>
  [
    [x, y, x + width, y],
    [x + width, y, x + width, y + height],
    [x, y + height, x + width, y + height],
    [x, y, x, y + height],
  ] as const

/** How many times as wide as its place a page is. On a phone the last of them shows it as large as it is printed. */
const ZOOMS = [1, 1.5, 2, 3] as const
/** Pixels: a page is no wider where nobody has asked for more, however wide its place is. */
const MAX_WIDTH = 1100

export function PageView({ page }: { page: ReportPage }) {
  const t = useT()
  const [at, setAt] = useState(0)
  const zoom = ZOOMS[at] ?? 1
  const sheet = useRef<HTMLDivElement>(null)
  /** The place across the page that is in the middle, which stays there. */
  const middle = useRef(0.5)
  useLayoutEffect(() => {
    const { current } = sheet
    if (current) current.scrollLeft = middle.current * current.scrollWidth - current.clientWidth / 2
  }, [zoom])
  function change(next: number): void {
    const { current } = sheet
    if (current) middle.current = (current.scrollLeft + current.clientWidth / 2) / current.scrollWidth
    setAt(next)
  }
  return (
    <>
      <div className="report-zoom">
        <Button
          size="small"
          icon={<MinusOutlined aria-hidden="true" />}
          aria-label={t('reports.zoom-out')}
          disabled={at === 0}
          onClick={() => change(at - 1)}
        />
        <span role="status">{Math.round(zoom * 100)} %</span>
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden="true" />}
          aria-label={t('reports.zoom-in')}
          disabled={at === ZOOMS.length - 1}
          onClick={() => change(at + 1)}
        />
      </div>
      {/* What is zoomed is looked at by scrolling, with the keyboard as well. */}
      <div ref={sheet} className="report-sheet" tabIndex={0} role="region" aria-label={page.title}>
        <Sheet page={page} zoom={zoom} />
      </div>
    </>
  )
}

function Sheet({ page: { width, height, boxes, pictures }, zoom }: { readonly page: ReportPage; readonly zoom: number }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} style={{ width: `${zoom * 100}%`, maxWidth: MAX_WIDTH * zoom }}>
      <rect width={width} height={height} fill="#ffffff" />
      {boxes.map((box, at) => (
        // Box by box, as the PDF has it: what stands behind the page lies below the grounds of its cells.
        <Fragment key={at}>
          {box.fill && <rect x={box.x} y={box.y} width={box.width} height={box.height} fill={box.fill} />}
          {box.picture && pictures?.[box.picture.id] !== undefined && (
            <image
              href={pictures[box.picture.id]}
              x={box.picture.x}
              y={box.picture.y}
              width={box.picture.width}
              height={box.picture.height}
              preserveAspectRatio="none"
            />
          )}
        </Fragment>
      ))}
      {boxes.map((box, at) =>
        box.paths?.map((path, nth) => (
          <path
            key={`${at}-${nth}`}
            d={path.d}
            fill={path.fill ?? 'none'}
            stroke={path.stroke}
            strokeWidth={path.width ?? 0.5}
            strokeDasharray={path.dash}
          />
        )),
      )}
      {boxes.map(
        (box, at) =>
          box.border && (
            <g key={at} stroke="#000000">
              {sidesOf(box).map(
                ([x1, y1, x2, y2], side) =>
                  (box.border?.[side] ?? 0) > 0 && <line key={side} x1={x1} y1={y1} x2={x2} y2={y2} strokeWidth={box.border?.[side]} />,
              )}
            </g>
          ),
      )}
      {boxes.map((box, at) =>
        box.lines.map((line, nth) => (
          <text
            key={`${at}-${nth}`}
            x={line.x}
            y={line.y}
            fontSize={box.size}
            fontWeight={box.isBold ? 700 : 400}
            fontStyle={box.isItalic ? 'italic' : undefined}
            fill={box.colour ?? '#000000'}
            // Whatever font the browser has, the text is as long as it is on paper.
            textLength={line.width > 0 ? line.width : undefined}
            lengthAdjust="spacingAndGlyphs"
            style={{ whiteSpace: 'pre' }}
          >
            {line.text}
          </text>
        )),
      )}
    </svg>
  )
}
