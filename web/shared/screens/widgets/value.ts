/** How values are written in widgets, and how large. Pure. */
import { valueText } from '../../../../model/acquisition/point-display.ts'
import type { ScreenWidget } from '../../../../model/screens/document.ts'
import type { Shown } from '../feed.ts'
import { DASH, isDrawn, truthOf } from '../truth.ts'

/** Smaller than this nobody reads it: pixels of the display. */
export const MIN_TEXT = 12

interface Written {
  readonly unit?: string | undefined
  readonly digits?: number | undefined
}

/** Digits and unit of a slot: those of the options, else those of its point, unless its value was scaled to another one. */
export function writtenAs(
  { bind = {} }: ScreenWidget,
  slot: string,
  shown: Shown,
  options: Written,
): { unit: string; digits: number | undefined } {
  const source = bind[slot]
  const isScaled = source !== undefined && 'then' in source && source.then?.some((step) => 'scale' in step) === true
  const rounding = source !== undefined && 'then' in source ? source.then?.findLast((step) => 'round' in step) : undefined
  const ofSource = rounding && 'round' in rounding ? rounding.round : undefined
  return {
    unit: options.unit ?? (isScaled ? '' : (shown.point?.unit ?? '')),
    digits: options.digits ?? ofSource ?? (isScaled ? undefined : (shown.point?.digits ?? undefined)),
  }
}

/** What is written of a value, without its unit: a dash for what is bad or is not there. */
export function shownText(shown: Shown, digits: number | undefined, locale: string): string {
  if (!isDrawn(truthOf(shown)) || shown.value === null) return DASH
  return typeof shown.value === 'number' ? numberText(shown.value, digits, locale) : shown.value
}

/** A number as everywhere in the product. @param digits Behind the point; those that matter where absent */
export const numberText = (value: number, digits: number | undefined, locale: string): string =>
  valueText(value, { decimals: digits }, locale)

/** About as wide as a character is, of its height: a digit, and a Chinese character. */
const NARROW = 0.58
const WIDE = 1.02

/** About how many times its height a text is wide. */
export function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]/.test(letter) ? WIDE : NARROW
  return width
}

/** The size of a text, in pixels of the display, that fills a box and is not too small to be read. */
export function fittedSize(text: string, width: number, height: number, least = MIN_TEXT): number {
  const wide = widthOf(text)
  return Math.max(least, Math.floor(Math.min(height, wide > 0 ? width / wide : height)))
}

/** A length of the canvas in pixels of the display; texts never too small to be read. */
export const textSize = (ofCanvas: number, scale: number): number => Math.max(MIN_TEXT, ofCanvas * scale)

/** The share of a range that a value has come, 0 to 1. A range that is none is empty. */
export function shareOf(value: number, min: number, max: number): number {
  if (!(max > min) || !Number.isFinite(value)) return 0
  return Math.min(1, Math.max(0, (value - min) / (max - min)))
}
