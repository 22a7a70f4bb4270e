/** New ids on a page that came by plain http, where browsers have random numbers and no `randomUUID`. */
import { afterEach, expect, it, vi } from 'vitest'
import { newId } from './new-id.ts'

afterEach(() => vi.unstubAllGlobals())

/** The crypto of such a page, whose random bytes are those. */
const withBytes = (byte: number) => vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) })

it('are UUIDs of version 4 and of the variant of RFC 9562, whatever the random bytes are', () => {
  withBytes(0xff)
  expect(newId()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  withBytes(0)
  expect(newId()).toBe('00000000-0000-4000-8000-000000000000')
})

it('are made of the random numbers of the browser', () => {
  expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000)
})
