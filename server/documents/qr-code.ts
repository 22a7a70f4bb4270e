/**
 * QR codes of short texts such as addresses (ISO/IEC 18004): bytes, error correction level M (a seventh may be dirty), versions 1 to 10.
 * A module is dark where the matrix says true; whoever draws it leaves four modules free around it.
 */

/** Of each version from 1 on, at level M: all codewords, those of correction in a block, blocks. */
const VERSIONS = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
] as const
/** The middles of alignment patterns, by version; one has none. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]] as const

/** Level M is told by two zero bits before the number of the mask. */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Rows of modules. @throws RangeError for a text of more than 213 bytes */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const version = VERSIONS.findIndex((_, at) => bytes.length <= roomOf(at + 1)) + 1
  if (version === 0) throw new RangeError(`a QR code of ${bytes.length} bytes is too dense to be read from a label`)
  const codewords = interleaved(dataOf(bytes, version), version)
  const drawn = MASKS.map((_, mask) => drawnWith(codewords, version, mask))
  const penalties = drawn.map(penaltyOf)
  return drawn[penalties.indexOf(Math.min(...penalties))] as boolean[][]
}

const versionFacts = (version: number) => VERSIONS[version - 1] as (typeof VERSIONS)[number]
const dataLength = (version: number) => {
  const [all, correction, blocks] = versionFacts(version)
  return all - correction * blocks
}
/** Bits that say how many bytes follow. */
const lengthBits = (version: number) => (version < 10 ? 8 : 16)
const roomOf = (version: number) => Math.floor((dataLength(version) * 8 - 4 - lengthBits(version)) / 8)

/** Mode, length, the bytes, and what fills the rest. */
function dataOf(bytes: Uint8Array, version: number): number[] {
  const bits = `0100${bytes.length.toString(2).padStart(lengthBits(version), '0')}${[...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')}0000`
  const length = dataLength(version)
  const words = (bits.slice(0, length * 8).match(/.{1,8}/g) ?? []).map((word) => Number.parseInt(word.padEnd(8, '0'), 2))
  for (let fill = 0; words.length < length; fill += 1) words.push(fill % 2 === 0 ? 0xec : 0x11)
  return words
}

// Arithmetic of the field of 256 elements by logarithms (polynomial 0x11d).
const EXP = Array.from({ length: 255 }, () => 1)
for (let at = 1; at < 255; at += 1) {
  const next = (EXP[at - 1] as number) * 2
  EXP[at] = next > 255 ? next ^ 0x11d : next
}
const LOG = new Map(EXP.map((value, at) => [value, at]))
const times = (one: number, other: number) =>
  one === 0 || other === 0 ? 0 : (EXP[((LOG.get(one) as number) + (LOG.get(other) as number)) % 255] as number)

/** The polynomial whose roots are the first `degree` powers, without its first coefficient. */
function generator(degree: number): number[] {
  let found = [1]
  for (let root = 0; root < degree; root += 1)
    found = [...found, 0].map((value, at) => value ^ times(at === 0 ? 0 : (found[at - 1] as number), EXP[root] as number))
  return found.slice(1)
}

/** The codewords of correction of a block (Reed–Solomon): what is left when its data are divided by the generator. */
function correctionOf(data: readonly number[], by: readonly number[]): number[] {
  let rest = by.map(() => 0)
  for (const word of data) {
    const factor = word ^ (rest[0] as number)
    rest = [...rest.slice(1), 0].map((value, at) => value ^ times(by[at] as number, factor))
  }
  return rest
}

/** The first codeword of each block, then the second …, of the data and then of the correction; the last blocks may be a codeword longer. */
function interleaved(data: readonly number[], version: number): number[] {
  const [, correction, count] = versionFacts(version)
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  let from = 0
  const blocks = Array.from({ length: count }, (_, at) => data.slice(from, (from += short + (at < count - longer ? 0 : 1))))
  const by = generator(correction)
  return [blocks, blocks.map((block) => correctionOf(block, by))].flatMap((parts) =>
    Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, at) => parts.flatMap((part) => part[at] ?? [])).flat(),
  )
}

/** What is left of `value`, shifted to the left by `bits`, divided by the generator (BCH). */
function remainder(value: number, bits: number, by: number): number {
  let rest = value << bits
  for (let at = 31 - Math.clz32(rest); at >= bits; at -= 1) if ((rest >> at) & 1) rest ^= by << (at - bits)
  return rest
}

function drawnWith(codewords: readonly number[], version: number, mask: number): boolean[][] {
  const size = 17 + 4 * version
  const modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const isTaken = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const set = (x: number, y: number, dark: boolean) => {
    const [row, taken] = [modules[y], isTaken[y]]
    if (!row || !taken || x < 0 || x >= size) return
    row[x] = dark
    taken[x] = true
  }
  /** Rings around a middle: dark, light, dark by their distance. */
  const rings = (middleX: number, middleY: number, radius: number, light: readonly number[]) => {
    for (let y = -radius; y <= radius; y += 1)
      for (let x = -radius; x <= radius; x += 1) set(middleX + x, middleY + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) rings(x, y, 4, [2, 4]) // prettier-ignore
  const middles = ALIGNED[version - 1] as readonly number[]
  const [first, last] = [middles[0], middles.at(-1)]
  for (const x of middles)
    for (const y of middles) {
      const isFinder = (x === first && (y === first || y === last)) || (x === last && y === first)
      if (!isFinder) rings(x, y, 2, [1])
    }
  const format = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412
  for (let at = 0; at < 15; at += 1) {
    const dark = ((format >> at) & 1) === 1
    // Beside the first finder, past the lines of timing; and once more along the two others.
    set(8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, dark)
    set(at < 8 ? size - 1 - at : at < 9 ? 15 - at : 14 - at, 8, dark)
  }
  set(8, size - 8, true)
  if (version >= 7) {
    const number = (version << 12) | remainder(version, 12, 0x1f25)
    for (let at = 0; at < 18; at += 1) {
      const [x, y, dark] = [Math.floor(at / 3), size - 11 + (at % 3), ((number >> at) & 1) === 1]
      set(x, y, dark)
      set(y, x, dark)
    }
  }
  const isDark = MASKS[mask] as (typeof MASKS)[number]
  let bit = 0
  // In columns of two from the right, up and down, past the column of timing.
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up)
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step
        const row = modules[y] as boolean[]
        if (isTaken[y]?.[x]) continue
        row[x] = ((((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1) !== isDark(x, y)
        bit += 1
      }
  return modules
}

/** How hard it is to read: long runs, blocks, what looks like a finder, and far more of the one than of the other. */
function penaltyOf(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length
  const rows = modules.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''))
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(''))
  let penalty = 0
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    penalty += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length
  }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const square = `${rows[y - 1]?.slice(x - 1, x + 1)}${rows[y]?.slice(x - 1, x + 1)}`
      if (square === '0000' || square === '1111') penalty += 3
    }
  const dark = rows.join('').replaceAll('0', '').length / size ** 2
  return penalty + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}
