/** What figures can be made of, and figures. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FigureAnswer, FigureList } from '../../../model/contract/report/figure.ts'
import { queryFigure, querySubject } from '../../../model/contract/report/figure.ts'
import type { FiguresDocument } from '../../../model/figures/document.ts'
import { ask } from '../../kernel/http/ask.ts'

/** The query for what the caller can make figures of. */
export const subjectsOf = () =>
  queryOptions({
    queryKey: ['figure-subjects'],
    queryFn: ({ signal }) => ask(querySubject, {}, { signal, quiet: true }),
    staleTime: 300_000,
  })

/** An answer, or why there is none. */
export type FigureResult = Extract<FigureList, { list: unknown }>['list'][number]

/** Milliseconds: figures of a whole board are answered together. */
const LIMIT = 30_000
/** Milliseconds after which an open board asks again. */
const AGAIN = 60_000

/** The query for the figures of several documents at once. */
export const figuresOf = (documents: readonly FiguresDocument[], isLive = true) =>
  queryOptions({
    queryKey: ['figures', documents],
    queryFn: async ({ signal }): Promise<readonly FigureResult[]> => {
      const figures = documents.map((document) => ({ document: document as unknown as Record<string, unknown> }))
      const answer = await ask(queryFigure, { figures }, { signal, quiet: true, limit: LIMIT })
      return 'list' in answer ? answer.list : []
    },
    enabled: documents.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    ...(isLive ? { refetchInterval: AGAIN } : {}),
  })

/** Whether a document was answered. */
export const isAnswered = (result: FigureResult | undefined): result is FigureAnswer => result !== undefined && 'rows' in result
