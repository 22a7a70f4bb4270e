/** What a source comes to, for feeds of whatever kind: live, played back, or of test values. Pure. */
import type { FigureAnswer } from '../../../model/contract/report/figure.ts'
import type { ScreenPoint } from '../../../model/contract/screen/screens.ts'
import type { Source } from '../../../model/screens/document.ts'
import type { FeedValue, Shown } from './feed.ts'
import { transformed } from './transform.ts'
import { isStale, qualityOf } from './truth.ts'

/** What there is to read from. */
export interface SourceReader {
  readonly now: number
  readonly point: (id: string) => ScreenPoint | undefined
  readonly value: (id: string) => FeedValue | undefined
  readonly figure: (name: string) => FigureAnswer | undefined
  readonly variable: (name: string) => unknown
}

const ABSENT: Shown = { value: null, quality: 'absent', stale: false }

/** What the source comes to now. Of a figure without a row it is the first one, with all rows beside it. */
export function readSource(source: Source | undefined, reader: SourceReader): Shown {
  if (!source) return ABSENT
  if ('point' in source) return ofPoint(source, reader)
  if ('figure' in source) return ofFigure(source, reader)
  if ('variable' in source) return constant(reader.variable(source.variable))
  return constant(source.value)
}

/** A reading without a value is bad, whatever its quality says. */
function ofPoint({ point: id, then }: Extract<Source, { point: string }>, reader: SourceReader): Shown {
  const [point, found] = [reader.point(id), reader.value(id)]
  const about = point ? { point } : {}
  if (!found) return { ...ABSENT, ...about }
  const { time, reason } = found
  const quality = found.value === null ? 'bad' : qualityOf(found.quality)
  return {
    value: quality === 'bad' ? null : transformed(found.value, then),
    quality,
    reason,
    time,
    stale: isStale(time, point?.staleAfter, reader.now),
    ...about,
  }
}

function ofFigure({ figure: name, column, row = 0, then }: Extract<Source, { figure: string }>, reader: SourceReader): Shown {
  const answer = reader.figure(name)
  if (!answer) return ABSENT
  // Without a name it is the first measure: dimensions come before it.
  const at =
    column === undefined
      ? answer.columns.findIndex(({ kind }) => kind === 'number')
      : answer.columns.findIndex((one) => one.name === column)
  if (at < 0) return ABSENT
  const list = answer.rows.map((cells) => transformed(cells[at] ?? null, then))
  const value = list[row] ?? null
  return { value, list, quality: value === null && list.length <= row ? 'absent' : 'good', stale: false }
}

function constant(value: unknown): Shown {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    ? { value, quality: 'good', stale: false }
    : ABSENT
}
