/** Which questions read the registers of a device: neighbours together, since each question costs a trip on a slow bus. */
import type { RegisterKind } from '../modbus-wire/connection.ts'
import type { ByteOrder, RegisterFormat } from '../modbus-wire/numbers.ts'
import { numberOfWords, wordsOfFormat } from '../modbus-wire/numbers.ts'

/** Where the value of a point stands. */
export interface Register {
  readonly key: string
  readonly kind: RegisterKind
  readonly address: number
  readonly format: RegisterFormat
  readonly order: ByteOrder
}

export interface Block {
  readonly kind: RegisterKind
  readonly register: number
  /** Registers, or bits. */
  readonly count: number
  readonly of: readonly Register[]
}

/** The most that one question may ask for (Modbus Application Protocol 1.1b3, 6.1 to 6.4). */
const MAX_PER_REQUEST = { words: 125, bits: 2000 } as const
/** What lies between two values and is nobody's is read along up to here: cheaper than another question. */
const GAP = { words: 8, bits: 64 } as const

const isBit = (kind: RegisterKind) => kind === 'coil' || kind === 'discrete'
const widthOf = ({ kind, format }: Register) => (isBit(kind) ? 1 : wordsOfFormat(format))

/** Read requests for these registers, neighbours coalesced within the limits of the protocol. */
export function planBlocks(registers: readonly Register[]): Block[] {
  const kinds = new Map<RegisterKind, Register[]>()
  for (const register of registers) kinds.set(register.kind, [...(kinds.get(register.kind) ?? []), register])
  return [...kinds].flatMap(([kind, of]) => join(kind, of, isBit(kind) ? GAP.bits : GAP.words))
}

function join(kind: RegisterKind, of: readonly Register[], gap: number): Block[] {
  const most = isBit(kind) ? MAX_PER_REQUEST.bits : MAX_PER_REQUEST.words
  const blocks: { from: number; to: number; of: Register[] }[] = []
  for (const register of of.toSorted((a, b) => a.address - b.address)) {
    const end = register.address + widthOf(register)
    const last = blocks.at(-1)
    if (last && register.address - last.to <= gap && Math.max(end, last.to) - last.from <= most) {
      last.to = Math.max(end, last.to)
      last.of.push(register)
    } else blocks.push({ from: register.address, to: end, of: [register] })
  }
  return blocks.map(({ from, to, of: joined }) => ({ kind, register: from, count: to - from, of: joined }))
}

/**
 * What is asked instead of a block that the device will not read: without the gaps, then halves, for one register that it does not have
 * must not take the others along. Nothing where the block is one value.
 */
export function splitBlock({ kind, of }: Block): Block[] {
  if (of.length < 2) return []
  const tight = join(kind, of, 0)
  if (tight.length > 1) return tight
  const half = of.length >> 1
  return [...join(kind, of.slice(0, half), 0), ...join(kind, of.slice(half), 0)]
}

/** The value of a register in the words of its block; nothing where they are no number. */
export function valueIn({ register: from, kind }: Block, words: readonly number[], register: Register): number | undefined {
  const at = register.address - from
  return isBit(kind) ? words[at] : numberOfWords(words.slice(at, at + widthOf(register)), register.format, register.order)
}
