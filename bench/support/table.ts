/** What is made of the figures of a measurement: medians, ratios, and the table in which they are printed. */
import type { Measured } from '../load.ts'

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

/** The median of the rounds' ratios: what the machine did meanwhile hits neighbours in time alike. */
export function ratio(ours: readonly Measured[], theirs: readonly Measured[], of: (measured: Measured) => number): number {
  return median(ours.map((measured, round) => of(measured) / of(theirs[round] as Measured)))
}

/** A table for a terminal: the first column to the left, numbers to the right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      `  ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] as number) : cell.padStart(widths[column] as number))).join('  ')}`.trimEnd(),
    )
    .join('\n')
}
