/** What the words of registers mean. */

export type RegisterFormat = 'int16' | 'uint16' | 'int32' | 'uint32' | 'int64' | 'uint64' | 'float32' | 'float64' | 'boolean'
/** How the bytes of a value arrive; A is the most significant. Of more than four bytes, words and bytes are exchanged alike. */
export type ByteOrder = 'ABCD' | 'CDAB' | 'BADC' | 'DCBA'

const widths: Record<RegisterFormat, number> = {
  int16: 1,
  uint16: 1,
  boolean: 1,
  int32: 2,
  uint32: 2,
  float32: 2,
  int64: 4,
  uint64: 4,
  float64: 4,
}

/** Registers that a value takes. */
export function wordsOfFormat(format: RegisterFormat): number {
  return widths[format]
}

/** The number that the registers hold; undefined where it is not finite. Beyond 2⁵³ whole numbers lose their last digits. */
export function numberOfWords(words: readonly number[], format: RegisterFormat, order: ByteOrder): number | undefined {
  const bytes = Buffer.alloc(words.length * 2)
  const inOrder = order === 'CDAB' || order === 'DCBA' ? words.toReversed() : words
  for (const [at, word] of inOrder.entries()) bytes.writeUInt16BE(word, at * 2)
  if (order === 'BADC' || order === 'DCBA') bytes.swap16()
  const value = read(bytes, format)
  return Number.isFinite(value) ? value : undefined
}

function read(bytes: Buffer, format: RegisterFormat): number {
  switch (format) {
    case 'int16':
      return bytes.readInt16BE()
    case 'uint16':
      return bytes.readUInt16BE()
    case 'boolean':
      return bytes.readUInt16BE() === 0 ? 0 : 1
    case 'int32':
      return bytes.readInt32BE()
    case 'uint32':
      return bytes.readUInt32BE()
    case 'float32':
      return bytes.readFloatBE()
    case 'int64':
      return Number(bytes.readBigInt64BE())
    case 'uint64':
      return Number(bytes.readBigUInt64BE())
    case 'float64':
      return bytes.readDoubleBE()
  }
}
