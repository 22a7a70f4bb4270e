import { describe, expect, it } from 'vitest'
import { changed, rectangleOf, wholeOf } from './crop.ts'

const wide = { width: 400, height: 200 }

describe('the cut of a picture', () => {
  it('is at first the largest that fits, around the middle', () => {
    expect(rectangleOf(wide, 1, wholeOf(wide))).toEqual({ width: 200, height: 200, left: 100, top: 0 })
    expect(rectangleOf({ width: 200, height: 400 }, 2, wholeOf({ width: 200, height: 400 }))).toEqual({
      width: 200,
      height: 100,
      left: 0,
      top: 150,
    })
  })

  it('becomes smaller when it is zoomed, around the same middle', () => {
    expect(rectangleOf(wide, 1, { zoom: 2, x: 200, y: 100 })).toEqual({ width: 100, height: 100, left: 150, top: 50 })
  })

  it('stops at the edges of the picture', () => {
    expect(changed(wide, 1, { zoom: 1, x: -50, y: 500 })).toEqual({ zoom: 1, x: 100, y: 100 })
    expect(changed(wide, 1, { zoom: 9, x: 400, y: 0 })).toEqual({ zoom: 4, x: 375, y: 25 })
    expect(changed(wide, 1, { zoom: 0, x: 200, y: 100 })).toEqual({ zoom: 1, x: 200, y: 100 })
  })
})
