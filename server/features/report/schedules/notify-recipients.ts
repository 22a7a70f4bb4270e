/** Tells the recipients of a report that was made: people of the tenant by a notification, addresses by mail, each with a link of their own that expires. */
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import { statement } from '../../../acquisition/index.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { WorkHandler } from '../../../kernel/runtime/scheduler-runner.ts'
import type { Services } from '../../../kernel/services.ts'
import { hashToken, newToken } from '../../../identity/index.ts'
import { notifyEach } from '../../../messaging/index.ts'
import { recipients } from './recipients.ts'

/** The page behind a link. The token follows the hash mark, which no browser sends anywhere. */
const PAGE = '/reportfile'
const OWN_PAGE = '/reportfile/mine'
/** A statement has 65,535 parameters at the most, and a notification seventeen. */
const BATCH = 500

type Needed = Pick<Services, 'transactions' | 'invalidations' | 'messages' | 'clock' | 'config'>

/** Returns the handler of the work whose key is a run. Its end is in the transaction that tells: nobody is told twice. */
export function notifyRecipients(services: Needed): WorkHandler {
  return async ({ tenantId, key: runId, payload, finish }) => {
    const { users, mails } = recipients.parse(payload)
    await services.transactions.inTenant({ tenantId }, async (tx) => {
      await finish(tx)
      const run = await readMade(tx, runId)
      if (!run) return
      const t = translatorFor(run.language)
      const links = await linksOf(tx, tenantId, runId, users)
      const outside = mails.map((recipient) => ({ id: newId(), recipient, token: newToken() }))
      if (outside.length > 0)
        await tx.run(
          build
            .insertInto('schedule_links')
            .values(
              outside.map(({ id, token }) => ({ tenant_id: tenantId, id, run_id: runId, user_id: null, token_hash: hashToken(token) })),
            ),
        )
      const hoursLeft = Math.max(1, Math.floor((run.expires - services.clock.now()) / 3_600_000))
      const title = t('schedule.made-title', { report: run.title, period: run.period })
      for (const some of batchesOf(links))
        await notifyEach(
          tx,
          services.invalidations,
          some.map(({ id, userId }) => ({
            tenantId,
            userIds: [userId],
            roleIds: [],
            organisationIds: [],
            title,
            lines: run.number === null ? [] : [t('schedule.made-number', { number: run.number })],
            links: [{ text: t('schedule.made-open'), path: `${OWN_PAGE}?id=${id}` }],
            hours: hoursLeft,
            byMail: true,
            language: run.language,
          })),
        )
      const values = {
        report: run.title,
        period: run.period,
        number: run.number ?? '',
        tenant: run.tenant,
        days: Math.max(1, Math.round(hoursLeft / 24)),
      }
      const address = services.config.publicUrl.replace(/\/+$/, '')
      for (const { recipient, token } of outside)
        await services.messages.post(tx, {
          tenantId,
          channel: 'mail',
          kind: 'report-link',
          recipient,
          language: run.language,
          values,
          secret: `${address}${PAGE}#${token}`,
          minutes: hoursLeft * 60,
        })
    })
  }
}

interface OwnLink {
  readonly id: string
  readonly userId: string
}

/** Stores a link for each of these people who is still there and may sign in: one who went since the report was made keeps nobody else from hearing of it. */
function linksOf(tx: Transaction, tenantId: TenantId, runId: string, users: readonly string[]): Promise<OwnLink[]> {
  const wanted = users.map((userId) => ({ id: newId(), userId }))
  return tx.all(
    statement(sql<OwnLink>`insert into schedule_links (tenant_id, id, run_id, user_id)
      select u.tenant_id, wanted.id, ${runId}::uuid, u.id
      from unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ userId }) => userId)}::uuid[]) as wanted (id, user_id)
      join users u on u.tenant_id = ${tenantId}::uuid and u.id = wanted.user_id and u.status = 1
      for key share of u
      returning id, user_id as "userId"`),
  )
}

function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH)
}

/** A run that has made something which has not expired. */
async function readMade(tx: Transaction, runId: string) {
  const row = await tx.first(
    build
      .selectFrom('schedule_runs as run')
      .innerJoin('report_schedules as schedule', (on) =>
        on.onRef('schedule.tenant_id', '=', 'run.tenant_id').onRef('schedule.id', '=', 'run.schedule_id'),
      )
      .innerJoin('tenants', 'tenants.id', 'run.tenant_id')
      .leftJoin('issued_reports as issued', (on) =>
        on.onRef('issued.tenant_id', '=', 'run.tenant_id').onRef('issued.id', '=', 'run.issued_id'),
      )
      .select(['run.report_title as title', 'run.period_name as period', 'issued.report_number as number', 'tenant_name as tenant'])
      .select(['schedule.schedule_language as language', sql<number>`extract(epoch from run.expires_at)::float8 * 1000`.as('expires')])
      .where('run.id', '=', runId)
      .where('run.run_state', '=', 'done'),
  )
  return row && { ...row, title: row.title ?? '', period: row.period ?? '' }
}
