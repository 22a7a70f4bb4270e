/** Whether something is in view, or about to be. Once it was, it stays so: what is heavy to draw is loaded then and not before. */
import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

/** Pixels below the window at which it begins to come. */
const AHEAD = '200px'

/** Whether the element is in sight or near to it, or once was. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (near || !element) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: AHEAD },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [near, ref])
  return near
}
