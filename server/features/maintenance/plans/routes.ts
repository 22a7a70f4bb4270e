/** Plans: the standard verbs, and what becomes of their dates. They fall due in server/maintenance/plans/. */
import * as contract from '../../../../model/contract/maintenance/plans.ts'
import { maintenancePlans, workOrders } from '../../../../model/index.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { previewPlan } from '../../../maintenance/index.ts'
import { planWrites } from './writes.ts'

const SHOWN_BY_DATES = [
  'planTrigger',
  'everyCount',
  'everyUnit',
  'rhythmBase',
  'firstDue',
  'pointId',
  'meterEvery',
  'meterUsed',
  'leadDays',
  'nextDue',
  'compliance',
] as const

const queryPlanPreview = implement(contract.queryPlanPreview, {
  access: 'granted',
  summary: 'The dates of a plan: what became of those of the past year, and those of the coming one',
  of: maintenancePlans,
  async handle({ input: { id }, caller, inTenant, services }) {
    const [view, orders] = [viewOf(caller, maintenancePlans), viewOf(caller, workOrders)]
    // The dates tell all of these.
    if (!SHOWN_BY_DATES.every((name) => view.sees(name))) fail('permission.denied')
    const seesOrders = orders.allowed.includes('query') && orders.sees('orderNumber')
    const preview = await inTenant((tx) => previewPlan(tx, id, services.clock.now()))
    return seesOrders ? preview : { ...preview, dates: preview.dates.map((date) => ({ ...date, orderId: null, orderNumber: null })) }
  },
})

export const plansFeature: Feature = {
  tag: 'maintenance-plans',
  routes: [
    list(maintenancePlans),
    ...exportsOf(maintenancePlans),
    add(planWrites),
    update(planWrites),
    remove(planWrites),
    importOf(planWrites),
    options(maintenancePlans),
    queryPlanPreview,
  ],
}
