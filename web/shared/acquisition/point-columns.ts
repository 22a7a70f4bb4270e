/** How points look in a list, those of devices and those of types; and what a new one begins with. */
import { registerFields } from '../../../model/acquisition/point-fields.ts'
import type { ColumnSetups } from '../../kernel/resource/columns.tsx'

export const pointColumns: ColumnSetups = {
  pointKey: { width: 150 },
  pointName: { width: 170 },
  unit: { width: 80 },
  displayUnit: { width: 110 },
  decimals: { width: 90 },
  stateTexts: { width: 160 },
  pointGroup: { width: 110 },
  displayOrder: { width: 110 },
  scale: { width: 90 },
  valueOffset: { width: 90 },
  rangeLow: { width: 140 },
  rangeHigh: { width: 140 },
  staleSeconds: { width: 145 },
  registerKind: { width: 140 },
  registerAddress: { width: 160 },
  registerFormat: { width: 140 },
  byteOrder: { width: 150 },
  deadband: { width: 100 },
  maxIntervalSeconds: { width: 160 },
  frozenSeconds: { width: 145 },
}

export const newPoint = { scale: 1, valueOffset: 0, retention: 'standard' } as const

/** What few points have: how they are stored and judged, and where they stand in a Modbus device. */
export const foldedFields = {
  label: 'points.more',
  names: ['deadband', 'maxIntervalSeconds', 'frozenSeconds', 'retention', ...registerFields],
} as const
