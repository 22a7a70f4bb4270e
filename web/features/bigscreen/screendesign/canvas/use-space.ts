import { useCallback, useEffect, useRef } from 'react'

/** Gives whether the space bar is held: the canvas is moved below the window meanwhile. */
export function useSpace(): () => boolean {
  const isHeld = useRef(false)
  useEffect(() => {
    const listen = ({ key, type }: KeyboardEvent) => {
      if (key === ' ') isHeld.current = type === 'keydown'
    }
    const release = () => {
      isHeld.current = false
    }
    addEventListener('keydown', listen)
    addEventListener('keyup', listen)
    addEventListener('blur', release)
    return () => {
      removeEventListener('keydown', listen)
      removeEventListener('keyup', listen)
      removeEventListener('blur', release)
    }
  }, [])
  return useCallback(() => isHeld.current, [])
}
