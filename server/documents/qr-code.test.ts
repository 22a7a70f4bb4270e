/** Codes are those that another program makes of the same text. */
import { Ecc, QrCode, QrSegment } from '@rc-component/qrcode/es/libs/qrcodegen.js'
import { expect, it } from 'vitest'
import { qrCode } from './qr-code.ts'

const draw = (rows: readonly (readonly boolean[])[]) => rows.map((row) => row.map((dark) => (dark ? '█' : ' ')).join('')).join('\n')

it.each(Array.from({ length: 72 }, (_, at) => at * 3))('of %i bytes', (length) => {
  const text = `https://console.example/acquisition/device?id=0197-${length}-`.padEnd(length, 'äöü/?&').slice(0, length)
  const bytes = [...new TextEncoder().encode(text)]
  if (bytes.length > 213) return expect(() => qrCode(text)).toThrow(RangeError)
  const made = draw(qrCode(text))
  // Any of the eight masks may be taken.
  const others = Array.from({ length: 8 }, (_, mask) =>
    draw(QrCode.encodeSegments([QrSegment.makeBytes(bytes)], Ecc.MEDIUM, 1, 40, mask, false).getModules()),
  )
  expect(others).toContain(made)
})

it('is refused where it would be too dense', () => {
  expect(() => qrCode('x'.repeat(214))).toThrow(RangeError)
  expect(qrCode('x'.repeat(213))).toHaveLength(57)
})
