import { useEffect, useState } from 'react'

interface CountToProps {
  readonly value: number
  /** Milliseconds. */
  readonly duration?: number
  readonly format?: (value: number) => string
}

/** A number that is counted up to. Who hears it, or wants nothing to move, has the number at once. */
export function CountTo({ value, duration = 1200, format = String }: CountToProps) {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches || duration <= 0
    let began: number | undefined
    let frame = requestAnimationFrame(function step(now) {
      began ??= now
      const part = still ? 1 : Math.min((now - began) / duration, 1)
      setShown(part === 1 ? value : Math.round(value * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [value, duration])
  return (
    <>
      <span aria-hidden="true">{format(shown)}</span>
      <span className="visually-hidden">{format(value)}</span>
    </>
  )
}
