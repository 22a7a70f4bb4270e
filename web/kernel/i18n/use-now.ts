import { useEffect, useState } from 'react'

/** The time, milliseconds since 1970, told again every so often: what says how long ago something was grows older by itself. */
export function useNow(everyMs = 5000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
