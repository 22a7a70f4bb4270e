import { beforeEach, expect, it, vi } from 'vitest'
import { keep, readKept, withRecent } from './kept.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})
beforeEach(() => stored.clear())

it('each person of a browser has their own, the last few of them', () => {
  keep('ann', { last: 'points=a' })
  keep('bob', { favourites: ['x'] })
  keep('ann', { recent: ['a', 'b'] })
  expect(readKept('ann')).toEqual({ last: 'points=a', recent: ['a', 'b'], favourites: [] })
  expect(readKept('bob').favourites).toEqual(['x'])
  for (const name of ['c', 'd', 'e', 'f']) keep(name, { last: name })
  expect([readKept('ann').last, readKept('bob').favourites]).toEqual(['points=a', []])
})

it('is bounded, the newest first, and nonsense is nothing', () => {
  expect(withRecent(['a', 'b'], ['c', 'b'])).toEqual(['c', 'b', 'a'])
  expect(keep('ann', { recent: Array.from({ length: 50 }, (_, index) => `${index}`) }).recent).toHaveLength(30)
  for (const text of ['{', '{}', '[["ann",{}]]', '[["ann"]]', '[1]']) {
    stored.set('trends', text)
    expect(readKept('ann')).toEqual({ last: '', recent: [], favourites: [] })
  }
})
