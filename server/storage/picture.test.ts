import { describe, expect, it } from 'vitest'
import { pngAs, pngHead } from '../../tests/support/pictures.ts'
import { pictureOf } from './picture.ts'

const segment = (marker: number, data: Buffer | string) => {
  const body = Buffer.from(data as string)
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body])
}
const [START, END] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])]
const JFIF = segment(0xe0, 'JFIF\0')
/** A frame of 300 by 200. */
const FRAME = segment(0xc2, Buffer.from([8, 0, 200, 1, 44, 1, 1, 0x11, 0]))
const SCAN = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4])])
const TABLE = segment(0xc4, 'huffman')
const plain = Buffer.concat([START, JFIF, FRAME, TABLE, SCAN, TABLE, SCAN, END])

describe('a JPEG', () => {
  it('keeps the picture, in several scans, and nothing about where it was taken', () => {
    const withMetadata = Buffer.concat([
      START,
      JFIF,
      segment(0xe1, 'Exif\0\0GPS'),
      segment(0xe2, 'ICC'),
      segment(0xed, 'Photoshop'),
      segment(0xfe, 'a comment'),
      FRAME,
      TABLE,
      SCAN,
      TABLE,
      SCAN,
      END,
      Buffer.from('PK behind its end'),
    ])
    expect(pictureOf(withMetadata)).toEqual({ type: 'image/jpeg', width: 300, height: 200, bytes: plain })
    expect(pictureOf(plain)?.bytes.equals(plain)).toBe(true)
  })

  it.each<[string, Buffer]>([
    ['without an end', plain.subarray(0, -2)],
    ['without a scan', Buffer.concat([START, JFIF, FRAME, END])],
    ['without a frame', Buffer.concat([START, JFIF, SCAN, END])],
    ['with a segment longer than the file', Buffer.concat([START, Buffer.from([0xff, 0xe0, 0xff, 0xff])])],
    ['with something between its segments', Buffer.concat([START, JFIF, Buffer.from('x'), FRAME, SCAN, END])],
    ['with a segment of no length', Buffer.concat([START, Buffer.from([0xff, 0xe0, 0, 0]), FRAME, SCAN, END])],
    ['with a scan before its frame', Buffer.concat([START, JFIF, SCAN, FRAME, SCAN, END])],
    ['of three bytes', plain.subarray(0, 3)],
  ])('%s is none', (_what, bytes) => {
    expect(pictureOf(bytes)).toBeUndefined()
  })
})

it('a PNG says once how large it is', () => {
  const options = { width: 2, height: 2 }
  const sound = pngAs(options)
  expect(pictureOf(sound)).toMatchObject({ type: 'image/png', width: 2, height: 2 })
  // Programs that take the last of them would unpack 40 gigabytes.
  expect(pictureOf(pngAs({ ...options, more: [pngHead({ width: 100_000, height: 100_000 })] }))).toBeUndefined()
  expect(pictureOf(sound.subarray(0, -1))).toBeUndefined()
})

it('nothing else is a picture', () => {
  for (const text of ['', 'GIF89a', '<svg/>', 'RIFF0000WEBP', '\x89PNG\r\n\x1a\n'])
    expect(pictureOf(Buffer.from(text, 'latin1'))).toBeUndefined()
})
