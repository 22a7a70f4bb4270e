import { describe, expect, it } from 'vitest'
import type { ColumnSettings } from './column-settings.ts'
import { arranged } from './column-settings.ts'
import { fitColumns } from './fit-columns.ts'

const columns = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, title: key, width: 100, render: () => key }))

function fit(room: number | undefined, { look = {}, heading = 40 }: { look?: ColumnSettings; heading?: number } = {}) {
  const { placed, beyond } = fitColumns(arranged(columns, look), room, () => heading)
  return { widths: placed.map(({ width }) => Math.round(width)), beyond }
}

describe('the columns of a table', () => {
  it('are as wide as declared where all have room, or nobody knows how much there is', () => {
    expect(fit(500)).toEqual({ widths: [100, 100, 100, 100, 100], beyond: 0 })
    expect(fit(undefined)).toEqual({ widths: [100, 100, 100, 100, 100], beyond: 0 })
  })

  it('give a part of their width, so that all are seen', () => {
    expect(fit(440)).toEqual({ widths: [88, 88, 88, 88, 88], beyond: 0 })
  })

  it.each([120, 190, 280, 333, 415])('end at the edge of %i pixels, none in the middle of it', (room) => {
    const { widths, beyond } = fit(room)
    expect(beyond).toBeGreaterThan(0)
    expect(widths.slice(0, -beyond).reduce((sum, width) => sum + width, 0)).toBeCloseTo(room, -0.5)
    for (const width of widths) expect(width).toBeGreaterThanOrEqual(85)
  })

  it('are as wide as declared where all they show is of one length', () => {
    const placed = arranged(
      columns.map((column) => ({ ...column, isFirm: column.key === 'b' })),
      {},
    )
    expect(fitColumns(placed, 440, () => 40).placed.map(({ width }) => Math.round(width))).toEqual([85, 100, 85, 85, 85])
  })

  it('are never narrower than their heading', () => {
    expect(fit(500, { heading: 130 })).toEqual({ widths: [167, 167, 167, 130, 130], beyond: 2 })
    expect(fit(undefined, { heading: 130 }).widths).toEqual([130, 130, 130, 130, 130])
  })

  it('leave room for what is held at the right', () => {
    expect(fit(300, { look: { right: ['a'] } })).toEqual({ widths: [100, 100, 100, 100, 100], beyond: 2 })
  })

  it('stay as their reader has set them', () => {
    expect(fit(300, { look: { widths: { a: 260 } } })).toEqual({ widths: [260, 100, 100, 100, 100], beyond: 4 })
  })

  it('are still there where not even one has room', () => {
    expect(fit(60)).toEqual({ widths: [100, 100, 100, 100, 100], beyond: 5 })
  })
})
