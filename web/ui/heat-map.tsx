/** Two dimensions of values as a table whose cells are the fuller the more there is: it is read and walked through as what it is. */
import './heat-map.css'
import type { Series } from './chart-options.ts'
import { fillOf, greatest } from './heat-share.ts'

interface HeatMapProps {
  readonly title: string
  /** What the rows are: the heading of the first column. */
  readonly rowName: string
  readonly categories: readonly string[]
  /** A row each. */
  readonly series: readonly Series[]
  readonly unit?: string | undefined
  readonly height?: number
  /** Is given the category and the row of a cell. */
  readonly onPick?: ((category: number, row: number) => void) | undefined
}

/** Cells beyond this number have their value in a hint alone. */
const MANY_COLUMNS = 16
/** Letters of a heading that has room above such a cell. */
const SHORT = 3

export function HeatMap({ title, rowName, categories, series, unit, height, onPick }: HeatMapProps) {
  const most = greatest(series)
  const isNarrow = categories.length > MANY_COLUMNS
  const valueText = (value: number | null) => (value === null ? '—' : unit ? `${value} ${unit}` : String(value))
  return (
    <div className="heat-map" role="region" aria-label={title} tabIndex={0} style={height ? { maxHeight: height } : undefined}>
      <table className={isNarrow && categories.some(({ length }) => length > SHORT) ? 'is-upright' : undefined}>
        <thead>
          <tr>
            <th scope="col">{rowName}</th>
            {categories.map((category, at) => (
              <th key={`${category} ${at}`} scope="col">
                {category}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(({ name, values }, row) => (
            <tr key={`${name} ${row}`}>
              <th scope="row">{name}</th>
              {categories.map((category, at) => {
                const value = values[at] ?? null
                const fill = fillOf(value, most)
                const style = fill === undefined ? undefined : { background: `color-mix(in srgb, var(--chart-1) ${fill}%, transparent)` }
                const text = valueText(value)
                return (
                  <td
                    key={`${category} ${at}`}
                    className={value === 0 ? 'is-zero' : undefined}
                    style={style}
                    title={`${name} · ${category}: ${text}`}
                  >
                    {onPick && value !== null ? (
                      <button type="button" onClick={() => onPick(at, row)} aria-label={`${name} · ${category}: ${text}`}>
                        {isNarrow ? '' : text}
                      </button>
                    ) : isNarrow ? (
                      <span className="visually-hidden">{text}</span>
                    ) : (
                      text
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
