import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToasts, dismissToast, toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.useRealTimers()
})

const shown = () => currentToasts().map(({ text }) => text)

/** Section 9 of the specification; the warning is that of a password that was not changed. */
it.each([
  ['success', 2000],
  ['warning', 2000],
  ['error', 5000],
] as const)('a message of kind %s stays for %i ms', (kind, duration) => {
  toast[kind]('text')
  vi.advanceTimersByTime(duration - 1)
  expect(shown()).toEqual(['text'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

it('what leads somewhere stays longer, and the same words stand there once', () => {
  toast.success('saved', { text: 'Show', go: () => undefined })
  toast.error('no')
  toast.error('no')
  expect(shown()).toEqual(['saved', 'no'])
  vi.advanceTimersByTime(5000)
  expect(shown()).toEqual(['saved'])
})

it('what is under way stays until it is over', () => {
  const over = toast.busy('working')
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual(['working'])
  over()
  vi.advanceTimersByTime(0)
  expect(shown()).toEqual([])
})
