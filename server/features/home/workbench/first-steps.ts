/** The first day of a tenant. What is done is told by the rows that the caller sees, never by a tick that somebody set. */
import { sql } from 'kysely'
import { hideFirstSteps, queryFirstSteps } from '../../../../model/contract/home/first-steps.ts'
import type { FirstStep } from '../../../../model/home/first-steps.ts'
import { FIRST_STEPS } from '../../../../model/home/first-steps.ts'
import { deviceTypes, devices, projects, sites } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'

const exists = (rows: ReturnType<typeof sql>) => sql<boolean>`exists (${rows})`

export const readFirstSteps = implement(queryFirstSteps, {
  access: 'signed-in',
  summary: 'The steps of the first day, and which are done; null when all are, for whoever cannot do them, and once put away',
  async handle({ caller, inTenant }) {
    if (!mayBegin(caller)) return { steps: null }
    const done = await inTenant((tx) => readDone(tx, caller))
    const steps = done && FIRST_STEPS.map((step) => ({ step, done: done[step] }))
    return { steps: steps?.some((step) => !step.done) ? steps : null }
  },
})

/** The platform registers no devices of its own. */
const mayBegin = (caller: Caller): boolean =>
  !caller.isPlatform && [projects, sites, deviceTypes, devices].every((noun) => viewOf(caller, noun).allowed.includes('add'))

/** Undefined once the caller has put the steps away. */
async function readDone(tx: Transaction, { userId }: Caller): Promise<Record<FirstStep, boolean> | undefined> {
  const [kept, done] = await Promise.all([
    tx.first(build.selectFrom('workbenches').select('first_steps_hidden').where('user_id', '=', userId)),
    tx.first(
      build.selectNoFrom([
        exists(sql`select from projects`).as('project'),
        exists(sql`select from sites`).as('site'),
        exists(sql`select from device_types`).as('device-type'),
        exists(sql`select from devices`).as('device'),
        exists(sql`select from device_states where readings > 0`).as('value'),
      ]),
    ),
  ])
  return kept?.first_steps_hidden ? undefined : done
}

export const putFirstStepsAway = implement(hideFirstSteps, {
  access: 'signed-in',
  unlogged: true,
  summary: 'Put the steps of the first day away',
  handle: ({ caller, inTenant }) =>
    inTenant(async (tx) => {
      await tx.run(
        build
          .insertInto('workbenches')
          .values({ tenant_id: caller.tenantId, user_id: caller.userId, first_steps_hidden: true })
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ first_steps_hidden: true, updated_at: sql`now()` }),
          ),
      )
      return null
    }),
})
