import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Box } from './picture.ts'
import { moved, zoomed } from './picture.ts'

const whole: Box = { x: -10, y: 20, width: 800, height: 200 }
const steps = fc.array(
  fc.oneof(
    fc.record({ factor: fc.double({ min: 0.1, max: 10, noNaN: true }) }),
    fc.record({ right: fc.double({ min: -2, max: 2, noNaN: true }), down: fc.double({ min: -2, max: 2, noNaN: true }) }),
  ),
)

it('whatever is zoomed and moved, what is looked at lies within the picture, has its shape, and is not lost in it', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let box = whole
      for (const step of all) box = 'factor' in step ? zoomed(box, whole, step.factor) : moved(box, whole, step.right, step.down)
      expect(box.x).toBeGreaterThanOrEqual(whole.x - 0.001)
      expect(box.y).toBeGreaterThanOrEqual(whole.y - 0.001)
      expect(box.x + box.width).toBeLessThanOrEqual(whole.x + whole.width + 0.001)
      expect(box.y + box.height).toBeLessThanOrEqual(whole.y + whole.height + 0.001)
      expect(box.width / box.height).toBeCloseTo(4, 6)
      expect(box.width).toBeGreaterThanOrEqual(whole.width / 8 - 0.001)
    }),
  )
})

it('a point that is zoomed at stays where it is, and zooming out by as much shows the same again', () => {
  const at = { x: 390, y: 120 }
  const near = zoomed(whole, whole, 2, at)
  expect(near).toEqual({ x: 190, y: 70, width: 400, height: 100 })
  expect((at.x - near.x) / near.width).toBeCloseTo((at.x - whole.x) / whole.width)
  expect(zoomed(near, whole, 0.5, at)).toEqual(whole)
})
