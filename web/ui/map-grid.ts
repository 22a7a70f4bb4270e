/** Lines of latitude and longitude: how far apart, and what stands beside them. */

const steps = [60, 45, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
/** Pixels between two lines, at least. */
const ROOM = 90
/** Pixels of one tile, which at zoom 0 is the whole world. */
const TILE = 256

/** Degrees between two lines at a zoom. */
export function gridStep(zoom: number): number {
  const pixels = (TILE * 2 ** zoom) / 360
  return [...steps].reverse().find((step) => step * pixels >= ROOM) ?? 60
}

/** The text at a line of a map's grid. @param sides of the zero line: `NS` or `EW` */
export function gridText(degrees: number, step: number, sides: 'NS' | 'EW'): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  const turned = sides === 'EW' ? ((degrees + 540) % 360) - 180 : degrees
  const text = Math.abs(turned).toFixed(digits)
  return `${text}°${Number(text) === 0 ? '' : sides.charAt(turned > 0 ? 0 : 1)}`
}
