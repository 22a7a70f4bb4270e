import { expect, it } from 'vitest'
import { gridStep, gridText } from './map-grid.ts'

it('leaves room between the lines at every zoom', () => {
  for (let zoom = 2; zoom <= 18; zoom += 1) expect((gridStep(zoom) * 256 * 2 ** zoom) / 360).toBeGreaterThanOrEqual(90)
  expect(gridStep(12)).toBeLessThan(gridStep(5))
})

it('says the side of the zero line, also beyond the date line', () => {
  expect([gridText(39.9, 0.1, 'NS'), gridText(-10, 10, 'NS'), gridText(0, 10, 'EW'), gridText(190, 10, 'EW')]).toEqual([
    '39.9°N',
    '10°S',
    '0°',
    '170°W',
  ])
})
