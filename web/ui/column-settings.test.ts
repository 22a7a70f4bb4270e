import { describe, expect, it } from 'vitest'
import type { Column } from './data-table.tsx'
import type { ColumnSettings } from './column-settings.ts'
import { arranged, hiddenOf, inOrder, moved, offsetsOf, pinned, shownOrNot } from './column-settings.ts'
import { placeAfter } from './use-row-keys.ts'

const columns: Column<object>[] = ['a', 'b', 'c', 'd'].map((key, at) => ({
  key,
  title: key.toUpperCase(),
  width: 100 + at,
  render: () => key,
}))
const keysOf = (look: ColumnSettings) => arranged(columns, look).map(({ column, pin }) => (pin ? `${column.key} ${pin}` : column.key))

describe('the columns of a table', () => {
  it('stand as they are declared, the first one pinned', () => {
    expect(keysOf({})).toEqual(['a left', 'b', 'c', 'd'])
    expect(arranged(columns, {}).map(({ width, elastic }) => [width, elastic])).toEqual([
      [100, false],
      [101, false],
      [102, false],
      [103, false],
    ])
  })

  it('stand in the order wanted; what nobody named follows, what is unknown is not missed', () => {
    expect(inOrder(columns, { order: ['c', 'gone', 'a'] }).map(({ key }) => key)).toEqual(['c', 'a', 'b', 'd'])
    expect(keysOf({ order: ['c', 'a'] })).toEqual(['c left', 'a', 'b', 'd'])
  })

  it('can be hidden, all but one', () => {
    expect(keysOf({ hidden: ['a', 'c'] })).toEqual(['b left', 'd'])
    expect(keysOf({ hidden: ['a', 'b', 'c', 'd'] })).toEqual(['a left'])
    expect(shownOrNot(columns, { hidden: ['a'] }, 'a', true).hidden).toEqual([])
    expect(shownOrNot(columns, { hidden: ['a'] }, 'b', false).hidden).toEqual(['a', 'b'])
  })

  it('are not shown where few rows have them, until somebody says which they want', () => {
    const some = columns.map((column) => ({ ...column, isRare: column.key === 'b' || column.key === 'd' }))
    const shown = (look: ColumnSettings) => arranged(some, look).map(({ column }) => column.key)
    expect(shown({ widths: { a: 150 } })).toEqual(['a', 'c'])
    expect(shownOrNot(some, {}, 'd', true).hidden).toEqual(['b'])
    expect(shown(shownOrNot(some, {}, 'd', true))).toEqual(['a', 'c', 'd'])
    expect(shownOrNot(some, {}, 'a', false).hidden).toEqual(['b', 'd', 'a'])
    // Whoever has hidden something before sees the rest as before.
    expect(shown({ hidden: ['a'] })).toEqual(['b', 'c', 'd'])
    expect(hiddenOf(some, { hidden: [] })).toEqual([])
  })

  it('can be pinned on either side, and unpinned', () => {
    expect(keysOf({ left: ['b'], right: ['a'] })).toEqual(['b left', 'c', 'd', 'a right'])
    expect(keysOf({ left: [] })).toEqual(['a', 'b', 'c', 'd'])
    expect(pinned({}, 'c', 'left', 'a')).toEqual({ left: ['a', 'c'], right: [] })
    expect(pinned({ left: ['a', 'c'] }, 'c', 'right', 'a')).toEqual({ left: ['a'], right: ['c'] })
    expect(pinned({ left: ['a'] }, 'a', undefined, 'a')).toEqual({ left: [], right: [] })
  })

  it('keep their distance from the edge beside what is pinned before them', () => {
    const placed = arranged(columns, { left: ['a', 'b'], right: ['d'], widths: { a: 150 } })
    expect(offsetsOf(placed, 48, 132)).toEqual([48, 198, undefined, 132])
  })

  it('leave what is left over to the last one, where somebody set a width', () => {
    expect(
      arranged(columns, { widths: { b: 300 }, right: ['d'] }).map(({ column: { key }, width, elastic }) => [key, width, elastic]),
    ).toEqual([
      ['a', 100, false],
      ['b', 300, false],
      ['c', 102, true],
      ['d', 103, false],
    ])
  })

  it('are moved to the place of another', () => {
    expect(moved(columns, {}, 'a', 'c').order).toEqual(['b', 'c', 'a', 'd'])
    expect(moved(columns, {}, 'd', 'a').order).toEqual(['d', 'a', 'b', 'c'])
    const same: ColumnSettings = { order: ['b', 'a'] }
    expect(moved(columns, same, 'b', 'b')).toBe(same)
    expect(moved(columns, same, 'gone', 'b')).toBe(same)
  })
})

describe('the rows by keyboard', () => {
  it('are passed one by one, by pages and to the ends, and never left', () => {
    const from = (at: number) => (key: string) => placeAfter(key, at, 30)
    expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map(from(12))).toEqual([13, 11, 22, 2, 0, 29, undefined])
    expect(['ArrowUp', 'ArrowDown'].map(from(0))).toEqual([0, 1])
    expect(from(29)('ArrowDown')).toBe(29)
  })

  it('begin with the first by going down; other keys scroll', () => {
    expect(['ArrowDown', 'ArrowUp', 'End'].map((key) => placeAfter(key, -1, 5))).toEqual([0, undefined, undefined])
    expect(placeAfter('ArrowDown', -1, 0)).toBeUndefined()
  })
})
