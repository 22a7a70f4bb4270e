/** Work orders: the standard verbs, what is known of one, and what is done with it. None is removed: one that is not needed is cancelled. */
import { workOrders } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { update } from '../../../kernel/resources/update.ts'
import { acts } from './acts.ts'
import { queryAlarmsOutOfService, queryWorkOrderDetail } from './detail.ts'
import { work } from './work.ts'
import { orderWrites } from './writes.ts'

export const workOrdersFeature: Feature = {
  tag: 'work-orders',
  routes: [
    list(workOrders),
    ...exportsOf(workOrders),
    add(orderWrites),
    update(orderWrites),
    options(workOrders),
    queryWorkOrderDetail,
    queryAlarmsOutOfService,
    ...acts,
    ...work,
  ],
}
