/** Categories across and series down, each cell as full as its value, which stands in it where there is room. */
import { localeOf, useLanguage } from '../../../kernel/i18n/i18n.ts'
import { greatest, shareOf } from '../../../ui/heat-share.ts'
import type { Charted } from './figure-rows.ts'
import { at2 } from './arcs.ts'
import { MIN_TEXT, numberText, widthOf } from './value.ts'

interface GridProps extends Charted {
  readonly width: number
  readonly height: number
  readonly size: number
}

/** So many characters of a name are seen. */
const MAX_NAME = 12
export const shortened = (text: string, most = MAX_NAME): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

export function HeatGrid({ categories, series, width, height, size }: GridProps) {
  const locale = localeOf[useLanguage()]
  const most = greatest(series)
  const side = Math.min(width * 0.35, Math.max(...series.map(({ name }) => widthOf(shortened(name)))) * size + size)
  const cell = {
    width: Math.max(1, (width - side) / Math.max(1, categories.length)),
    height: Math.max(1, (height - size * 1.4) / Math.max(1, series.length)),
  }
  // Names stand as close together as they can be read.
  const every = Math.max(
    1,
    Math.ceil((Math.max(...categories.map((name) => widthOf(shortened(name, 8))), 1) * size + size * 0.4) / cell.width),
  )
  const digits = Math.min(size, cell.height * 0.6)
  return (
    <svg className="sw-svg" width={width} height={height} aria-hidden="true">
      {series.map(({ name, values }, row) => {
        const top = at2(row * cell.height)
        return (
          <g key={row}>
            <text
              x={at2(side - size * 0.4)}
              y={at2(top + cell.height / 2)}
              className="sw-tick"
              fontSize={size}
              textAnchor="end"
              dominantBaseline="central"
            >
              {shortened(name)}
            </text>
            {values.map((value, at) => {
              const left = at2(side + at * cell.width)
              const text = value === null ? '' : numberText(value, undefined, locale)
              return (
                <g key={at}>
                  <rect
                    x={left}
                    y={top}
                    width={at2(Math.max(0.5, cell.width - 2))}
                    height={at2(Math.max(0.5, cell.height - 2))}
                    className={value === null ? 'sw-cell-none' : 'sw-cell'}
                    fillOpacity={value === null ? 1 : at2(0.12 + 0.6 * shareOf(value, most))}
                  />
                  {digits >= MIN_TEXT && widthOf(text) * digits < cell.width - 6 && (
                    <text
                      x={at2(left + cell.width / 2)}
                      y={at2(top + cell.height / 2)}
                      className="sw-cell-text"
                      fontSize={digits}
                      textAnchor="middle"
                      dominantBaseline="central"
                    >
                      {text}
                    </text>
                  )}
                </g>
              )
            })}
          </g>
        )
      })}
      {categories.map((name, at) =>
        at % every === 0 ? (
          <text key={at} x={at2(side + at * cell.width)} y={at2(height - size * 0.35)} className="sw-tick" fontSize={size}>
            {shortened(name, 8)}
          </text>
        ) : null,
      )}
    </svg>
  )
}
