/**
 * Nothing strands: when people go, lose a role or a post or move, their tasks are asked anew at once, and a sweep finds what was missed. What has no way
 * on for another reason becomes an incident, which somebody sees.
 */
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import type { Transaction, TransactionScopes } from '../../kernel/database/tenant.ts'
import { newId } from '../../kernel/ids.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import type { Subscription } from '../../kernel/runtime/event-subscribers.ts'
import { subscription } from '../../kernel/runtime/event-subscribers.ts'
import type { Scheduler } from '../../kernel/runtime/scheduler.ts'
import type { WorkHandler } from '../../kernel/runtime/scheduler-runner.ts'
import { worker } from '../../kernel/runtime/worker.ts'
import type { EngineParts } from '../engine/parts.ts'
import { conclude, open } from '../engine/run.ts'
import '../events.ts'
import { statement } from '../statement.ts'
import { reask } from './reask.ts'
import { stranded, unableTasks, wayless } from './unable.ts'

/** The kind of the work; a tenant has one piece of it. */
export const RECHECK = 'process-recheck'
/** The name of that piece. */
export const RECHECK_ALL = { kind: RECHECK, key: 'people' } as const
const AT_A_TIME = 200
/** Where more is left than can be done in these rounds, the sweep goes on. */
const MAX_ROUNDS = 100
const SWEEP_MS = 60_000

const now = sql<Date>`now()`

/** Schedules that the tasks of a tenant are looked at. */
export const scheduleRecheck = (tx: Transaction, scheduler: Scheduler, tenantId?: TenantId): Promise<void> =>
  scheduler.schedule(tx, { ...RECHECK_ALL, dueAt: now, ...(tenantId === undefined ? {} : { tenantId }) })

/** Whoever has gone, has another role, post or organisation, may be the last one who was asked. */
export const recheckPeople = (scheduler: Scheduler, invalidations: Invalidations): Subscription =>
  subscription({
    kinds: ['people-changed', 'user-disabled'],
    handle: (tx) => scheduleRecheck(tx, scheduler),
    // Triggers store what has changed; whatever wrote tells other parts of the server in the same transaction.
    wakeOn: (wake) =>
      invalidations.subscribe((invalidation) => {
        if (invalidation === undefined || invalidation.kind === 'user-changed' || invalidation.kind === 'grants-changed') wake()
      }),
  })

/** Returns what carries out the work: each task in a transaction of its own, under the lock of its instance. */
export const recheckTasks =
  (parts: EngineParts): WorkHandler =>
  async ({ tenantId, signal }) => {
    const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) =>
      parts.transactions.inTenant({ tenantId, operationId: newId() }, work)
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const tasks = await inTenant((tx) => unableTasks(tx, AT_A_TIME))
      let changed = 0
      for (const task of tasks) {
        if (signal.aborted) return
        changed += (await inTenant((tx) => reask(tx, parts, task))) ? 1 : 0
      }
      if (changed === 0 || tasks.length < AT_A_TIME) break
    }
    for (const instance of await inTenant((tx) => wayless(tx, AT_A_TIME))) await inTenant((tx) => raise(tx, parts, instance))
  }

/**
 * It says that it has no way on, and by name what it waits for that nothing brings about: whoever looks at it lets that happen by hand. Where somebody has gone
 * just now, somebody else is found for the task instead.
 */
async function raise(tx: Transaction, parts: EngineParts, instanceId: string): Promise<void> {
  const opened = await open(tx, parts, { instance: instanceId }, {})
  if (opened?.held.changes.instance_state !== 'running' || !(await wayless(tx, AT_A_TIME)).includes(instanceId)) return
  const { held, work } = opened
  const [waiting] = [...held.waits.values()].filter(({ wait_kind }) => wait_kind !== 'timer')
  if (waiting)
    work.unit.incident(held, 'awaited', waiting.holder === 0 ? null : waiting.holder, waiting.node, { about: waiting.wait_name ?? '' })
  else work.unit.incident(held, 'stranded', null, '')
  await conclude(opened, { command: 'recheck' })
}

/** What the last look at all tenants has found. */
export interface Stranded {
  count: number
}
/** Of one tenant; that there are some is what somebody has to know. */
const COUNTED = 1000

interface SweepParts {
  readonly workflow: { readonly stranded: Stranded }
  readonly transactions: TransactionScopes
  readonly scheduler: Scheduler
  readonly clock: Clock
}

/** Looks each minute, in each tenant whose processes run, whether somebody has to be found. */
export const startSweep = (
  { transactions, scheduler, clock, workflow }: SweepParts,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } =>
  worker({
    clock,
    every: SWEEP_MS,
    first: SWEEP_MS,
    onError,
    async work(signal) {
      let count = 0
      for (const tenantId of await runningTenants(transactions)) {
        if (signal.aborted) return SWEEP_MS
        await transactions.inTenant({ tenantId }, async (tx) => {
          const found = (await stranded(tx, COUNTED)).length
          count += found
          if (found > 0 || (await unableTasks(tx, 1)).length > 0) await scheduleRecheck(tx, scheduler)
        })
      }
      workflow.stranded.count = count
      return SWEEP_MS
    },
  })

async function runningTenants(transactions: TransactionScopes): Promise<readonly TenantId[]> {
  const rows = await transactions.inPlatform(
    'processes that nobody can lead on are looked for in all tenants',
    (tx) =>
      tx.all(
        statement(sql<{ id: TenantId }>`select tenants.id from tenants where exists (select from process_instances instance
          where instance.tenant_id = tenants.id and instance.instance_state <> 'ended')`),
      ),
    'read',
  )
  return rows.map(({ id }) => id)
}
