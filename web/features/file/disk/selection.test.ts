import { describe, expect, it } from 'vitest'
import { all, clicked, extend, moved, neighbour, nothingChosen, only, toggle, within } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const plain = { shift: false, ctrl: false }
const shift = { shift: true, ctrl: false }
const ctrl = { shift: false, ctrl: true }
const ids = ({ ids: chosen }: { ids: ReadonlySet<string> }) => [...chosen].sort()

describe('a click', () => {
  it('chooses one, with Control several, with Shift a range in either direction', () => {
    const b = clicked(nothingChosen, order, 'b', plain)
    expect(ids(b)).toEqual(['b'])
    expect(ids(clicked(b, order, 'd', plain))).toEqual(['d'])
    expect(ids(clicked(b, order, 'd', ctrl))).toEqual(['b', 'd'])
    expect(ids(clicked(clicked(b, order, 'd', ctrl), order, 'b', ctrl))).toEqual(['d'])
    expect(ids(clicked(b, order, 'd', shift))).toEqual(['b', 'c', 'd'])
    expect(ids(clicked(clicked(b, order, 'd', shift), order, 'a', shift))).toEqual(['a', 'b'])
  })

  it('with Shift and nothing before it is a click', () => {
    expect(ids(extend(nothingChosen, order, 'c'))).toEqual(['c'])
    expect(ids(extend(only('gone'), order, 'c'))).toEqual(['c'])
  })
})

describe('the keyboard', () => {
  it('chooses what it goes to, and only looks with Control', () => {
    expect(ids(moved(only('a'), order, 'b', plain))).toEqual(['b'])
    expect(moved(only('a'), order, 'b', ctrl)).toEqual({ ids: new Set(['a']), anchor: 'a', focus: 'b' })
    expect(ids(toggle(moved(only('a'), order, 'b', ctrl), 'b'))).toEqual(['a', 'b'])
    expect(ids(moved(only('b'), order, 'c', shift))).toEqual(['b', 'c'])
    expect(ids(all(only('b'), order))).toEqual(order)
  })

  it('goes up and down in a list, and in all directions over tiles', () => {
    expect([
      neighbour('ArrowDown', 0, 5, 1),
      neighbour('ArrowUp', 0, 5, 1),
      neighbour('ArrowRight', 0, 5, 1),
      neighbour('End', 0, 5, 1),
      neighbour('Home', 4, 5, 1),
    ]).toEqual([1, 0, undefined, 4, 0])
    // a b c
    // d e
    expect([
      neighbour('ArrowRight', 0, 5, 3),
      neighbour('ArrowDown', 0, 5, 3),
      neighbour('ArrowDown', 2, 5, 3),
      neighbour('ArrowDown', 4, 5, 3),
      neighbour('ArrowUp', 3, 5, 3),
      neighbour('ArrowLeft', 0, 5, 3),
    ]).toEqual([1, 3, 4, 4, 0, 0])
    expect([neighbour('ArrowDown', -1, 5, 3), neighbour('ArrowDown', -1, 0, 3), neighbour('x', 0, 5, 3)]).toEqual([0, undefined, undefined])
  })

  it('forgets what is no longer there', () => {
    expect(within({ ids: new Set(['a', 'x']), anchor: 'x', focus: 'a' }, order)).toEqual({
      ids: new Set(['a']),
      anchor: undefined,
      focus: 'a',
    })
  })
})
