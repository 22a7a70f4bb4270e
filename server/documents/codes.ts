/** Codes that machines read, as dark and light modules: QR (ISO/IEC 18004) and Code 128 (ISO/IEC 15417). */
import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** Rows of modules, true where one is dark, without the room that stays free around them. */
export type Modules = readonly (readonly boolean[])[]

/** What a code on paper may hold: more makes modules that no phone reads off a label. */
const MAX_QR = 500
const MAX_CODE_128 = 80

/** The modules of a QR code; undefined for an empty text and one that is too long. A seventh of it may be dirty (level M). */
export function qrModules(text: string): Modules | undefined {
  return text === '' || text.length > MAX_QR ? undefined : encode(text, { ecc: 'M', border: 0 }).data
}

/** Widths of bars and spaces, of each symbol one after the other (ISO/IEC 15417, table 1); the last is the stop character. */
const SYMBOLS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 ' +
  '221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 ' +
  '231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 ' +
  '114131 311141 411131 211412 211214 211232 2331112'
).split(' ')
const [TO_C, TO_B, START_B, START_C, STOP] = [99, 100, 104, 105, 106]
const CHECK = 103

/** The symbol values of a text with their check character, between start and stop; undefined where one of its characters is beyond ASCII, and for an empty or very long text. */
export function code128Values(text: string): number[] | undefined {
  if (!/^[ -~]+$/.test(text) || text.length > MAX_CODE_128) return undefined
  const values: number[] = []
  let isC = false
  for (let at = 0; at < text.length;) {
    const digits = /^\d*/.exec(text.slice(at))?.[0].length ?? 0
    // Two digits take one symbol in set C; to change there and back takes two.
    const isWorth = digits >= 4 && (at === 0 || at + digits === text.length || digits >= 6)
    // Of an odd number of them the first is said before.
    if (isC ? digits >= 2 : isWorth && digits % 2 === 0) {
      if (!isC) values.push(values.length === 0 ? START_C : TO_C)
      isC = true
      values.push(Number(text.slice(at, at + 2)))
      at += 2
      continue
    }
    if (isC || values.length === 0) values.push(values.length === 0 ? START_B : TO_B)
    isC = false
    values.push(text.charCodeAt(at) - 32)
    at += 1
  }
  const [start = 0, ...rest] = values
  return [...values, rest.reduce((sum, value, at) => sum + value * (at + 1), start) % CHECK, STOP]
}

/** The one row of modules of a Code 128; undefined as for {@link code128Values}. */
export function code128Modules(text: string): Modules | undefined {
  const values = code128Values(text)
  return (
    values && [
      values.flatMap((value) => [...(SYMBOLS[value] as string)].flatMap((width, at) => Array<boolean>(Number(width)).fill(at % 2 === 0))),
    ]
  )
}

/** Where dark modules of a row begin, and how many follow each other. */
export function runsOf(row: readonly boolean[]): [from: number, length: number][] {
  return [
    ...row
      .map((dark) => (dark ? '1' : '0'))
      .join('')
      .matchAll(/1+/g),
  ].map((run) => [run.index, run[0].length])
}

/** The modules as a PNG of one bit a pixel, with this many free ones on each side, each module so many pixels wide. */
export function pngOfModules(
  modules: Modules,
  { quiet, scale, height = scale }: { quiet: number; scale: number; height?: number },
): Buffer {
  const wide = ((modules[0]?.length ?? 0) + 2 * quiet) * scale
  const free = modules.length === 1 ? 0 : quiet * scale
  const line = (row: readonly boolean[]) => {
    const bytes = Buffer.alloc(1 + Math.ceil(wide / 8), 0xff)
    bytes[0] = 0
    for (const [from, length] of runsOf(row))
      for (let x = (quiet + from) * scale; x < (quiet + from + length) * scale; x += 1)
        bytes[1 + (x >> 3)] = (bytes[1 + (x >> 3)] as number) & ~(0x80 >> (x & 7))
    return bytes
  }
  const lines = [
    ...Array<Buffer>(free).fill(line([])),
    ...modules.flatMap((row) => Array<Buffer>(height).fill(line(row))),
    ...Array<Buffer>(free).fill(line([])),
  ]
  const head = Buffer.alloc(13)
  head.writeUInt32BE(wide, 0)
  head.writeUInt32BE(lines.length, 4)
  head.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
