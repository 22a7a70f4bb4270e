/** A run of the self-test: a job of the operator's, one at a time, that cleans up behind itself and behind one that died. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Feature } from '../../../kernel/http/http.ts'
import type { JobKinds } from '../../../kernel/runtime/job.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Services } from '../../../kernel/services.ts'
import { build } from '../../../kernel/database/sql.ts'
import { eraseTenant } from '../../../tenancy/index.ts'
import type { ProbeRequest } from './probe.ts'
import { findingsOf, probe } from './probe.ts'

export const KIND = 'isolation-test'
/** Runs whose results are kept. */
const KEPT = 20

/**
 * The jobs that run the self-test.
 * @param server Whose answers are asked for; there when the first job runs.
 * @param wanted What to ask of all there is to ask; everything where absent.
 */
export function isolationJobs(
  server: FastifyInstance,
  features: () => readonly Feature[],
  wanted: Pick<ProbeRequest, 'isAsked'> = {},
): JobKinds {
  return {
    async [KIND]({ id, caller, services, signal, progress }) {
      const started = new Date(services.clock.now())
      // A run before this one may have died, or this one: it is begun anew.
      await eraseThrowaways(services)
      try {
        const report = await probe(server, services, features(), { ...wanted, signal, onProgress: progress })
        const findings = findingsOf(report).length
        await services.transactions.inPlatform("the results of the self-test are the platform's", async (tx) => {
          await tx.run(
            build.insertInto('isolation_runs').values({
              id: newId(),
              passed: findings === 0 && report.calls > 0,
              report: JSON.stringify(report),
              username: caller.username,
              started_at: started,
            }),
          )
          await tx.run(
            build
              .deleteFrom('isolation_runs')
              .where('id', 'not in', build.selectFrom('isolation_runs').select('id').orderBy('created_at', 'desc').limit(KEPT)),
          )
        })
        return { done: report.calls, result: { job: id, findings, calls: report.calls } }
      } finally {
        await eraseThrowaways(services)
      }
    },
  }
}

/** Whether a run waits or is at work. */
export function openRun(services: Services): Promise<boolean> {
  return services.transactions.inPlatform(
    'one self-test at a time, whoever asks',
    async (tx) =>
      (await tx.first(
        build.selectFrom('jobs').select('id').where('kind', '=', KIND).where('status', 'in', ['queued', 'running']).limit(1),
      )) !== undefined,
    'read',
  )
}

/** Erases what a run that died has left; what one at work has made is still needed. */
export async function sweepThrowaways(services: Services): Promise<void> {
  if (!(await openRun(services))) await eraseThrowaways(services)
}

async function eraseThrowaways({ transactions, invalidations }: Services): Promise<void> {
  const left = await transactions.inPlatform(
    'the self-test cleans up',
    (tx) => tx.all(build.selectFrom('tenants').select('id').where('throwaway', '=', true)),
    'read',
  )
  for (const { id } of left) {
    // The mark first, and committed: whoever is still at work in there comes to an end before the rows go.
    await transactions.inPlatform('the self-test cleans up', (tx) =>
      tx.run(
        build
          .updateTable('tenants')
          .set({ marked_at: sql`now()` })
          .where('id', '=', id)
          .where('throwaway', '=', true),
      ),
    )
    await transactions.inPlatform('the self-test cleans up', (tx) => eraseTenant(tx, invalidations, id))
  }
}
