/** The same as a table: for whoever cannot see the picture, and for whoever wants the numbers exactly, with all their digits. */
import { useMemo, useState } from 'react'
import { timeText } from '../../../model/zone.ts'
import type { History, Stretch, ValueFormat } from './histories.ts'
import { momentOfStretch } from './histories.ts'
import type { Range } from './ranges.ts'
import type { ReadoutTexts } from './readout.tsx'
import { remarkOn } from './readout.tsx'

export interface TableTexts extends ReadoutTexts {
  readonly time: string
  readonly none: string
  /** The button for more rows, of which so many are left. */
  readonly more: (left: number) => string
}

interface TableProps extends Range {
  readonly title: string
  readonly histories: readonly History[]
  readonly zone: string
  readonly height: number
  readonly texts: TableTexts
}

/** Rows that are drawn at first, and with each press of the button. */
const ROWS = 200

export function HistoryTable({ title, histories, from, to, zone, height, texts }: TableProps) {
  const [shown, setShown] = useState(ROWS)
  // The newest first: that is what is asked for mostly.
  const rows = useMemo(() => {
    const byTime = new Map<number, Map<string, Stretch>>()
    for (const { id, points } of histories) {
      for (const point of points)
        if (point.time >= from && point.time <= to)
          byTime.set(point.time, (byTime.get(point.time) ?? new Map<string, Stretch>()).set(id, point))
    }
    return [...byTime].sort(([one], [other]) => other - one)
  }, [histories, from, to])
  return (
    <div className="chart-table history-table" style={{ height }} role="region" aria-label={title} tabIndex={0}>
      {rows.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.time}</th>
              {histories.map(({ id, name, unit }) => (
                <th key={id} scope="col">
                  {unit ? `${name} (${unit})` : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map(([time, found]) => (
              <tr key={time}>
                <th scope="row">{timeText(zone, Math.max(...[...found.values()].map(momentOfStretch)))}</th>
                {histories.map(({ id, format }) => (
                  <td key={id}>{textOf(found.get(id), format, texts)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > shown && (
        <button type="button" className="chart-switch" onClick={() => setShown(shown + ROWS)}>
          {texts.more(rows.length - shown)}
        </button>
      )}
    </div>
  )
}

function textOf(point: Stretch | undefined, format: ValueFormat | undefined, texts: ReadoutTexts): string {
  if (!point) return ''
  const exact = (value: number | null) => (value === null ? '–' : (format?.word?.(value) ?? String(value)))
  const remark =
    point.good === point.count && point.earlier === undefined && !point.isOfSamples ? '' : ` (${remarkOn(point, texts, exact)})`
  if (point.low === null) return `–${remark}`
  return `${point.low === point.high ? exact(point.low) : `${point.mean} (${exact(point.low)} … ${exact(point.high)})`}${remark}`
}
