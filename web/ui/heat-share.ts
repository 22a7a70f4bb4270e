/** How full the cells of a heat map are. */
import type { Series } from './chart-options.ts'

/** The greatest value there is; 0 where there is none. */
export const greatest = (series: readonly Series[]): number =>
  series.reduce((most, { values }) => values.reduce<number>((sofar, value) => Math.max(sofar, value ?? 0), most), 0)

/** How much of its colour a cell has, in percent; undefined where there is no value, which nothing marks. */
export const fillOf = (value: number | null, most: number): number | undefined =>
  value === null ? undefined : Math.round(shareOf(value, most) * 55)

/** How full a cell is, from 0.1 to 1. */
export const shareOf = (value: number, most: number): number => (most > 0 ? 0.1 + 0.9 * Math.max(0, value / most) : 0.1)
