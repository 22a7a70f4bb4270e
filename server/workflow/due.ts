/**
 * What is done at a time: timers, tasks that are late, steps that go on, events for others. Each is carried out at least once, and ends in the transaction
 * of what it did: so that happens once. What has been overtaken (its passage is over, its task done) ends quietly: the lock of the instance decides.
 */
import * as z from 'zod/mini'
import { CommandError } from '../../model/workflow/core/commands.ts'
import type { Trigger } from '../../model/workflow/core/graph.ts'
import { comesWithinMinute, readTimer } from '../../model/workflow/timers.ts'
import type { TenantId } from '../../model/brands.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { DueWork, WorkHandler, WorkHandlers } from '../kernel/runtime/scheduler-runner.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import { Failure } from '../kernel/errors.ts'
import { lateTask } from './late.ts'
import type { EngineParts } from './engine/parts.ts'
import type { Opened } from './engine/run.ts'
import { conclude, open } from './engine/run.ts'
import type { WaitRow } from './engine/rows.ts'
import { VariableError } from './engine/variables.ts'
import { nextDue, textOfTimer } from './engine/waits.ts'
import { noteAgain } from './begun-by.ts'
import { callOutside } from './outside.ts'
import { deliver } from './deliver.ts'
import { chainSchema } from './engine/chain.ts'
import { stopSetting } from './stop-setting.ts'
import { rest } from './rest.ts'
import { startIn } from './start.ts'

const json = z.json()
const ofWait = z.object({ instance: z.string(), wait: z.int() })
const ofActivity = z.object({ instance: z.string(), activity: z.int(), passed: z.int(), chain: chainSchema })
/** What an instance sets going: which, and where in it. */
const ofSetGoing = z.object({
  from: z.optional(z.nullable(z.string())),
  node: z._default(z.string(), ''),
  activity: z._default(z.nullable(z.int()), null),
  chain: chainSchema,
})
const ofEvent = z.extend(ofSetGoing, {
  name: z.string(),
  correlation: z.optional(z.nullable(z.string())),
  variables: z.optional(z.record(z.string(), json)),
})
const ofOccurrence = z.object({
  instance: z.string(),
  wait: z.int(),
  /** Of a place that goes on waiting, where that is: its next wait has another number. */
  holder: z.optional(z.int()),
  node: z.optional(z.string()),
  variables: z.optional(z.record(z.string(), json)),
  chain: chainSchema,
})
const ofStart = z.object({ definition: z.string(), node: z.string(), began: z.optional(z.number()) })
const ofBegin = z.extend(ofSetGoing, {
  process: z.string(),
  variables: z.record(z.string(), json),
  starter: z.nullable(z.string()),
  origin: z.optional(z.string()),
})

/** The handlers of the engine's scheduled work, by its kinds. */
export function workHandlers(parts: EngineParts): WorkHandlers {
  const inStep = (
    of: (payload: unknown) => string,
    act: (opened: Opened, work: DueWork, tx: Transaction) => Promise<void>,
  ): WorkHandler => {
    return (work) =>
      parts.transactions.inTenant({ tenantId: work.tenantId, operationId: newId() }, async (tx) => {
        // Ended behind the lock and before the act, which cancels timers that are over, and may plan the same work anew.
        const [opened] = await Promise.all([open(tx, parts, { instance: of(work.payload) }, {}), work.finish(tx)])
        const state = opened?.held.changes.instance_state
        // Suspended, it waits: whoever makes it go on schedules it again, and brings forward what has no other trace.
        if (state === 'suspended' && RESTING.has(work.kind)) await rest(tx, work)
        if (opened && state === 'running') await act(opened, work, tx)
      })
  }
  return {
    'process-timer': inStep(
      (payload) => z.parse(ofWait, payload).instance,
      (opened, { payload }) => fireTimer(opened, z.parse(ofWait, payload).wait),
    ),
    'process-occur': inStep(
      (payload) => z.parse(ofOccurrence, payload).instance,
      (opened, { payload }) => occur(opened, z.parse(ofOccurrence, payload)),
    ),
    'process-continue': inStep(
      (payload) => z.parse(ofActivity, payload).instance,
      async (opened, { payload }) => {
        const { activity, passed, chain } = z.parse(ofActivity, payload)
        const { held, work } = opened
        work.unit.chain = chain
        if (!held.isActive(activity) || held.tasksOf(activity).length > 0 || work.unit.childOf(held.id, activity)) return
        work.unit.begun.push({ held, activity })
        await conclude(opened, { command: 'continue', activity }, passed)
      },
    ),
    // What should have been done while it was suspended: steps that go on, and late tasks, are due again at once.
    'process-resume': inStep((payload) => z.parse(z.object({ instance: z.string() }), payload).instance, resume),
    'process-late': (work) => lateTask(parts, work),
    'process-signal': (work) => correlate(parts, work, 'signal'),
    'process-message': (work) => correlate(parts, work, 'message'),
    'process-outside': (work) => callOutside(parts, work),
    'process-start': (work) => startByTimer(parts, work),
    'process-begin': (work) =>
      parts.transactions.inTenant({ tenantId: work.tenantId }, async (tx) => {
        await begin(tx, parts, work.tenantId, z.parse(ofBegin, work.payload))
        await work.finish(tx)
      }),
  }
}

/** What is known from its work alone: an event that has come, a step that goes on. */
const RESTING: ReadonlySet<string> = new Set(['process-occur', 'process-continue'])

/** Lets what is waited for happen; one that goes on beside its activity comes again, if it is a timer that repeats. @throws CommandError */
export function letHappen({ held, work }: Opened, row: WaitRow): void {
  const node = held.definition.graph.nodes.get(row.node)
  const { trigger } = node ?? {}
  const next =
    node?.interruptsNot === true && trigger?.on === 'timer' && row.due_time !== null
      ? nextDue(textOfTimer(trigger.timer, held.variables), Date.parse(row.created_at), work.unit.now.zone, Date.parse(row.due_time))
      : undefined
  work.unit.obey(held, { do: 'occur', wait: row.number, again: next !== undefined })
  if (next) work.unit.dueAgain(held, row, next)
}

async function fireTimer(opened: Opened, number: number): Promise<void> {
  const { held } = opened
  const row = held.waits.get(number)
  if (!row || !held.state.waits.has(number)) return
  letHappen(opened, row)
  await conclude(opened, { command: 'timer', activity: row.holder === 0 ? null : row.holder, isLast: true })
}

/** Begins what another instance has asked for. What cannot be begun is an incident of that one: it has gone on. */
async function begin(tx: Transaction, parts: EngineParts, tenantId: TenantId, asked: z.output<typeof ofBegin>): Promise<void> {
  const { process, variables, starter, origin, chain } = asked
  const next = { originId: origin, chain: { ...chain, generation: chain.generation + 1 } }
  try {
    await startIn(tx, parts, { tenantId }, { of: { key: process }, variables, starterId: starter, ...next })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await stopSetting(tx, parts, asked, { kind: 'failed', about: process })
  }
}

async function occur(opened: Opened, { wait, holder, node, variables, chain }: z.output<typeof ofOccurrence>): Promise<void> {
  const { held, work } = opened
  work.unit.chain = chain
  const row = held.waits.get(wait) ?? [...held.waits.values()].find((again) => again.holder === holder && again.node === node)
  if (!row || !held.state.waits.has(row.number)) return
  const activity = row.holder === 0 ? null : row.holder
  try {
    work.unit.setVariables(held, variables ?? {})
    work.unit.obey(held, { do: 'occur', wait: row.number })
  } catch (error) {
    if (error instanceof CommandError) return
    if (!(error instanceof VariableError)) throw error
    // What came along has no room beside what there is: it waits, and says so.
    work.unit.incident(held, 'expression', activity, row.node, { about: error.variable })
  }
  await conclude(opened, { command: row.wait_kind, activity, isLast: true })
}

async function resume(opened: Opened): Promise<void> {
  const { held, work } = opened
  for (const activity of held.state.activities.values()) {
    const kind = held.definition.graph.nodes.get(activity.node)?.kind
    const isIdle = activity.state === 'active' && held.tasksOf(activity.id).length === 0 && !work.unit.childOf(held.id, activity.id)
    if (isIdle && (kind === 'user-task' || kind === 'call-activity') && activity.members === undefined)
      work.unit.begun.push({ held, activity: activity.id })
  }
  if (work.unit.begun.length > 0) await conclude(opened, { command: 'continue' })
}

/** Instances that wait for a signal, or for a message with its value: each goes on by work of its own. Processes that begin with it begin. */
async function correlate(parts: EngineParts, work: DueWork, kind: 'signal' | 'message'): Promise<void> {
  const { name, correlation, variables, ...thrown } = z.parse(ofEvent, work.payload)
  await parts.transactions.inTenant({ tenantId: work.tenantId }, async (tx) => {
    await deliver(tx, parts, work.tenantId, kind, { name, correlation: correlation ?? null, variables: variables ?? {}, thrown })
    await work.finish(tx)
  })
}

/** Times that are counted; of more it is known that there were so many. */
const MAX_MISSED = 1000

/** How many times a timer was due after one time and until a moment. */
function missedUntil(moment: number, dueAt: number, next: (last: number) => Pick<WaitRow, 'due_time'> | undefined): number {
  let count = 0
  for (let due = dueOfNext(next(dueAt)); due !== undefined && due <= moment && count < MAX_MISSED; due = dueOfNext(next(due))) count += 1
  return count
}

const dueOfNext = (row: Pick<WaitRow, 'due_time'> | undefined): number | undefined =>
  row?.due_time === null || row === undefined ? undefined : Date.parse(row.due_time)

const MINUTE_MS = 60_000

/** A version of an earlier release may have a timer of seconds, which is refused by now: it begins an instance a minute. */
function pauseOf(trigger: Trigger | undefined): number {
  const timer = trigger?.on === 'timer' ? readTimer(trigger.timer) : undefined
  return timer && !('fault' in timer) && comesWithinMinute(timer) ? MINUTE_MS - 1 : 0
}

async function startByTimer(parts: EngineParts, work: DueWork): Promise<void> {
  const dueAt = work.dueAt.getTime()
  // Work of an earlier release does not say when it began: it counts from now on.
  const { definition, node, began = dueAt } = z.parse(ofStart, work.payload)
  await parts.transactions.inTenant({ tenantId: work.tenantId }, async (tx) => {
    const row = await tx.first(build.selectFrom('process_definitions').select('suspended').where('id', '=', definition))
    const found = row && (await parts.definitions.find(tx, definition))
    const trigger = found?.graph.nodes.get(node)?.trigger
    const [zone, now] = [await tx.timeZone(), parts.clock.now()]
    const next = (last: number) => (trigger?.on === 'timer' ? nextDue(trigger.timer, began, zone, last) : undefined)
    if (row?.suspended === 0) {
      const { id } = await startIn(tx, parts, { tenantId: work.tenantId }, { of: { definition }, at: node })
      // One instance makes up for all that a server which stood still has missed, and its record says for how many.
      const count = missedUntil(now, dueAt, next)
      if (count > 0)
        await noteAgain(tx, parts, { instanceId: id, command: 'missed', variables: {}, data: { count }, comment: String(count) })
    }
    await work.finish(tx)
    const planned = next(Math.max(now, dueAt + pauseOf(trigger)))
    if (planned?.due_time)
      await tx.run(
        build.insertInto('scheduled_work').values({
          tenant_id: work.tenantId,
          kind: work.kind,
          key: work.key,
          due_at: new Date(planned.due_time),
          payload: JSON.stringify({ definition, node, began }),
        }),
      )
  })
}
