/** Where each box of forty reports stands, to a hundredth of a point: their pages are drawn by hand, and reckoned a second time from what was drawn. */
import { describe, expect, it } from 'vitest'
import { readTemplate } from '../../model/reports/read.ts'
import { found, reckoned } from '../../tests/support/golden/drawn.ts'
import { BUILT_IN_PAGES } from '../../tests/support/golden/built-in.ts'
import type { Golden, GoldenSet } from '../../tests/support/golden/kinds.ts'
import { PAGED, PICTURES } from '../../tests/support/golden/paged.ts'
import { REPEATING } from '../../tests/support/golden/repeating.ts'
import { RULED } from '../../tests/support/golden/ruled.ts'
import { atOnce, everyPage } from '../../tests/support/report-sheets.ts'
import { openMeasure } from '../documents/index.ts'
import { boundsOfPage } from './bounds.ts'
import { dataSetOf } from './data.ts'
import { expand } from './expand.ts'
import { paginate } from './pages.ts'

const ALL = [...REPEATING, ...PAGED, ...RULED, ...BUILT_IN_PAGES]

const kindOf = (name: string, times: readonly string[]) =>
  name === 'time' || times.includes(name) ? 'time' : name.length === 1 ? 'number' : 'text'
const filledWith = ({ names, times = [], rows }: GoldenSet, omitted: readonly string[] = []) =>
  dataSetOf({
    columns: names.map((name) => ({ name, label: name, kind: kindOf(name, times) })),
    rows: rows.map((row) => [...row]),
    omitted: [...omitted],
  })
/** Twice as wide as high. */
const picture = { type: 'image/png' as const, bytes: Buffer.alloc(0), width: 20, height: 10 }

async function pagesOf({ template, sets, params = { title: 'Report' }, omitted }: Golden) {
  const sheet = atOnce(
    expand(readTemplate(template), {
      sets: new Map(Object.entries(sets).map(([name, set]) => [name, filledWith(set, omitted)])),
      params: new Map(Object.entries(params)),
      pictures: new Map(PICTURES.map((id) => [id, picture])),
      wall: Date.UTC(2026, 10, 26),
      bounds: boundsOfPage(20_000),
    }),
  )
  return (await everyPage(await paginate(sheet, await openMeasure()))).map(found)
}

describe('the boxes', () => {
  it('are those of forty reports at the least', () => expect(ALL.length).toBeGreaterThanOrEqual(40))

  it.each(ALL.map((each) => [each.name, each] as const))('of %s', async (_, each) => {
    expect(await pagesOf(each)).toEqual(reckoned(each.template, each))
  })
})
