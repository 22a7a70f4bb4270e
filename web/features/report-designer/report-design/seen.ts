/** Which lines of the sheet are seen. */
import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

/** Pixels around what is seen in which cells are drawn as well. */
const BEYOND = 300

/** Where each line begins, and where the last one ends. */
export function sums(sizes: readonly number[]): number[] {
  const found = [0]
  for (const size of sizes) found.push((found.at(-1) ?? 0) + size)
  return found
}

interface Lines {
  readonly from: number
  readonly to: number
}

/** The lines that lie within a stretch of pixels. */
export function linesIn(edges: readonly number[], begin: number, length: number): Lines {
  const from = Math.max(0, edges.findIndex((edge) => edge > begin - BEYOND) - 1)
  const end = edges.findIndex((edge) => edge > begin + length + BEYOND)
  return { from, to: (end < 0 ? edges.length - 1 : end) - 1 }
}

/** All lines from the first to the last one. */
export const between = ({ from, to }: Lines): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** What is seen of the sheet, in steps: the window does not move with every pixel. */
export function useSeen(scroller: RefObject<HTMLDivElement | null>) {
  const [seen, setSeen] = useState({ left: 0, top: 0, width: 1200, height: 700 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = () => {
      // Names of rows stay at the edge.
      element.style.setProperty('--scrolled', `${element.scrollLeft}px`)
      const next = {
        left: Math.floor(element.scrollLeft / 200) * 200,
        top: Math.floor(element.scrollTop / 200) * 200,
        width: element.clientWidth,
        height: element.clientHeight,
      }
      setSeen((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    look()
    const sized = new ResizeObserver(look)
    sized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  return seen
}
