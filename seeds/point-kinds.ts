/** Points that many devices have, so that each says in a line what is its own. */
import type { PointSeed } from './tenant.ts'

const MINUTE = 60

/** A measured value. What is silent for ten minutes is stale: the past of the demonstration has a value that often (server/simulator/history.ts). */
export const value = (
  pointKey: string,
  pointName: string,
  unit: string | undefined,
  rangeLow: number,
  rangeHigh: number,
  more: Partial<PointSeed> = {},
): PointSeed => ({ pointKey, pointName, ...(unit === undefined ? {} : { unit }), rangeLow, rangeHigh, staleSeconds: 10 * MINUTE, ...more })

export const temperature = (pointKey: string, pointName: string, more: Partial<PointSeed> = {}): PointSeed =>
  value(pointKey, pointName, '°C', -40, 120, {
    decimals: 1,
    deadband: 0.1,
    maxIntervalSeconds: 10 * MINUTE,
    frozenSeconds: 360 * MINUTE,
    ...more,
  })

export const humidity = (pointKey: string, pointName: string, more: Partial<PointSeed> = {}): PointSeed =>
  value(pointKey, pointName, '%', 0, 100, {
    decimals: 1,
    deadband: 0.5,
    maxIntervalSeconds: 10 * MINUTE,
    frozenSeconds: 1440 * MINUTE,
    ...more,
  })

/** On or off, told when it changes. */
export const state = (pointKey: string, pointName: string, stateTexts: string, more: Partial<PointSeed> = {}): PointSeed => ({
  pointKey,
  pointName,
  stateTexts,
  deadband: 0,
  maxIntervalSeconds: 60 * MINUTE,
  staleSeconds: 90 * MINUTE,
  ...more,
})

/** A value of 32 bits in two input registers, as most controllers in the field keep theirs. */
export const floatAt = (registerAddress: number) =>
  ({ registerKind: 'input', registerAddress, registerFormat: 'float32', byteOrder: 'CDAB' }) as const
/** A scaled whole number in one holding register. */
export const wordAt = (registerAddress: number, scale: number) =>
  ({ registerKind: 'holding', registerAddress, registerFormat: 'int16', byteOrder: 'ABCD', scale }) as const
export const inputBitAt = (registerAddress: number) =>
  ({ registerKind: 'discrete', registerAddress, registerFormat: 'boolean', byteOrder: 'ABCD' }) as const
