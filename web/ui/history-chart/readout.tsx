/** What the histories say where the pointer is. */
import { timeText } from '../../../model/zone.ts'
import type { History, Quality, Stretch } from './histories.ts'
import { measuredText, momentOfStretch, pointAt, qualityOf, stretchText } from './histories.ts'

export interface ReadoutTexts {
  readonly quality: Readonly<Record<Quality, string>>
  /** `3 values, 2 good`. */
  readonly counted: (count: number, good: number) => string
  readonly corrected: (earlier: string | null) => string
  /** That a mean is not weighted by time. */
  readonly ofSamples: string
}

interface ReadoutProps {
  readonly at: number
  /** Pixels from the left edge, and from edge to edge. */
  readonly x: number
  readonly width: number
  readonly histories: readonly History[]
  readonly zone: string
  /** Milliseconds: in a gap, what is farther away than this is not here. */
  readonly reach: number
  /** What else stands there. */
  readonly marks: readonly string[]
  readonly texts: ReadoutTexts
}

export function Readout({ at, x, width, histories, zone, reach, marks, texts }: ReadoutProps) {
  const found = histories.map((history) => ({ history, point: pointAt(history, at, reach) }))
  const closest = found.flatMap(({ point }) => point ?? []).sort((one, other) => Math.abs(one.time - at) - Math.abs(other.time - at))[0]
  const isRight = x > width / 2
  return (
    <>
      <div className="history-cursor" style={{ left: x }} />
      <div className="history-readout" style={isRight ? { right: width - x + 12 } : { left: x + 12 }}>
        <time>{timeText(zone, closest ? momentOfStretch(closest) : Math.floor(at / 1000) * 1000)}</time>
        <ul>
          {found.map(({ history, point }) => (
            <li key={history.id}>
              <Mark colour={history.colour} isFaint={history.isFaint} />
              <span className="history-name">{history.name}</span>
              <strong>{stretchText(point, history)}</strong>
              {point && (
                <small>
                  {remarkOn(point, texts, (value) => measuredText(value, history))}
                  {closest && ownTime(history, point, closest, zone)}
                </small>
              )}
            </li>
          ))}
          {marks.map((text) => (
            <li key={text} className="history-noted">
              {text}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** When it was measured, if that is not what stands above: of what is drawn later than it was, the day as well. */
function ownTime({ shiftMs = 0 }: History, point: Stretch, closest: Stretch, zone: string): string {
  if (shiftMs !== 0) return ` · ${timeText(zone, momentOfStretch({ ...point, time: point.time - shiftMs }))}`
  return point.time === closest.time ? '' : ` · ${timeText(zone, momentOfStretch(point)).slice(11)}`
}

export function Mark({ colour, isFaint = false }: { colour: number; isFaint?: boolean | undefined }) {
  const look = isFaint ? ' history-mark-dotted' : colour >= 8 ? ' history-mark-dashed' : ''
  return <i className={`history-mark history-mark-${(colour % 8) + 1}${look}`} aria-hidden="true" />
}

/** The quality of a value, and of a stretch that is partly poor how much is good, or that its mean is of samples; of a corrected sample what it was before. */
export function remarkOn(
  point: Stretch,
  { quality, counted, corrected, ofSamples }: ReadoutTexts,
  write: (value: number) => string,
): string {
  const { count, good, earlier, isOfSamples } = point
  const weighed = count > 1 && good < count ? counted(count, good) : quality[qualityOf(point)]
  const worth = isOfSamples && count > 1 ? `${weighed} · ${ofSamples}` : weighed
  return earlier === undefined ? worth : `${worth} · ${corrected(earlier === null ? null : write(earlier))}`
}
