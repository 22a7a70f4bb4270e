/** Guides of the canvas, and what it snaps to: kept in the browser of whoever designs, since they are no part of the screen. Pure. */
import type { Guides } from './snap.ts'

export interface Aids extends Guides {
  /** Pixels of the canvas from line to line; 0 for none. */
  readonly grid: number
  readonly showsGrid: boolean
  /** To edges and centres of other widgets, and to guides. */
  readonly snaps: boolean
}

export const USUAL_AIDS: Aids = { x: [], y: [], grid: 10, showsGrid: true, snaps: true }
const MAX_GUIDES = 40

/** Aids as the text that is kept. */
export const textOfAids = (aids: Aids): string => JSON.stringify(aids)

/** Aids of a text that was kept; the usual ones where it says something else. */
export function aidsOf(text: string | undefined): Aids {
  try {
    const given: unknown = JSON.parse(text ?? '')
    if (typeof given !== 'object' || given === null) return USUAL_AIDS
    const { x, y, grid, showsGrid, snaps } = given as Record<string, unknown>
    return {
      x: numbersIn(x),
      y: numbersIn(y),
      grid: typeof grid === 'number' && grid >= 0 && grid <= 200 ? grid : USUAL_AIDS.grid,
      showsGrid: showsGrid !== false,
      snaps: snaps !== false,
    }
  } catch {
    return USUAL_AIDS
  }
}

const numbersIn = (given: unknown): number[] =>
  Array.isArray(given) ? given.filter((value) => typeof value === 'number' && Number.isFinite(value)).slice(0, MAX_GUIDES) : []

/** Aids with one more guide; the same where it is there. */
export const withGuide = (aids: Aids, along: 'x' | 'y', at: number): Aids =>
  aids[along].includes(at) || aids[along].length >= MAX_GUIDES
    ? aids
    : { ...aids, [along]: [...aids[along], at].toSorted((one, other) => one - other) }

/** Aids without a guide. */
export const withoutGuide = (aids: Aids, along: 'x' | 'y', at: number): Aids => ({
  ...aids,
  [along]: aids[along].filter((one) => one !== at),
})
