/** What is chosen where several points are changed at once. */
import type { ReactNode } from 'react'
import type { ResourceRow } from '../../kernel/http/resource-client.ts'
import { DisplayUnit } from './display-unit.tsx'

/** The controls for these points: their display unit is chosen among those that the units of all can be converted to. */
export const pointsTogether = (rows: readonly ResourceRow[]): Readonly<Record<string, ReactNode>> => ({
  displayUnit: <DisplayUnit units={rows.map(({ unit }) => (typeof unit === 'string' ? unit.trim() : ''))} />,
})
