/** Which page shows when: pages that say how long they stay follow each other by themselves; the others are opened by a click or a key. */
import type { ScreenPage } from '../../../../model/screens/document.ts'

type Timed = Pick<ScreenPage, 'id' | 'seconds'>

export interface Carousel {
  readonly page: () => string
  readonly isPaused: () => boolean
  /** Whether pages follow each other at all. */
  readonly runs: boolean
  /** Whether something will be due by itself: a page that stays for ever, and one that is held, have no next time. */
  readonly isTimed: () => boolean
  readonly show: (id: string) => void
  /** The next page, or the one before: of all, in their order. */
  readonly go: (steps: 1 | -1) => void
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => void
}

interface Options {
  readonly pages: readonly Timed[]
  /** The page that it begins with; else the first. */
  readonly first?: string | undefined
  readonly onChange: () => void
  /** Called with the page that is to show by itself; true keeps it from that, since something else shows now. */
  readonly onNext: (following: string) => boolean
}

/** A page that is not of the carousel stays so long after it was opened (milliseconds), where there is a carousel to go on with. */
const LEFT_ALONE = 120_000

/** Begins with the first page. */
export function openCarousel({ pages, first, onChange, onNext }: Options): Carousel {
  const timed = pages.filter(({ seconds }) => seconds !== undefined)
  const runs = timed.length > 1
  let at = Math.max(
    0,
    pages.findIndex(({ id }) => id === (first ?? timed[0]?.id)),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPaused = false

  function wait(): void {
    clearTimeout(timer)
    if (isPaused || timed.length === 0) return
    const { seconds } = pages[at] as Timed
    // One page alone has its time as well: something else may be due then.
    timer = setTimeout(turn, seconds === undefined ? LEFT_ALONE : seconds * 1000)
  }
  function turn(): void {
    const following = [...pages.slice(at + 1), ...pages.slice(0, at + 1)].find(({ seconds }) => seconds !== undefined)
    if (following && !onNext(following.id)) enter(pages.indexOf(following))
  }
  function enter(index: number): void {
    const isOther = index >= 0 && index !== at
    if (index >= 0) at = index
    wait()
    if (isOther) onChange()
  }

  wait()
  return {
    page: () => (pages[at] as Timed).id,
    isPaused: () => isPaused,
    runs,
    isTimed: () => !isPaused && timed.length > 0,
    show: (id) => enter(pages.findIndex((page) => page.id === id)),
    go: (steps) => enter((at + steps + pages.length) % pages.length),
    pause() {
      isPaused = true
      wait()
      onChange()
    },
    resume() {
      isPaused = false
      wait()
      onChange()
    },
    stop: () => clearTimeout(timer),
  }
}
