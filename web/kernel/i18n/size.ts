/** How much that is, for people. */

export const MEGABYTE = 1024 * 1024

/** Below this it would read as nothing. */
const MIN_KILOBYTES = 0.05 * 1024

const units = ['KB', 'MB', 'GB', 'TB']

/** The size in the unit that people would choose. @example sizeOf(1536 * MEGABYTE) // 1.5 GB */
export function sizeOf(bytes: number): string {
  if (bytes > 0 && bytes < MIN_KILOBYTES) return '< 0.1 KB'
  let value = bytes / 1024
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ''}`
}
