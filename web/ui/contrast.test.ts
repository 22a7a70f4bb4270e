import { expect, it } from 'vitest'
import { colourOf, contrastOf } from './contrast.ts'

it('is 21 between black and white, and 1 between equals, in either order', () => {
  expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
  expect(contrastOf([255, 255, 255], [0, 0, 0])).toBeCloseTo(21, 5)
  expect(contrastOf([90, 90, 90], [90, 90, 90])).toBe(1)
})

it('is what WCAG says of a grey: #767676 on white is the first that passes', () => {
  expect(contrastOf([0x76, 0x76, 0x76], [255, 255, 255])).toBeGreaterThanOrEqual(4.5)
  expect(contrastOf([0x77, 0x77, 0x77], [255, 255, 255])).toBeLessThan(4.5)
})

it('reads what a browser computes', () => {
  expect(colourOf('rgb(16, 104, 200)')).toEqual([16, 104, 200])
  expect(colourOf('none')).toBeUndefined()
})
