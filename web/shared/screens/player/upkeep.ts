/** What keeps a display going that nobody looks after for weeks: frames are watched and counted, and the display is kept awake. */

/** What the watch stands on; a test has one of its own. */
export interface FrameWatchHost {
  readonly requestFrame: (run: () => void) => void
  readonly isHidden: () => boolean
  readonly reload: () => void
  /** Milliseconds. */
  readonly now: () => number
}

/** Milliseconds: how often a frame is asked for, and how long one may take before the page is loaded anew. */
const [LOOK, MAX_WAIT] = [5000, 30_000]
/** Frames are counted for so long. */
const COUNTING = 2000

export interface FrameWatch {
  /** Frames a second, counted now; undefined where none came. */
  readonly count: () => Promise<number | undefined>
  readonly stop: () => void
}

/** Loads the page anew when no frame was drawn for half a minute though somebody could see it. A machine that slept is not taken for one that hangs. */
export function watchFrames(host: FrameWatchHost): FrameWatch {
  let drawnAt = host.now()
  let lookedAt = host.now()
  const ask = () =>
    host.requestFrame(() => {
      drawnAt = host.now()
    })
  const timer = setInterval(() => {
    const now = host.now()
    // Timers stood still as well, or nobody could see anything.
    if (host.isHidden() || now - lookedAt > 3 * LOOK) drawnAt = now
    lookedAt = now
    if (now - drawnAt > MAX_WAIT) host.reload()
    ask()
  }, LOOK)
  ask()
  return {
    count: () =>
      new Promise((resolve) => {
        const begin = host.now()
        let frames = -1
        const frame = () => {
          frames += 1
          if (host.now() - begin < COUNTING) host.requestFrame(frame)
        }
        host.requestFrame(frame)
        setTimeout(() => resolve(frames < 1 ? undefined : Math.round((frames * 10_000) / (host.now() - begin)) / 10), COUNTING)
      }),
    stop: () => clearInterval(timer),
  }
}

/** When the page was loaded anew last, so that a display that cannot draw at all does not do so all the time. */
const RELOADED = 'screen-reloaded'
const MIN_BETWEEN = 300_000

/** Loads the page anew, but not again and again. */
export function reloadSeldom(): void {
  const now = Date.now()
  if (now - Number(sessionStorage.getItem(RELOADED) ?? 0) < MIN_BETWEEN) return
  sessionStorage.setItem(RELOADED, String(now))
  location.reload()
}

/** Keeps the display from going dark, where the browser can; until the function it gives back is called. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  let isOver = false
  const take = () => {
    if (document.hidden || !('wakeLock' in navigator)) return
    navigator.wakeLock.request('screen').then(
      (given) => {
        if (isOver) void given.release()
        else lock = given
      },
      // Refused on a battery that is low: then it may go dark.
      () => undefined,
    )
  }
  take()
  document.addEventListener('visibilitychange', take)
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', take)
    void lock?.release()
  }
}

const DISPLAY = 'screen-display'

/** The name of this display, as long as its tab is open. */
export function displayName(): string {
  const known = sessionStorage.getItem(DISPLAY)
  if (known) return known
  const made = crypto.getRandomValues(new Uint8Array(12)).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')
  sessionStorage.setItem(DISPLAY, made)
  return made
}
