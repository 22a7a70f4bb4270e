/**
 * Starts the processes of alarms when their time has come, or adds the alarm to one that goes on already. What is decided, the instance and the end of
 * the work stand in one transaction: it happens once, whichever server does it and however often it is tried.
 */
import { sql } from 'kysely'
import type { AlarmSource } from '../../../../model/acquisition/alarm-variables.ts'
import { alarmVariables, readAlarmVariables } from '../../../../model/acquisition/alarm-variables.ts'
import type { TenantId } from '../../../../model/brands.ts'
import { Failure } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../../../kernel/database/tenant.ts'
import type { Clock } from '../../../kernel/runtime/clock.ts'
import { databaseTime } from '../../../kernel/runtime/clock.ts'
import type { Chore } from '../../../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../../../kernel/runtime/housekeeping.ts'
import type { DueWork, WorkHandlers } from '../../../kernel/runtime/scheduler-runner.ts'
import type { Scheduler } from '../../../kernel/runtime/scheduler.ts'
import { ALARM_PROCESS, ALARM_PROCESS_RETURN, lockStarts } from './note-starts.ts'
import type { NotedStart } from './noted-start.ts'
import { notedStart, verdictOn } from './noted-start.ts'

/** What is asked of the engine of processes. */
export interface AlarmProcesses {
  startIn(
    tx: Transaction,
    actor: { readonly tenantId: TenantId },
    ask: {
      readonly of: { readonly key: string }
      readonly variables: Readonly<Record<string, unknown>>
      readonly description: string
      readonly subject: { readonly kind: string; readonly id: string }
      readonly commandKey: string
    },
  ): Promise<{ readonly id: string; readonly processStatus: string }>
  /** False where the instance is over. */
  noteAgain(
    tx: Transaction,
    recurrence: {
      readonly instanceId: string
      readonly command: string
      readonly variables: Readonly<Record<string, unknown>>
      readonly data: Readonly<Record<string, string>>
    },
  ): Promise<boolean>
  endUnlessBegun(tx: Transaction, instanceId: string): Promise<'ended' | 'kept' | 'suspended'>
}

interface Parts {
  readonly transactions: TransactionScopes
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly workflow: AlarmProcesses
}

/** Of what an instance is that an alarm has started. */
export const ALARM_SUBJECT = 'alarm'
/** While nobody of a tenant may work, or an instance is suspended. */
const REST_MS = 3_600_000
/** An instance may end between the look at it and its lock. */
const MAX_LOOKS = 3
const MAX_DESCRIPTION = 512
const DROPPED_DAYS = 30

/** The handlers of the work. */
export function alarmProcessHandlers(parts: Parts): WorkHandlers {
  const inStep = (act: (tx: Transaction, start: NotedStart, work: DueWork) => Promise<void>) => (work: DueWork) =>
    parts.transactions.inTenant({ tenantId: work.tenantId, operationId: newId() }, async (tx) => {
      await lockStarts(tx)
      const start = await notedStart(tx, work.key, databaseTime(parts.clock))
      // Before the act, which may plan the same work anew.
      await work.finish(tx)
      if (start) await act(tx, start, work)
    })
  return {
    [ALARM_PROCESS]: inStep(async (tx, start, { tenantId, kind, key }) => {
      if (start.state !== 'waiting') return
      // Nothing is lost while a tenant rests; what has become of the alarm meanwhile is looked at when it works again.
      if (!start.isUsable) await parts.scheduler.schedule(tx, { kind, key, dueAt: new Date(parts.clock.now() + REST_MS) })
      else await decide(tx, parts, tenantId, start)
    }),
    [ALARM_PROCESS_RETURN]: inStep(async (tx, start, { kind, key }) => {
      if (!start.isOpen || start.isCollecting || !start.returns || start.isActive || start.instanceId === null) return
      const became = await parts.workflow.endUnlessBegun(tx, start.instanceId)
      // It stands still: the alarm may come again before it goes on.
      if (became === 'suspended') await parts.scheduler.schedule(tx, { kind, key, dueAt: new Date(parts.clock.now() + REST_MS) })
    }),
  }
}

async function decide(tx: Transaction, parts: Parts, tenantId: TenantId, noted: NotedStart): Promise<void> {
  let start: NotedStart | undefined = noted
  for (let look = 0; start && look < MAX_LOOKS; look += 1) {
    const verdict = verdictOn(start)
    if (verdict.do === 'drop') return settle(tx, parts, start, { start_state: 'dropped', reason: verdict.reason })
    if (verdict.do === 'start') return begin(tx, parts, tenantId, start, verdict.isCollecting)
    const { instanceId, reason } = verdict
    const occurrences = await countOf(tx, instanceId)
    const isNoted = await parts.workflow.noteAgain(tx, {
      instanceId,
      command: 'alarm-again',
      variables: variablesOf({ ...(reason === 'open' ? { value: start.value } : {}), occurrences: occurrences + 1 }, start),
      data: { alarm: start.alarmId, about: aboutOf(start) },
    })
    if (isNoted) return settle(tx, parts, start, { start_state: 'joined', reason, instance_id: instanceId })
    start = await notedStart(tx, start.id, databaseTime(parts.clock))
  }
}

async function begin(tx: Transaction, parts: Parts, tenantId: TenantId, start: NotedStart, isCollecting: boolean): Promise<void> {
  try {
    const { id, processStatus } = await parts.workflow.startIn(
      tx,
      { tenantId },
      {
        of: { key: start.processKey ?? '' },
        variables: variablesOf(valuesOf(start), start),
        description: aboutOf(start).slice(0, MAX_DESCRIPTION),
        subject: { kind: ALARM_SUBJECT, id: start.alarmId },
        commandKey: `alarm ${start.id}`,
      },
    )
    const is_open = processStatus === 'running'
    await settle(tx, parts, start, { start_state: 'started', instance_id: id, is_open, is_collecting: isCollecting })
  } catch (error) {
    // Refused before anything was written: there is no such process any more, it is suspended, or does not take the variables.
    if (!(error instanceof Failure)) throw error
    await settle(tx, parts, start, { start_state: 'dropped', reason: 'process' })
  }
}

interface Decided {
  readonly start_state: 'started' | 'joined' | 'dropped'
  readonly reason?: 'open' | 'flood' | 'acknowledged' | 'returned' | 'quiet' | 'rule' | 'process'
  readonly instance_id?: string
  readonly is_open?: boolean
  readonly is_collecting?: boolean
}

async function settle(tx: Transaction, { clock }: Parts, { id, processKey }: NotedStart, decided: Decided): Promise<void> {
  const key = processKey === null ? {} : { process_key: processKey }
  await tx.run(
    build
      .updateTable('process_starts')
      .set({ ...decided, ...key, decided_at: databaseTime(clock) })
      .where('id', '=', id),
  )
}

/** How often the alarms of an instance were raised until now. */
async function countOf(tx: Transaction, instanceId: string): Promise<number> {
  const found = await tx.first(
    build
      .selectFrom('process_starts')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('instance_id', '=', instanceId),
  )
  return found?.count ?? 0
}

const valuesOf = (start: NotedStart): Record<AlarmSource, unknown> => ({
  alarm: start.alarmId,
  rule: start.rule,
  device: start.device,
  device_code: start.deviceCode,
  point: start.point,
  point_code: start.deviceCode !== null && start.pointKey !== null ? `${start.deviceCode}/${start.pointKey}` : null,
  value: start.value,
  priority: start.priority,
  raised_at: start.raisedAt.toISOString(),
  occurrences: 1,
  limit: start.limit,
})

const variablesOf = (values: Partial<Record<AlarmSource, unknown>>, { variables }: NotedStart) =>
  alarmVariables(values, readAlarmVariables(variables ?? '') ?? new Map())

const aboutOf = ({ rule, device, point }: NotedStart): string => [rule, device, point].filter((part) => part !== null).join(' · ')

/** A chore that deletes what came to nothing a month ago; what has an instance goes with it. */
export function expiredStarts(transactions: TransactionScopes): Chore {
  return deleting(transactions, [
    build.deleteFrom('process_starts').where('start_state', '=', 'dropped').where('created_at', '<', daysAgo(DROPPED_DAYS)),
  ])
}
