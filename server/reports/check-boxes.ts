/** Cells of a report that are boxes to be ticked: drawn on pages, and written as characters where a program has a font that has them. */
import type { TemplateCell } from '../../model/reports/template.ts'
import type { BoxPath } from '../documents/index.ts'
import type { CellValue } from './data.ts'
import { way } from './drawn.ts'
import { UNKNOWN } from './texts.ts'

export interface CheckBox {
  /** Undefined of a value that the reader has not. */
  readonly isTicked: boolean | undefined
  /** What stands beside it; empty where nothing does. */
  readonly label: string
}

/** Of the size of its letters: its side, what is free between it and its label, and how far it reaches below their baseline. */
const [SIDE, FREE, BELOW] = [0.8, 0.35, 0.04] as const
const LINE = 0.6
const TICKED = /^(?:true|1)$/i

/** How much of the width of its cell a box takes beside its label. */
export const widthOfBox = ({ label }: CheckBox, size: number): number => (SIDE + (label === '' ? 0 : FREE)) * size

/** What a sheet has of a cell that is a box: the box, and its text for whoever draws none. @param shown What the cell would say otherwise */
export function shownBox(
  { label = '' }: NonNullable<TemplateCell['check']>,
  { kind, value }: CellValue,
  shown: string,
  filled: (text: string) => string,
): { text: string; check: CheckBox } {
  const isTicked = kind === 'hidden' ? undefined : typeof value === 'number' ? value !== 0 : TICKED.test(shown.trim())
  // What a parameter stands for may have several lines.
  const check = { isTicked, label: filled(label).replaceAll(/\s+/g, ' ').trim() }
  return { text: `${isTicked === undefined ? UNKNOWN : isTicked ? '☑' : '☐'} ${check.label}`.trim(), check }
}

/** The box whose label has its baseline there; of a value that the reader has not a dash in it. @param size Of the letters, in points */
export function boxPaths({ isTicked }: CheckBox, { x, y }: { readonly x: number; readonly y: number }, size: number): BoxPath[] {
  const [side, bottom] = [SIDE * size, y + BELOW * size]
  const at = (across: number, up: number) => [x + across * side, bottom - up * side] as const
  const line = { stroke: '#000000', width: LINE }
  const mark = isTicked === undefined ? [at(0.25, 0.5), at(0.75, 0.5)] : isTicked ? [at(0.2, 0.5), at(0.42, 0.25), at(0.82, 0.78)] : []
  return [
    { d: `${way([at(0, 0), at(1, 0), at(1, 1), at(0, 1)])}Z`, ...line },
    ...(mark.length > 0 ? [{ d: way(mark), ...line, width: 2 * LINE }] : []),
  ]
}
