/** Brings the page back to its top in `duration` milliseconds; at once for people who asked for less movement. */
export function scrollToTop(duration: number): void {
  const from = scrollY
  if (from === 0) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return scrollTo(0, 0)
  const began = performance.now()
  const step = (now: number): void => {
    const part = Math.min((now - began) / duration, 1)
    scrollTo(0, from * (1 - easeInOut(part)))
    if (part < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

function easeInOut(part: number): number {
  return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part)
}
