/**
 * Who has something new to draw draws it in the next frame, once, however often it was told of: values come five times a second, from hundreds of points. What takes
 * longer than a frame has goes on in the frames after it, first come, first drawn: forty trends drawn with one tick of the clock would stop all that moves. Of what
 * takes long by itself there is one a frame, and then none for as long as it took, so that a slow display shows its numbers at once and its trends a little later
 * (`bench:screen-player`). A page that nobody sees draws nothing and keeps nothing for later; seen again, everything on it is drawn once.
 */

/** Of the 16 ms of a frame, what may go into drawing; the browser wants the others. */
const MAX_FRAME_MS = 6
/** What took so long when it was drawn last. */
const LONG_MS = 3

/** What the queue stands on; a test has one of its own. */
export interface FrameHost {
  readonly requestFrame: (run: () => void) => number
  readonly cancelFrame: (frame: number) => void
  readonly isHidden: () => boolean
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  /** Calls whenever the page is hidden or seen again. */
  readonly onVisibility: (listener: () => void) => void
  readonly onError: (error: unknown) => void
}

export interface Painter {
  /** Asks for the next frame. */
  readonly mark: () => void
  readonly stop: () => void
}

export interface FrameQueue {
  /** Adds somebody who draws; `stop` takes them away again. */
  readonly add: (paint: () => void) => Painter
}

/** Whoever draws, and how many milliseconds that took the last time. */
interface Own {
  readonly paint: () => void
  took: number
}

/** A queue over the frames of its host. */
export function createFrameQueue(host: FrameHost): FrameQueue {
  const all = new Set<Own>()
  const dirty = new Set<Own>()
  let frame: number | undefined
  let listens = false
  /** Before then nothing is drawn that takes long. */
  let restsUntil = 0

  function run(): void {
    frame = undefined
    const begin = host.now()
    // Whoever asks meanwhile is drawn in a later frame, behind those that wait already.
    for (const own of [...dirty]) {
      if (own.took >= LONG_MS) continue
      if (host.now() - begin >= MAX_FRAME_MS) break
      draw(own)
    }
    const long = host.now() >= restsUntil ? [...dirty].find(({ took }) => took >= LONG_MS) : undefined
    if (long) {
      draw(long)
      restsUntil = host.now() + long.took
    }
    if (dirty.size > 0) frame ??= host.requestFrame(run)
  }
  function draw(own: Own): void {
    dirty.delete(own)
    // One that was drawn before it may have taken it away.
    if (!all.has(own)) return
    const begin = host.now()
    try {
      own.paint()
    } catch (error) {
      // Of sixty widgets one may fail: the others go on.
      host.onError(error)
    }
    own.took = host.now() - begin
  }
  function mark(own: Own): void {
    if (host.isHidden() || !all.has(own)) return
    dirty.add(own)
    frame ??= host.requestFrame(run)
  }
  function onVisibility(): void {
    if (host.isHidden()) {
      dirty.clear()
      if (frame !== undefined) host.cancelFrame(frame)
      frame = undefined
      return
    }
    for (const own of all) mark(own)
  }

  return {
    add(paint) {
      // One function may be added twice, by two widgets of one look.
      const own: Own = { paint, took: 0 }
      all.add(own)
      if (!listens) {
        listens = true
        host.onVisibility(onVisibility)
      }
      return {
        mark: () => mark(own),
        stop: () => {
          all.delete(own)
          dirty.delete(own)
        },
      }
    },
  }
}

/** The queue of this page. */
export const frames: FrameQueue = createFrameQueue({
  requestFrame: (run) => requestAnimationFrame(run),
  cancelFrame: (frame) => cancelAnimationFrame(frame),
  isHidden: () => document.hidden,
  now: () => performance.now(),
  onVisibility: (listener) => document.addEventListener('visibilitychange', listener),
  onError: (error) => reportError(error),
})
