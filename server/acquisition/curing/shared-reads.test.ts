/** What calls about runs have of each other's reads: what was read since they came, and nothing of another tenant or another scope. */
import { expect, it } from 'vitest'
import { asTenantId } from '../../kernel/database/as-tenant-id.ts'
import { EVERY_ROW, NO_ROW } from '../../kernel/database/row-scope.ts'
import type { StoredColumns } from '../alarms/stored-samples.ts'
import type { SampleReads } from './shared-reads.ts'
import { withSharedReads } from './shared-reads.ts'

const [ours, theirs] = [asTenantId('ours'), asTenantId('theirs')]
const page = (at: string, samples = 10): StoredColumns => ({
  times: new Float64Array(samples),
  values: new Float64Array(samples),
  qualities: new Int16Array(samples),
  last: { at, retention: 1 },
})

/** A call that is under way until it is ended. */
function call(tenant = ours) {
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>()
  let reads: SampleReads | undefined
  const over = withSharedReads(tenant, (given) => {
    reads = given
    return ended
  })
  return {
    pagesOf: (rows = EVERY_ROW, series = '1', to = Infinity) => (reads as SampleReads).pagesOf(rows, series, 0, to),
    async end() {
      end(undefined)
      await over
    },
  }
}
const places = (pages: readonly StoredColumns[]) => pages.map(({ last }) => last.at)

it('calls that are under way together read a page once', async () => {
  const [one, other] = [call(), call()]
  const first = one.pagesOf()
  first.add(undefined, page('1'))
  first.add(page('1').last, page('2'))
  expect(places(other.pagesOf().pages)).toEqual(['1', '2'])
  // Nor does whoever has other rows or another tenant.
  const stranger = call(theirs)
  expect(stranger.pagesOf().pages).toEqual([])
  expect(other.pagesOf(NO_ROW).pages).toEqual([])
  expect(other.pagesOf(EVERY_ROW, '2').pages).toEqual([])
  await Promise.all([one.end(), other.end(), stranger.end()])
  const later = call()
  expect(later.pagesOf().pages).toEqual([])
  await later.end()
})

it('a call has nothing that was read before it came', async () => {
  const early = call()
  const before = early.pagesOf()
  before.add(undefined, page('1'))
  const late = call()
  const own = late.pagesOf()
  expect(own.pages).toEqual([])
  own.add(undefined, page('1 anew'))
  // What the early one reads on is not part of what the late one began.
  before.add(page('1').last, page('2'))
  expect(places(late.pagesOf().pages)).toEqual(['1 anew'])
  expect(places(early.pagesOf().pages)).toEqual(['1 anew'])
  await Promise.all([early.end(), late.end()])
})

it('pages follow each other without a gap, and are not kept without end', async () => {
  const one = call()
  const list = one.pagesOf()
  list.add(page('0').last, page('1'))
  expect(one.pagesOf().pages).toEqual([])
  list.add(undefined, page('1'))
  // Two read the same page at once: it is kept once.
  list.add(undefined, page('1'))
  list.add(page('1').last, page('2', 600_000))
  expect(places(one.pagesOf().pages)).toEqual(['1'])
  await one.end()
})

it('a call that ends earlier than another one has nothing of what lies behind its end', async () => {
  const [one, other] = [call(), call()]
  const list = one.pagesOf()
  const timed = (at: string, ...times: number[]) => ({ ...page(at, times.length), times: new Float64Array(times) })
  list.add(undefined, timed('1', 1, 2))
  list.add(page('1').last, timed('2', 3, 4))
  list.add(page('2').last, timed('3', 5, 6))
  const timesUntil = (to: number) => other.pagesOf(EVERY_ROW, '1', to).pages.map(({ times }) => Array.from(times))
  expect(timesUntil(7)).toEqual([[1, 2], [3, 4], [5, 6]]) // prettier-ignore
  expect(timesUntil(4)).toEqual([[1, 2], [3]])
  expect(timesUntil(3)).toEqual([[1, 2]])
  expect(timesUntil(1)).toEqual([])
  await Promise.all([one.end(), other.end()])
})
