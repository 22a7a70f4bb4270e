import { useCallback, useSyncExternalStore } from 'react'

const EVERY_MS = 250

/** Whole seconds until a moment; 0 from then on. */
export function useSecondsUntil(moment: number): number {
  const subscribe = useCallback(
    (notify: () => void) => {
      if (moment <= Date.now()) return () => undefined
      const timer = setInterval(notify, EVERY_MS)
      return () => clearInterval(timer)
    },
    [moment],
  )
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((moment - Date.now()) / 1000)))
}
