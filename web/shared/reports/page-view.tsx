/** A page of a report, drawn from its boxes: places and lengths are those of the PDF, so nothing is measured here. */
import { Fragment } from 'react'
import type { ReportPage } from '../../../model/contract/report/reports.ts'
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

export function PageView({ page: { title, width, height, boxes, pictures } }: { page: ReportPage }) {
  return (
    // A wide page is looked at by scrolling, with the keyboard as well.
    <div className="report-sheet" tabIndex={0} role="region" aria-label={title}>
      <svg viewBox={`0 0 ${width} ${height}`} style={{ minWidth: width }}>
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
    </div>
  )
}
