/** How wide the place of a table is, and whether more of the table lies beside what is seen of it. */
import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'

/** Most tables stand in places of the same width: the next one begins with it and is drawn once. */
let lastWidth: number | undefined

/**
 * The pixels that are seen of what scrolls in the element. The element says by `data-before` and `data-after` that there is more on a side, for the style
 * sheet to show it: scrolling draws nothing anew.
 */
export function useRoom(scroller: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState(lastWidth)

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      const { clientWidth, scrollWidth, scrollLeft } = element
      // Behind another page it has none, and would be drawn for nothing.
      if (clientWidth === 0) return
      element.toggleAttribute('data-before', scrollLeft > 1)
      element.toggleAttribute('data-after', scrollWidth - clientWidth - scrollLeft > 1)
      lastWidth = clientWidth
      setWidth(clientWidth)
    }
    look()
    const sized = new ResizeObserver(look)
    sized.observe(element)
    for (const child of element.children) sized.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  return width
}
