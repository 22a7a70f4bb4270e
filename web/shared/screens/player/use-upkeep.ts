/** A player reports itself each minute, and follows what it learns by that: a new version, a new build of the web. */
import { useEffect, useEffectEvent } from 'react'
import { reportScreenDisplay } from '../../../../model/contract/screen/links.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { optionsOf } from './hosts.ts'
import { displayName, keepAwake, reloadSeldom, watchFrames } from './upkeep.ts'

interface Upkeep {
  readonly id: string
  readonly screenVersion: number
  readonly isKiosk: boolean
  readonly onVersion: (version: number) => void
  /** The web was built anew: the page is to be loaded again when it is convenient. */
  readonly onBuild: () => void
}

/** Milliseconds. */
const [FIRST, EACH] = [3000, 60_000]

/** The build that this page came with, as it was told first. */
let build: string | undefined

/** Watches and reports the display while the player is shown. */
export function useUpkeep({ id, screenVersion, isKiosk, onVersion, onBuild }: Upkeep): void {
  const learned = useEffectEvent((answer: { screenVersion: number; build: string }) => {
    if (answer.screenVersion !== screenVersion) onVersion(answer.screenVersion)
    build ??= answer.build
    if (build !== answer.build) onBuild()
  })
  useEffect(() => {
    const frames = watchFrames({
      requestFrame: (run) => void requestAnimationFrame(run),
      isHidden: () => document.hidden,
      reload: reloadSeldom,
      now: () => performance.now(),
    })
    const sleep = keepAwake()
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = async () => {
      const framesPerSecond = document.hidden ? undefined : await frames.count()
      try {
        learned(
          await ask(
            reportScreenDisplay,
            {
              id,
              display: displayName(),
              width: screen.width,
              height: screen.height,
              pixelRatio: devicePixelRatio,
              screenVersion,
              ...(framesPerSecond === undefined ? {} : { framesPerSecond }),
            },
            optionsOf(isKiosk),
          ),
        )
      } catch {
        // Where it shows is known a minute later then, or not at all: nothing that a reader could see hangs on it.
      }
      timer = setTimeout(() => void report(), EACH)
    }
    // A ready-made screen has no version, and is nobody's to look after.
    if (screenVersion > 0) timer = setTimeout(() => void report(), FIRST)
    return () => {
      frames.stop()
      sleep()
      clearTimeout(timer)
    }
  }, [id, screenVersion, isKiosk])
}
