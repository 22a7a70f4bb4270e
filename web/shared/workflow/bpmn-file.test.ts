import { expect, test } from 'vitest'
import { modelIn } from './bpmn-file.ts'

const bytes = (text: string, ...before: number[]): ArrayBuffer => new Uint8Array([...before, ...new TextEncoder().encode(text)]).buffer

test('a file is read by the encoding that it names, and says UTF-8 afterwards', () => {
  const latin = Uint8Array.from([...'<?xml version="1.0" encoding="ISO-8859-1"?><a n="K'].map((one) => one.charCodeAt(0)))
  const file = new Uint8Array([...latin, 0xfc, ...new TextEncoder().encode('hler"/>')])
  expect(modelIn(file.buffer, 1000)).toBe('<?xml version="1.0" encoding="UTF-8"?><a n="Kühler"/>')
})

test('the mark at the beginning is no part of the model', () => {
  expect(modelIn(bytes('<a/>', 0xef, 0xbb, 0xbf), 1000)).toBe('<a/>')
})

test('UTF-16 is known by its mark', () => {
  const text = '<a n="请假"/>'
  const wide = new Uint8Array(2 + text.length * 2)
  wide.set([0xff, 0xfe])
  for (const [at, one] of [...text].entries()) wide.set([one.charCodeAt(0) & 0xff, one.charCodeAt(0) >> 8], 2 + at * 2)
  expect(modelIn(wide.buffer, 1000)).toBe(text)
})

test('what cannot be read is told apart', () => {
  expect(modelIn(bytes('<a/>'), 3)).toEqual({ unreadable: 'large' })
  expect(modelIn(bytes('PK\u0003'), 1000)).toEqual({ unreadable: 'no-xml' })
  expect(modelIn(bytes('<?xml version="1.0" encoding="no-such"?><a/>'), 1000)).toEqual({ unreadable: 'encoding' })
  expect(modelIn(new Uint8Array([0x3c, 0xff, 0xfe]).buffer, 1000)).toEqual({ unreadable: 'encoding' })
})
