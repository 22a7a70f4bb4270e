/** Dates of plans: their list and its files. The server notes them when it looks at a plan (server/maintenance/plans/), and nobody else writes them. */
import { planDates } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'

export const planDatesFeature: Feature = { tag: 'plan-dates', routes: [list(planDates), ...exportsOf(planDates)] }
