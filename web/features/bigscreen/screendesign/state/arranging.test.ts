/** Snapping, resizing, aligning and the order of widgets. */
import { describe, expect, it } from 'vitest'
import { aligned, countUnits, distributed } from './align.ts'
import { ordered, orderedTo, placed, withGroups } from './edits.ts'
import { pageOf, widgetAt } from './example.ts'
import { neighbourOf } from './nearest-widget.ts'
import type { Rect } from './rects.ts'
import { around, meets } from './rects.ts'
import { HANDLES, resized, scaledInto, snapResized } from './resize.ts'
import { snapMoved, targetsOf } from './snap.ts'
import { stepOf, ticksOf, zoomed } from './ticks.ts'

const canvas = { width: 1920, height: 1080 }
const page = pageOf(
  widgetAt('a', [100, 100, 100, 50]),
  widgetAt('b', [300, 120, 60, 40]),
  widgetAt('c', [700, 300, 40, 80], { group: 'g' }),
  widgetAt('d', [760, 320, 40, 20], { group: 'g' }),
  widgetAt('e', [900, 900, 40, 20], { locked: true }),
)
const rectsIn = ({ widgets }: typeof page) => Object.fromEntries(widgets.map(({ id, rect }) => [id, rect]))

describe('snapping', () => {
  const targets = targetsOf(page, new Set(['b']), canvas, { x: [555], y: [] })

  it('takes the nearest edge, centre, guide or side of the canvas, and shows its line', () => {
    const how = { targets, grid: 0, reach: 6 }
    // The left edge is near that of a.
    expect(snapMoved([103, 480, 60, 40], how)).toEqual({ rect: [100, 480, 60, 40], x: 100, y: undefined })
    // The right edge is near the guide.
    expect(snapMoved([492, 700, 60, 40], how).rect[0]).toBe(495)
    // The middle is near the middle of the canvas.
    expect(snapMoved([927, 518, 60, 40], how)).toEqual({ rect: [930, 520, 60, 40], x: 960, y: 540 })
    expect(snapMoved([500, 480, 60, 40], { ...how, reach: 1 })).toEqual({ rect: [500, 480, 60, 40], x: undefined, y: undefined })
  })

  it('takes the grid where no line is near, and no line of what is moved itself', () => {
    expect(snapMoved([1203, 717, 60, 40], { targets, grid: 10, reach: 2 }).rect).toEqual([1200, 720, 60, 40])
    expect(targets.x).not.toContain(330)
  })

  it('snaps the sides that a handle moves, and none of the others', () => {
    const how = { targets, grid: 0, reach: 6 }
    expect(snapResized([300, 120, 60, 40], 'w', -97, 0, how, false)).toEqual({ rect: [200, 120, 160, 40], x: 200, y: undefined })
    expect(snapResized([300, 120, 60, 40], 'se', 192, 3, how, false).rect).toEqual([300, 120, 255, 43])
  })
})

describe('resizing', () => {
  const box: Rect = [100, 100, 200, 100]

  it('moves the sides of the handle and leaves the others', () => {
    const found = Object.fromEntries(HANDLES.map((handle) => [handle, resized(box, handle, 10, 20)]))
    expect(found).toEqual({
      nw: [110, 120, 190, 80],
      n: [100, 120, 200, 80],
      ne: [100, 120, 210, 80],
      e: [100, 100, 210, 100],
      se: [100, 100, 210, 120],
      s: [100, 100, 200, 120],
      sw: [110, 100, 190, 120],
      w: [110, 100, 190, 100],
    })
  })

  it('keeps the ratio with Shift, from the corner or the side opposite', () => {
    expect(resized(box, 'se', 100, 0, true)).toEqual([100, 100, 300, 150])
    expect(resized(box, 'nw', -100, 0, true)).toEqual([0, 50, 300, 150])
    expect(resized(box, 'e', 100, 0, true)).toEqual([100, 75, 300, 150])
  })

  it('turns nothing inside out', () => {
    for (const handle of HANDLES) {
      const [, , width, height] = resized(box, handle, handle.includes('w') ? 5000 : -5000, handle.includes('n') ? 5000 : -5000)
      expect(Math.min(width, height)).toBeGreaterThan(0)
    }
  })

  it('scales several into the new box', () => {
    expect(scaledInto([150, 100, 50, 50], box, [100, 100, 400, 100])).toEqual([200, 100, 100, 50])
  })
})

describe('aligning', () => {
  it('aligns to the box around all, groups as one, and leaves what is locked', () => {
    const made = rectsIn(aligned(page, ['a', 'b', 'c', 'd', 'e'], 'left', canvas))
    expect(made).toMatchObject({
      a: [100, 100, 100, 50],
      b: [100, 120, 60, 40],
      c: [100, 300, 40, 80],
      d: [160, 320, 40, 20],
      e: [900, 900, 40, 20],
    })
    expect(rectsIn(aligned(page, ['a', 'b'], 'bottom', canvas))).toMatchObject({ a: [100, 110, 100, 50], b: [300, 120, 60, 40] })
  })

  it('aligns one alone, and one group, to the canvas', () => {
    expect(rectsIn(aligned(page, ['a'], 'center', canvas))['a']).toEqual([910, 100, 100, 50])
    expect(rectsIn(aligned(page, ['c', 'd'], 'right', canvas))).toMatchObject({ c: [1820, 300, 40, 80], d: [1880, 320, 40, 20] })
  })

  it('distributes with equal gaps between at least three', () => {
    const three = pageOf(widgetAt('a', [0, 0, 100, 10]), widgetAt('b', [110, 0, 40, 10]), widgetAt('c', [300, 0, 60, 10]))
    expect(rectsIn(distributed(three, ['a', 'b', 'c'], 'across'))).toEqual({ a: [0, 0, 100, 10], b: [180, 0, 40, 10], c: [300, 0, 60, 10] })
    expect(distributed(page, ['a', 'b'], 'across')).toBe(page)
    expect(countUnits(page, ['a', 'c', 'd', 'e'])).toBe(2)
  })
})

describe('order and choice', () => {
  const ids = ({ widgets }: typeof page) => widgets.map(({ id }) => id).join('')

  it('brings forward and backward, by one and to the end', () => {
    expect(ids(ordered(page, ['a'], 'forward'))).toBe('bacde')
    expect(ids(ordered(page, ['a', 'c'], 'front'))).toBe('bdeac')
    expect(ids(ordered(page, ['d'], 'backward'))).toBe('abdce')
    expect(ids(ordered(page, ['d'], 'back'))).toBe('dabce')
    expect(ids(orderedTo(page, 'a', 2))).toBe('bcade')
  })

  it('chooses groups as a whole, and walks as one reads', () => {
    expect(withGroups(page, ['d', 'a'])).toEqual(['a', 'c', 'd'])
    expect([neighbourOf(page, [], 1), neighbourOf(page, ['a'], 1), neighbourOf(page, ['e'], 1), neighbourOf(page, [], -1)]).toEqual([
      'a',
      'b',
      undefined,
      'e',
    ])
  })

  it('keeps places whole and within bounds', () => {
    expect(rectsIn(placed(page, new Map([['a', [1.6, -99_999, 0.2, 10.4] as Rect]])))['a']).toEqual([2, -16_384, 1, 10])
    expect(around([])).toBeUndefined()
    expect(meets([0, 0, 10, 10], [10, 0, 5, 5])).toBe(false)
  })
})

describe('rulers', () => {
  it('number marks that have room', () => {
    expect([stepOf(1), stepOf(0.25), stepOf(4)]).toEqual([100, 500, 20])
    expect(ticksOf(1920, 0.25)).toEqual([0, 500, 1000, 1500])
    expect([zoomed(0.61, 1), zoomed(0.61, -1), zoomed(4, 1), zoomed(0.25, -1)]).toEqual([0.67, 0.5, 4, 0.25])
  })
})
