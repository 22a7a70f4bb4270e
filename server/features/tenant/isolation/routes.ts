import { sql } from 'kysely'
import type { IsolationReport } from '../../../../model/contract/tenant/isolation.ts'
import { cancelIsolationTest, queryIsolationTest, startIsolationTest } from '../../../../model/contract/tenant/isolation.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call, Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { build } from '../../../kernel/database/sql.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { KIND } from './run.ts'

const moment = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`

const startTest = implement(startIsolationTest, {
  access: 'platform',
  summary: 'Try on this server whether one tenant can find out about another',
  async handle({ caller, inTenant, services, request, t }) {
    return inTenant(async (tx) => {
      await advisoryLock(tx, KIND)
      const running = await tx.first(
        build.selectFrom('jobs').select('id').where('kind', '=', KIND).where('status', 'in', ['queued', 'running']),
      )
      if (running) fail('isolation.running')
      return {
        id: await services.jobs.enqueue(tx, caller, languageOfRequest(request), { kind: KIND, title: t('menu.isolation'), input: {} }),
      }
    })
  },
})

const queryTest = implement(queryIsolationTest, {
  access: 'platform',
  summary: 'The running self-test, and what the last ones found',
  async handle(call) {
    const [running, runs, aborted] = await Promise.all([readRunning(call), readRuns(call), readAborted(call)])
    const list = [...runs, ...aborted].sort((a, b) => b.startedAt.localeCompare(a.startedAt)).slice(0, 20)
    return { running, list }
  },
})

/** Jobs of the platform's people; other tenants have none of this kind. */
async function readRunning({ inTenant }: Call<unknown>) {
  const job = await inTenant((tx) =>
    tx.first(
      build.selectFrom('jobs').select(['id', 'done', 'total']).where('kind', '=', KIND).where('status', 'in', ['queued', 'running']),
    ),
  )
  return job ? { id: job.id, done: Number(job.done), total: job.total === null ? null : Number(job.total) } : null
}

async function readRuns({ services }: Call<unknown>) {
  const rows = await services.transactions.inPlatform(
    "the results of the self-test are the platform's",
    (tx) =>
      tx.all(
        build
          .selectFrom('isolation_runs')
          .select(['id', 'passed', 'username', sql<IsolationReport>`report`.as('report'), moment('started_at').as('startedAt')])
          .orderBy('created_at', 'desc')
          .limit(20),
      ),
    'read',
  )
  return rows.map(({ passed, ...row }) => ({ ...row, verdict: passed ? ('passed' as const) : ('failed' as const) }))
}

async function readAborted({ inTenant }: Call<unknown>) {
  const rows = await inTenant((tx) =>
    tx.all(
      build
        .selectFrom('jobs')
        .leftJoin('users', 'users.id', 'user_id')
        .select(['jobs.id', 'username', moment('jobs.created_at').as('startedAt')])
        .where('kind', '=', KIND)
        .where('jobs.status', 'in', ['failed', 'cancelled'])
        .orderBy('jobs.created_at', 'desc')
        .limit(20),
    ),
  )
  return rows.map((row) => ({ ...row, username: row.username ?? '', verdict: 'aborted' as const, report: null }))
}

const cancelTest = implement(cancelIsolationTest, {
  access: 'platform',
  space: 'essential',
  summary: 'End the running self-test',
  async handle({ caller, inTenant, services, input }) {
    await inTenant((tx) => services.jobs.cancel(tx, caller, input.id))
    return null
  },
})

export const isolationFeature: Feature = { tag: 'isolation', routes: [startTest, queryTest, cancelTest] }
