/** Alarms above the slider: the graver, the taller. They are reached with the buttons for the alarm before and the next one. */
import type { Mark } from './use-marks.ts'

interface MarksProps {
  readonly marks: readonly Mark[]
  /** Of the day, milliseconds since 1970. */
  readonly begin: number
  readonly end: number
}

/** Marks of a day: more of them would be one bar. */
const MAX_DRAWN = 400
/** Whoever goes to an alarm sees how it comes (milliseconds). */
const LEAD = 5000

export function Marks({ marks, begin, end }: MarksProps) {
  const drawn = thinned(marks, begin, end)
  return (
    <svg className="playback-marks" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {drawn.map(({ at, priority }) => {
        const x = ((at - begin) / (end - begin)) * 1000
        return (
          <path
            key={at}
            className={`playback-mark p${priority ?? 4}`}
            d={`M${x} 16V${4 * ((priority ?? 4) - 1)}`}
            vectorEffect="non-scaling-stroke"
          />
        )
      })}
    </svg>
  )
}

/** Of marks that would lie on each other the gravest. */
function thinned(marks: readonly Mark[], begin: number, end: number): readonly Mark[] {
  if (marks.length <= MAX_DRAWN) return marks
  const found = new Map<number, Mark>()
  for (const mark of marks) {
    const place = Math.floor(((mark.at - begin) / (end - begin)) * MAX_DRAWN)
    const there = found.get(place)
    if (!there || (mark.priority ?? 4) < (there.priority ?? 4)) found.set(place, mark)
  }
  return [...found.values()]
}

/** Where to look at the next alarm, or the one before: a little earlier than it was raised. */
export function nextMark(marks: readonly Mark[], at: number, step: 1 | -1): number | undefined {
  const moments = marks.map((mark) => mark.at - LEAD)
  // One that was just gone to is not the next one.
  return step > 0 ? moments.find((moment) => moment > at + 1) : moments.findLast((moment) => moment < at - 1)
}
