/** How large an element is, and how many pixels of the display one of CSS is: both change, by a window that is moved to another display as well. */
import type { RefObject } from 'react'
import { useEffect, useState } from 'react'
import type { Display } from '../display.ts'

/** Undefined before it was measured, and while the element has no size. */
export function useDisplay(element: RefObject<HTMLElement | null>): Display | undefined {
  const [display, setDisplay] = useState<Display>()
  useEffect(() => {
    const measured = element.current
    if (!measured) return
    let media: MediaQueryList | undefined
    const look = () => {
      const { clientWidth: width, clientHeight: height } = measured
      const { devicePixelRatio: pixelRatio } = window
      if (width > 0 && height > 0)
        setDisplay((before) =>
          before?.width === width && before.height === height && before.pixelRatio === pixelRatio ? before : { width, height, pixelRatio },
        )
      media?.removeEventListener('change', look)
      media = matchMedia(`(resolution: ${pixelRatio}dppx)`)
      media.addEventListener('change', look)
    }
    look()
    const sized = new ResizeObserver(look)
    sized.observe(measured)
    return () => {
      sized.disconnect()
      media?.removeEventListener('change', look)
    }
  }, [element])
  return display
}
