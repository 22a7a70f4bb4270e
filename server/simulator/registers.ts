/** The registers of a simulated Modbus device: what it measures, as the register map of its type has it. */
import type { RegisterKind } from '../acquisition/index.ts'
import type { SimulatedDevice } from './devices.ts'
import type { Fault } from './faults.ts'
import { faultsAt, measured } from './faults.ts'

/** Modbus Application Protocol 1.1b3, 7. */
const ILLEGAL_ADDRESS = 2

/** Words (of bits: 0 or 1); a number where it says no, with that code; nothing where it does not answer. */
export function registersOf(
  device: SimulatedDevice,
  faults: readonly Fault[],
  time: number,
  kind: RegisterKind,
  register: number,
  count: number,
): readonly number[] | number | undefined {
  const now = faultsAt(faults, device.code, time)
  if (now.some((fault) => fault.kind === 'timeout')) return undefined
  const values = measured(now, time, (at) => device.model.values(device.seed, at, device.code)) ?? {}
  const words = new Map<number, number>()
  for (const point of device.points) {
    if (point.registerKind !== kind || point.registerAddress === undefined) continue
    wordsFor(values[point.pointKey] ?? 0, point.registerFormat, point.scale ?? 1).forEach((word, at) =>
      words.set((point.registerAddress as number) + at, word),
    )
  }
  const asked = Array.from({ length: count }, (_, at) => words.get(register + at))
  return asked.every((word) => word !== undefined) ? asked : ILLEGAL_ADDRESS
}

/** Of four bytes the lower word comes first, as the seeds say (CDAB). */
function wordsFor(value: number, format: string | undefined, scale: number): number[] {
  if (format !== 'float32') return [Math.round(value / scale) & 0xffff]
  const bytes = Buffer.alloc(4)
  bytes.writeFloatBE(value)
  return [bytes.readUInt16BE(2), bytes.readUInt16BE(0)]
}
