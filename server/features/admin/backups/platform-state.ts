/** What the operator of the platform looks at every morning: tenants, quotas, backups, what waits, processes that nobody attends to, and the disk. */
import { sql } from 'kysely'
import { queryPlatformState } from '../../../../model/contract/admin/backups.ts'
import type { Quota } from '../../../../model/tenant/tenants.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'
import { countDeadEvents } from '../../../kernel/runtime/event-cursors.ts'
import { countDeadWork } from '../../../kernel/runtime/scheduler.ts'
import { unattended } from '../../../workflow/index.ts'
import { diskOf } from './disk.ts'

const SOON = sql`now() + interval '30 days'`
/** Of a quota; from here on somebody has to think of it. */
const NEARLY = 0.9
const MAX_QUOTAS = 5
const MAX_UNATTENDED = 5

interface Counted {
  readonly all: number
  readonly expiring: number
  readonly suspended: number
  readonly now: string
  readonly soon: string
}

export const platformState = implement(queryPlatformState, {
  access: 'platform',
  summary: 'Tenants, quotas near their bound, failed backups, what waits, processes that nobody attends to, and disk',
  async handle({ services: { config, transactions, acquisition, workflow } }) {
    const [found, disk] = await Promise.all([
      transactions.inPlatform('the operator looks after the platform', readState, 'read'),
      diskOf(config),
    ])
    return { ...found, waiting: { ...found.waiting, values: acquisition.queue.samples, strandedProcesses: workflow.stranded.count }, disk }
  },
})

async function readState(tx: Transaction) {
  const [[tenants], quotas, [backups], [queued], deadWork, deadEvents, nobodys] = await Promise.all([
    // Open ones alone expire: those that did are suspended.
    tx.all(
      statement(sql<Counted>`
      select count(*)::integer as all, (count(*) filter (where is_open and expires_at <= ${SOON}))::integer as expiring,
        (count(*) filter (where not is_open))::integer as suspended,
        to_char(now(), 'YYYY-MM-DD HH24:MI:SS') as now, to_char(${SOON}, 'YYYY-MM-DD HH24:MI:SS') as soon
      from (select expires_at, status = 1 and marked_at is null and coalesce(expires_at > now(), true) as is_open from tenants where not throwaway) as told`),
    ),
    tx.all(
      statement(sql<{ id: string; tenant: string; quota: Quota; used: number; most: number }>`
      select id, tenant_name as tenant, quota, used, most from tenant_list
      cross join lateral (values ('users', used_users, user_quota), ('storage', used_storage, storage_quota), ('points', used_points, point_quota), ('entries', used_entries, entry_quota)) as each (quota, used, most)
      where used >= most * ${NEARLY}::float8 order by used::float8 / most desc, id, quota limit ${MAX_QUOTAS}`),
    ),
    tx.all(
      statement(sql<{ failed: number; passedAt: number | null }>`
      select (count(*) filter (where (backup_state = 'failed' or verdict = 'failed') and created_at > now() - interval '7 days'))::integer as failed,
        extract(epoch from max(finished_at) filter (where backup_state = 'done' and verdict = 'passed'))::float8 * 1000 as "passedAt"
      from backups`),
    ),
    tx.all(
      statement(sql<{ jobs: number; messages: number; failedMessages: number }>`
      select (select count(*) from jobs where status in ('queued', 'running'))::integer as jobs,
        (select count(*) from messages where message_state = 'waiting')::integer as messages,
        (select count(*) from messages where message_state = 'failed')::integer as "failedMessages"`),
    ),
    countDeadWork(tx),
    countDeadEvents(tx),
    unattended(tx),
  ])
  if (!tenants || !backups || !queued) throw new Error('a count without a row')
  return { tenants, quotas, backups, waiting: { ...queued, deadWork: deadWork + deadEvents }, unattended: nobodys.slice(0, MAX_UNATTENDED) }
}
