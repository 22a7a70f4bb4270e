import { sql } from 'kysely'
import { z } from 'zod'
import { fail } from '../../../kernel/errors.ts'
import type { Call, Feature } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { build } from '../../../kernel/database/sql.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { id } from '../../../../model/fields.ts'
import { KIND } from './run.ts'

const moment = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`

/** Runs that are over: what they found, or that they came to no end. */
const run = z.strictObject({
  id: z.string(),
  verdict: z.enum(['passed', 'failed', 'aborted']),
  startedAt: z.string(),
  username: z.string(),
  report: z.unknown(),
})
const open = z.strictObject({ id: z.string(), done: z.int(), total: z.int().nullable() })

const startTest = route({
  method: 'POST',
  path: '/admin/isolation/startIsolationTest',
  access: 'platform',
  summary: 'Try on this server whether one tenant can find out about another',
  input: z.strictObject({}),
  output: z.strictObject({ id: z.string() }),
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

const queryTest = route({
  method: 'GET',
  path: '/admin/isolation/queryIsolationTest',
  access: 'platform',
  summary: 'The running self-test, and what the last ones found',
  output: z.strictObject({ running: open.nullable(), list: z.array(run) }),
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
          .select(['id', 'passed', 'username', 'report', moment('started_at').as('startedAt')])
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

const cancelTest = route({
  method: 'POST',
  path: '/admin/isolation/cancelIsolationTest',
  access: 'platform',
  space: 'essential',
  summary: 'End the running self-test',
  input: z.strictObject({ id }),
  handle: async ({ caller, inTenant, services, input }) => inTenant((tx) => services.jobs.cancel(tx, caller, input.id)),
})

export const isolationFeature: Feature = { tag: 'isolation', routes: [startTest, queryTest, cancelTest] }
