/** What became of the dates of a plan, and what comes. Days are `yyyy-MM-dd`. */
import * as z from 'zod/mini'
import { maintenancePlans } from '../../maintenance/plans.ts'
import { uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = maintenancePlans.api.base

/** `ahead`: as if each was done on its day, and a meter went on at its pace; `opened` and so on: what became of it. */
export const DATE_STATES = ['ahead', 'opened', 'done', 'late', 'skipped', 'missed'] as const

/** The dates of a plan: those of the past twelve months, and of the coming twelve. Of a condition there are none ahead. */
export const queryPlanPreview = contract({
  method: 'GET',
  path: `${PATH}/queryPlanPreview`,
  input: z.object({ id: uuid }),
  output: z.strictObject({
    dates: z.array(
      z.strictObject({
        day: z.string(),
        state: z.enum(DATE_STATES),
        /** When its order stands, of one ahead. */
        opensOn: z.nullable(z.string()),
        orderId: z.nullable(z.string()),
        orderNumber: z.nullable(z.string()),
      }),
    ),
    /** Of a meter: what it has run since it was done last, how far it runs, and how much on a day. */
    meter: z.nullable(z.strictObject({ used: z.number(), every: z.number(), perDay: z.number() })),
    /** Dates of the past twelve months, and how many of them were done in time. */
    counted: z.int(),
    inTime: z.int(),
  }),
})
export type PlanPreview = OutputOf<typeof queryPlanPreview>
