/** Keeps an error that a browser reports: the same one again is counted, and nobody fills the table. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ErrorReport } from '../../../../model/error-report.ts'
import { REPORT_LIMITS, cleaned, withoutSecrets } from '../../../../model/error-report.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'

/** Rows one person may have, and the tenant as a whole; the oldest go first. */
const MAX_PER_USER = 100
const MAX_PER_TENANT = 2000
/** Days an error is kept after it was last met. */
const DAYS = 90

/** Stores a browser's report without its secrets; the same error of the same page is counted and not stored twice. */
export async function keepError(tx: Transaction, caller: Caller, request: FastifyRequest, report: ErrorReport): Promise<void> {
  const { message, stack, page } = cleaned(report)
  const agent = withoutSecrets(request.headers['user-agent'] ?? '').slice(0, REPORT_LIMITS.agent)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([message, stack, page]))
    .digest()
  await advisoryLock(tx, 'error-log')
  await tx.run(
    build
      .insertInto('error_logs')
      .values({ tenant_id: caller.tenantId, id: newId(), user_id: caller.userId, fingerprint, message, stack, page, agent })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'user_id', 'fingerprint'])
          .doUpdateSet({ times: sql`least(error_logs.times + 1, 1000000)`, last_at: sql`now()`, agent }),
      ),
  )
  await tx.run(build.deleteFrom('error_logs').where('last_at', '<', sql<Date>`now() - ${`${DAYS} days`}::interval`))
  const beyond = (most: number) => build.selectFrom('error_logs').select('id').orderBy('last_at', 'desc').orderBy('id', 'desc').offset(most)
  await tx.run(build.deleteFrom('error_logs').where('id', 'in', beyond(MAX_PER_USER).where('user_id', '=', caller.userId)))
  await tx.run(build.deleteFrom('error_logs').where('id', 'in', beyond(MAX_PER_TENANT)))
}
