/** Rows that points are chosen among, and points that are found by what they are called. */
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { queryTrendPoint } from '../../../../model/contract/acquisition/trend-points.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'

/** Rows that are offered at a time; who looks for others types a part of their name. */
export const OFFERED = 50

/** What a row says in a field, as a text. */
export const textIn = (row: ResourceRow, field: string) => (typeof row[field] === 'string' ? row[field] : '')

/** The query for points by words of their names and those of their devices, a page at a time. */
export const pointsBy = (keyword: string) =>
  infiniteQueryOptions({
    queryKey: ['trend-points', keyword],
    queryFn: ({ pageParam, signal }) => ask(queryTrendPoint, { keyword, currentPage: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ left }, _all, page) => (left > 0 ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
