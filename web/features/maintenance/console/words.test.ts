/** What figures of the maintenance console say of when they look. */
import { expect, it } from 'vitest'
import { FIGURES, FIGURE_KEYS } from '../../../../model/maintenance/console.ts'
import { windowOf } from './words.ts'

const ZONE = 'Asia/Shanghai'
const asOf = Date.parse('2026-03-10T10:20:30+08:00')
const window = { from: asOf - 7 * 86_400_000, to: asOf }

it('plans are kept over whole days before today, however many days were chosen', () => {
  const to = Date.parse('2026-03-09T23:59:59+08:00')
  expect(windowOf('compliance-30', { asOf, window }, ZONE)).toEqual({ from: Date.parse('2026-02-08T00:00:00+08:00'), to })
  expect(windowOf('compliance-90', { asOf, window }, ZONE)).toEqual({ from: Date.parse('2025-12-10T00:00:00+08:00'), to })
})

it('no share and no mean time is of now: each says from when to when it looks', () => {
  const reckoned = FIGURE_KEYS.filter((key) => FIGURES[key] === 'share' || FIGURES[key] === 'hours')
  expect(reckoned.length).toBeGreaterThan(5)
  expect(reckoned.filter((key) => windowOf(key, { asOf, window }, ZONE) === undefined)).toEqual([])
  expect(windowOf('mtbf', { asOf, window }, ZONE)).toEqual(window)
  expect(windowOf('orders-open', { asOf, window }, ZONE)).toBeUndefined()
})
