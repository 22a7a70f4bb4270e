/** Whether nobody has moved the pointer, touched or typed for a while: then the pointer and the bar go. */
import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

const AFTER = 5000

/** Whether nobody has been at the element for five seconds. */
export function useIdle(element: RefObject<HTMLElement | null>): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const on = element.current
    if (!on) return
    let timer = setTimeout(() => setIdle(true), AFTER)
    const wake = () => {
      clearTimeout(timer)
      setIdle(false)
      timer = setTimeout(() => setIdle(true), AFTER)
    }
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel'] as const
    for (const name of events) on.addEventListener(name, wake, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const name of events) on.removeEventListener(name, wake)
    }
  }, [element])
  return isIdle
}
