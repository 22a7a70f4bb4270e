/** Kinds of devices by the code of their type, as the seeds of the demonstration name them. */
import { curingRoom, grouting, sprayCuring, steamCuring, tensioning } from './curing.ts'
import { filter, flowMeter, pump, waterQuality } from './water.ts'

export type Values = Readonly<Record<string, number>>

export interface Model {
  /** How often it sends, while it has something to tell. */
  readonly everyMs: number
  /** By the keys of its points, as people read them; nothing while it is silent. */
  values(seed: number, time: number, code: string): Values | undefined
}

export const models: Readonly<Record<string, Model>> = {
  'curing-room': curingRoom,
  'steam-curing': steamCuring,
  'spray-curing': sprayCuring,
  tensioning,
  grouting,
  pump,
  'water-quality': waterQuality,
  filter,
  'flow-meter': flowMeter,
}
