/**
 * What waits for the caller, as far as they can do something about it. Counted by the statement behind the lists themselves, so
 * that a number tells nobody more than the list it leads to; a field that is hidden from the caller counts nothing.
 */
import { sql } from 'kysely'
import { queryTask } from '../../../../model/contract/home/workbench.ts'
import type { Task } from '../../../../model/home/workbench.ts'
import { MAX_SHOWN_COUNT } from '../../../../model/home/workbench.ts'
import { alarmRules, alarms, deliveries, logs, messages, registrations } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { Filters } from '../../../kernel/resources/select.ts'
import { rowsOf } from '../../../kernel/resources/select.ts'
import { build, buildFor, typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { beyondRows, countTasks as countProcessTasks } from '../../../workflow/index.ts'

interface Waiting {
  readonly task: Task
  readonly of: Resource
  /** One of these has to be allowed, beside the list itself. */
  readonly by: readonly string[]
  readonly filters: (since: string) => Filters
}

const waiting: readonly Waiting[] = [
  { task: 'unacknowledged-alarms', of: alarms, by: ['acknowledge'], filters: () => ({ alarmState: 'unacknowledged' }) },
  { task: 'returned-alarms', of: alarms, by: ['acknowledge'], filters: () => ({ alarmState: 'returned' }) },
  // In use, and still nothing can make them raise an alarm.
  { task: 'silent-rules', of: alarmRules, by: ['update'], filters: () => ({ ruleStatus: '1', isWatching: '0' }) },
  // Alarms that did not reach whom they were to.
  { task: 'failed-deliveries', of: deliveries, by: ['retry'], filters: (since) => ({ deliveryState: 'failed', createTimeStart: since }) },
  {
    task: 'unaddressed-deliveries',
    of: deliveries,
    by: ['retry'],
    filters: (since) => ({ deliveryState: 'unaddressed', createTimeStart: since }),
  },
  { task: 'registrations', of: registrations, by: ['authorize', 'reject'], filters: () => ({ registrationState: 'pending' }) },
  {
    task: 'failed-sign-ins',
    of: logs,
    by: ['query'],
    filters: (since) => ({ logType: 'sign-in', result: 'refused', createTimeStart: since }),
  },
  { task: 'failed-messages', of: messages, by: ['start'], filters: () => ({ messageState: 'failed' }) },
]

export const countTasks = implement(queryTask, {
  access: 'signed-in',
  summary: 'What waits for me and how much of it; what happens all the time, of the last day',
  async handle({ caller, services, inTenant, inScopeOf }) {
    // Of processes everybody has their own tasks, whatever they are granted.
    const [{ since, ...jobs }, { candidate, assignee, consulted }] = await Promise.all([
      inTenant((tx) => countJobs(tx, caller)),
      services.transactions.inTenant(beyondRows(caller), (tx) => countProcessTasks(tx, caller, MAX_SHOWN_COUNT + 1), 'read'),
    ])
    const mine = waiting.filter(({ of, by, filters }) => mayCount(caller, of, by, filters(since)))
    const counts = await Promise.all(
      mine.map(async ({ task, of, filters }) => ({ task, count: await inScopeOf(of, (tx) => countRows(tx, caller, of, filters(since))) })),
    )
    const list = [
      { task: 'candidate-tasks' as const, count: candidate },
      { task: 'assigned-tasks' as const, count: assignee },
      { task: 'consultations' as const, count: consulted },
      ...counts,
      { task: 'files' as const, count: jobs.files },
      { task: 'failed-jobs' as const, count: jobs.failed },
    ]
    return { since, list: list.filter(({ count }) => count > 0) }
  },
})

function mayCount(caller: Caller, of: Resource, by: readonly string[], filters: Filters): boolean {
  if (of.scope === 'platform' && !caller.isPlatform) return false
  const { allowed, sees } = viewOf(caller, of)
  return (
    allowed.includes('query') &&
    by.some((operation) => allowed.includes(operation)) &&
    Object.keys(filters).every((key) => sees(key.replace(/Start$/, '')))
  )
}

async function countRows(tx: Transaction, caller: Caller, of: Resource, filters: Filters): Promise<number> {
  const found = rowsOf(of, viewOf(caller, of), filters)
    .select(sql<number>`1`.as('one'))
    .limit(MAX_SHOWN_COUNT + 1)
  const row = await tx.first(typedAs<{ count: string }>(buildFor.selectFrom(found.as('found')).select(sql`count(*)`.as('count'))))
  return Number(row?.count ?? 0)
}

/** Files the caller had made within the last day and may fetch, and what failed; and since when that is, as the lists write it. */
async function countJobs(tx: Transaction, { userId }: Caller): Promise<{ since: string; files: number; failed: number }> {
  const row = await tx.first(
    build
      .selectFrom('jobs')
      .select([
        sql<string>`to_char(now() - interval '1 day', 'YYYY-MM-DD HH24:MI:SS')`.as('since'),
        sql<string>`count(*) filter (where status = 'done' and blob_id is not null)`.as('files'),
        sql<string>`count(*) filter (where status = 'failed')`.as('failed'),
      ])
      .where('user_id', '=', userId)
      .where(sql<boolean>`finished_at > now() - interval '1 day'`),
  )
  return { since: row?.since ?? '', files: Number(row?.files ?? 0), failed: Number(row?.failed ?? 0) }
}
