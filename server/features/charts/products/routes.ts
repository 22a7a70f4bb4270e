/** What has been made, by the kind of component: figures as any others, so their rows and fields are those of the caller. */
import { COMPONENT_KINDS } from '../../../../model/acquisition/components.ts'
import { queryProduct as declared } from '../../../../model/contract/charts/products.ts'
import type { FiguresEngine } from '../../../figures/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'

/** A run that is over is finished, or has been accepted since; one that was declared void counts as none. */
const OVER = { field: 'runState', op: 'among', value: ['finished', 'accepted'] }

const COMPONENTS = {
  format: 1,
  subject: 'components',
  measures: [{ as: 'components', of: 'count' }],
  dimensions: [{ field: 'componentKind' }],
}
const runsOf = (as: string, where: object) => ({
  format: 1,
  subject: 'runs',
  measures: [{ as, of: 'count' }],
  dimensions: [{ field: 'component.componentKind', as: 'componentKind' }],
  where,
})
const FINISHED = runsOf('finishedRuns', OVER)
const PASSED = runsOf('passedRuns', { and: [OVER, { field: 'runVerdict', op: 'equals', value: 'pass' }] })

const queryProduct = implement(declared, {
  access: 'granted',
  allowedWith: ['read-only'],
  summary: 'How many components there are of each kind, how many of their curing runs are over, and how many of those passed',
  description:
    'A row of `list` for each kind of component that the caller has components of, in the order of the kinds: its code (`componentKind`) and its name in the language of the request (`componentKindCn`), how many of them there are (`components`), how many of their curing runs are over (`finishedRuns`: finished or accepted, neither running nor void), and how many of those have passed (`passedRuns`). The numbers of runs are absent for callers who do not see runs, their state or their verdict; there is no row for callers who do not see components or their kind. Meant for the charts of older clients; figures of any other kind are asked for by `/report/figure/queryFigure`.',
  async handle({ caller, t, services: { figures } }) {
    const [components, finished, passed] = (
      await figures.queryEach(
        caller,
        t,
        [COMPONENTS, FINISHED, PASSED].map((document) => ({ document })),
      )
    ).map(countsOf)
    return {
      list: COMPONENT_KINDS.flatMap((kind) => {
        const count = components?.get(kind)
        if (count === undefined) return []
        return {
          componentKind: kind,
          componentKindCn: t(`choice.componentKind.${kind}`),
          components: count,
          ...(finished ? { finishedRuns: finished.get(kind) ?? 0 } : {}),
          ...(passed ? { passedRuns: passed.get(kind) ?? 0 } : {}),
        }
      }),
    }
  },
})

/** The only measure of each kind; nothing where the caller does not see what is asked for: that is like what there is none of. */
function countsOf(answer: Awaited<ReturnType<FiguresEngine['queryEach']>>[number]): Map<unknown, number> | undefined {
  if ('error' in answer) return undefined
  const [kind, count] = ['componentKind', answer.columns.at(-1)?.name].map((name) =>
    answer.columns.findIndex((column) => column.name === name),
  )
  return new Map(answer.rows.map((row) => [row[kind as number], Number(row[count as number])]))
}

/** What older clients ask for their charts. */
export const productsFeature: Feature = { tag: 'boards', routes: [queryProduct] }
