/** Brings the page, and what scrolls inside of it, back to its top in `duration` milliseconds; at once for people who asked for less movement. */
export function scrollToTop(duration: number, inside?: Element | null): void {
  const places = [document.scrollingElement, inside].flatMap((element) =>
    element && element.scrollTop > 0 ? [{ element, from: element.scrollTop }] : [],
  )
  if (places.length === 0) return
  const reach = (part: number) => {
    for (const { element, from } of places) element.scrollTop = from * (1 - part)
  }
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return reach(1)
  const began = performance.now()
  const step = (now: number): void => {
    const part = Math.min((now - began) / duration, 1)
    reach(easeInOut(part))
    if (part < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

function easeInOut(part: number): number {
  return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part)
}
