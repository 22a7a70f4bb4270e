/**
 * What happens to notifications at their time: they are published, open pages are told once they have begun, mails are
 * written. All of it stands in the rows, and each step is taken by whoever changes the row first: so it happens once,
 * however many servers look, and after a restart what was missed is made up for.
 */
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import type { Language } from '../../../../model/labels/index.ts'
import { isRecipientOf } from '../../../messaging/index.ts'
import { wordsOfHtml } from '../../../kernel/resources/rich-text.ts'
import { newId } from '../../../kernel/ids.ts'
import { worker } from '../../../kernel/runtime/worker.ts'
import type { Services } from '../../../kernel/services.ts'
import { EVERY_ROW } from '../../../kernel/database/row-scope.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { invalidateAudience, invalidateDesk } from './invalidate.ts'

/** Another server may have written a time and died before it could say so. */
const LOOK_MS = 15_000
/** What a mail says of a long text; the rest is read in the console. */
const MAX_MAIL_CHARACTERS = 1000
const AT_A_TIME = 100

type Needed = Pick<Services, 'transactions' | 'invalidations' | 'messages' | 'config' | 'clock'>
interface Due {
  tenant_id: TenantId
  id: string
  publisher_id: string | null
}

const isDue = sql<boolean>`((status = 'scheduled' and publish_time <= now())
  or (status = 'published' and announced_at is null and coalesce(start_time <= now(), true))
  or (status = 'published' and by_mail = 1 and mailed_at is null and announced_at is not null))`

/** Looks when something is due, when somebody says that something may be, and every now and then. */
export function startClock(services: Needed, onError: (error: unknown) => void): { stop(): Promise<void> } {
  return worker({
    clock: services.clock,
    every: LOOK_MS,
    onError,
    wakeOn: (wake) =>
      services.invalidations.subscribe((invalidation) => {
        if (invalidation === undefined || (invalidation.kind === 'news' && invalidation.topic === 'notification-desk')) wake()
      }),
    async work(signal) {
      for (;;) {
        const due = await dueNow(services)
        for (const row of due) {
          if (signal.aborted) return LOOK_MS
          await step(services, row)
        }
        if (due.length < AT_A_TIME) return untilNext(services)
      }
    },
  })
}

const dueNow = ({ transactions }: Needed): Promise<Due[]> =>
  transactions.inPlatform(
    'the clock looks at all tenants',
    (tx) =>
      tx.all(
        build.selectFrom('notifications').select(['tenant_id', 'id', 'publisher_id']).where(isDue).orderBy('publish_time').limit(AT_A_TIME),
      ),
    'read',
  )

/** Milliseconds. */
async function untilNext({ transactions }: Needed): Promise<number> {
  const next = await transactions.inPlatform(
    'the clock looks at all tenants',
    (tx) =>
      tx.first(
        build.selectNoFrom(
          sql<number | null>`
    (select ceil(extract(epoch from min(moment) - now()) * 1000)::float8 from (
      select min(publish_time) as moment from notifications where status = 'scheduled'
      union all select min(start_time) from notifications where status = 'published' and announced_at is null) as moments)`.as('wait'),
        ),
      ),
    'read',
  )
  return Math.max(20, next?.wait ?? LOOK_MS)
}

/** Two transactions, so that whoever has the page open does not wait until ten thousand mails are written. */
async function step(
  { transactions, invalidations, messages, config }: Needed,
  { tenant_id: tenantId, id, publisher_id: publisher }: Due,
): Promise<void> {
  const from = { caller: { tenantId }, services: { invalidations } }
  await transactions.inTenant(
    { tenantId, operationId: newId(), ...(publisher === null ? {} : { userId: publisher, rows: EVERY_ROW }) },
    async (tx) => {
      const begun = await tx.run(
        build
          .updateTable('notifications')
          .set({ status: 'published', updated_at: sql`now()`, version: sql`version + 1` })
          .where('id', '=', id)
          .where('status', '=', 'scheduled')
          .where('publish_time', '<=', sql<Date>`now()`),
      )
      // The clock hears this itself, and finds nothing left to do.
      if (begun > 0) await invalidateDesk(tx, from)
      const announced = await tx.run(
        build
          .updateTable('notifications')
          .set({ announced_at: sql`now()` })
          .where('id', '=', id)
          .where('status', '=', 'published')
          .where('announced_at', 'is', null)
          .where(sql<boolean>`coalesce(start_time <= now(), true)`),
      )
      if (announced > 0) await invalidateAudience(tx, from, id)
    },
  )
  await transactions.inTenant({ tenantId }, async (tx) => {
    const mailed = await tx.first(
      build
        .updateTable('notifications')
        .set({ mailed_at: sql`now()` })
        .where('id', '=', id)
        .where('status', '=', 'published')
        .where('by_mail', '=', 1)
        .where('mailed_at', 'is', null)
        .where('announced_at', 'is not', null)
        .returning(['title', 'content', 'language', sql<boolean>`coalesce(end_time <= now(), false)`.as('isOver')]),
    )
    if (!mailed || mailed.isOver) return
    const people = await tx.all(
      build
        .selectFrom('users as person')
        .select('person.email')
        .distinct()
        .where('person.status', '=', 1)
        .where('person.email', '<>', '')
        .where(isRecipientOf(id)),
    )
    const values = {
      title: mailed.title,
      content: shortened(wordsOfHtml(mailed.content)),
      address: config.publicUrl,
      tenant: await tenantName(tx, tenantId),
    }
    await messages.postToEach(
      tx,
      { tenantId, channel: 'mail', kind: 'notification', language: mailed.language as Language, values },
      people.map(({ email }) => email),
    )
  })
}

const shortened = (text: string) => (text.length > MAX_MAIL_CHARACTERS ? `${text.slice(0, MAX_MAIL_CHARACTERS).toWellFormed()}…` : text)

async function tenantName(tx: Transaction, tenantId: TenantId): Promise<string> {
  return (await tx.first(build.selectFrom('tenants').select('tenant_name').where('id', '=', tenantId)))?.tenant_name ?? ''
}
