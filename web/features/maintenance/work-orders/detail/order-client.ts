/** What the page about a work order asks for, and how something is done there. */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ActInput, DecideInput, VerifyInput } from '../../../../../model/contract/maintenance/work-orders.ts'
import {
  actOnWorkOrder,
  decideOnWorkOrder,
  queryWorkOrderDetail,
  verifyWorkOrder,
} from '../../../../../model/contract/maintenance/work-orders.ts'
import { workOrders } from '../../../../../model/index.ts'
import type { OrderTransition } from '../../../../../model/maintenance/order-states.ts'
import { ORDER_STEPS } from '../../../../../model/maintenance/order-states.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { forgetLists } from '../../../../kernel/http/resource-client.ts'

const KEY = 'work-order'

/** The query for what belongs to an order. */
export const detailOf = (id: string) =>
  queryOptions({ queryKey: [KEY, id], queryFn: ({ signal }) => ask(queryWorkOrderDetail, { id }, { signal, quiet: true }) })

/** The order and every list of orders are asked for again. */
export const refresh = (queries: QueryClient) =>
  Promise.all([queries.invalidateQueries({ queryKey: [KEY] }), forgetLists(queries, workOrders)])

/** Does something with an order and shows what has become of it. The function says whether it was done; why not has been said. */
export function useAct() {
  const queries = useQueryClient()
  return async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false
    } finally {
      await refresh(queries)
    }
  }
}

/** What is said with a transition. */
export type MoveValues = Omit<ActInput, 'id' | 'version' | 'transition'> & Omit<DecideInput, 'id' | 'version' | 'transition'>

/** Moves the order by the call that its transition belongs to. */
export function move(id: string, version: number, transition: OrderTransition, values: MoveValues = {}) {
  const input = { id, version, transition, ...values }
  switch (ORDER_STEPS[transition].by) {
    case 'act':
      return ask(actOnWorkOrder, input as ActInput)
    case 'decide':
      return ask(decideOnWorkOrder, input as DecideInput)
    case 'verify':
      return ask(verifyWorkOrder, input as VerifyInput)
  }
}
