/** Chosen points by what their reader sees of them, and how their choice changes. */
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { unitOf } from '../figures.ts'
import { textIn } from './offered.ts'

/** What a point is called among those of other devices, with its unit; its place among the chosen ones where its reader sees nothing of that. */
export function labelOf(row: ResourceRow, place: number): string {
  const name = [textIn(row, 'deviceIdCn'), textIn(row, 'pointName') || textIn(row, 'pointKey')].filter(Boolean).join(' · ')
  const unit = unitOf(row)
  return (name || `#${place + 1}`) + (unit && ` (${unit})`)
}

/** How many of the points belong to each device, as far as their reader sees that. */
export function countsOf(rows: readonly (ResourceRow | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const device = row && textIn(row, 'deviceId')
    if (device) counts.set(device, (counts.get(device) ?? 0) + 1)
  }
  return counts
}

/** The points with one more, or without it. */
export const toggled = (chosen: readonly string[], point: string): readonly string[] =>
  chosen.includes(point) ? chosen.filter((one) => one !== point) : [...chosen, point]

/** The points with others, each once, as far as there may be so many: those of before stay. */
export const withMore = (chosen: readonly string[], ids: readonly string[], most: number): readonly string[] =>
  [...new Set([...chosen, ...ids])].slice(0, most)

/** The points that an address names, each once, as far as there may be so many; what is no id is none. */
export const pointsNamed = (text: string, most: number): readonly string[] =>
  [...new Set(text.toLowerCase().split(','))].filter((id) => ID.test(id)).slice(0, most)

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
