/** Kinds of devices by the code of their type, as the seeds of the demonstration name them. */
import { curingRoom, grouting, sprayCuring, steamCuring, tensioning } from './curing.ts'
import type { Model } from './model.ts'
import { filter, flowMeter, pump, waterQuality } from './water.ts'

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
