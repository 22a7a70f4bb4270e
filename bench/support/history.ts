/** The log and the history of a tenant that has worked for two years: an entry for each call, and a change for each entry. */
import type { TenantId } from '../../model/brands.ts'
import { LOG_TITLES, LOG_TYPES } from '../../model/admin/logs.ts'
import { features } from '../../server/modules.ts'
import type { Database } from '../../server/kernel/database/database.ts'
import { appendPending } from '../../server/audit/chain-append.ts'
import { openTransactionScopes } from '../../server/kernel/database/tenant.ts'
import { verifyChain } from '../../server/audit/chain-verify.ts'

const BATCH = 100_000
/** As many entries are marked. */
const MARKED = 1000

export async function fillHistory(database: Database, tenantId: TenantId, rows: number): Promise<void> {
  const urls = features.flatMap(({ routes }) => routes.map(({ path }) => path))
  await database.asOwner(async (client) => {
    for (let from = 0; from < rows; from += BATCH)
      await client.query(ENTRIES, [tenantId, from, Math.min(rows, from + BATCH) - 1, rows, LOG_TITLES, LOG_TYPES, urls])
    await client.query(
      'insert into log_marks (tenant_id, log_id) select tenant_id, id from logs where tenant_id = $1 and position % $2 = 0',
      [tenantId, Math.max(1, Math.floor(rows / MARKED))],
    )
    await client.query('vacuum analyze logs, changes, log_values, log_marks')
  })
}

/** Gives the seconds that sealing all of it took, and reading the chain again. */
export async function sealHistory(database: Database, tenantId: TenantId): Promise<{ sealing: number; verifying: number }> {
  const transactions = openTransactionScopes(database)
  const sealing = await timed(async () => {
    while ((await appendPending(transactions)) > 0);
  })
  await database.asOwner((client) => client.query('vacuum analyze log_seals'))
  const verifying = await timed(async () => {
    for (let place: Parameters<typeof verifyChain>[2], done = false; !done;) {
      const progress = await transactions.inTenant({ tenantId }, (tx) => verifyChain(tx, tenantId, place, 5), 'read')
      if (progress.broken) throw new Error('the chain does not hold')
      place = { seal: BigInt(progress.position), row: progress.row }
      done = progress.done
    }
  })
  return { sealing, verifying }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** One in fifty fails and one in a hundred is refused; signing in is as frequent as any other kind. */
const ENTRIES = `
  with people as materialized (
    select row_number() over (order by u.username) as number, u.id as user_id, u.username, o.org_name
    from users u join organisations o on o.tenant_id = u.tenant_id and o.id = u.org_id where u.tenant_id = $1
  ), batch as materialized (
    select n, gen_random_uuid() as id, gen_random_uuid() as operation_id, people.*, now() - ($4::int - n) * interval '63 seconds' as moment
    from generate_series($2::int, $3::int) n join people on people.number = 1 + (n::bigint * 7919) % (select count(*) from people)
  ), written as (
    insert into logs (tenant_id, id, title, log_type, result, method, url, user_id, username, org_name, address, browser, parameters, duration, operation_id, created_at)
    select $1, id, ($5::text[])[1 + n % array_length($5::text[], 1)], ($6::text[])[1 + n % array_length($6::text[], 1)],
      case when n % 100 = 0 then 'refused' when n % 50 = 1 then 'failed' else 'ok' end, 'POST', ($7::text[])[1 + (n / 3) % array_length($7::text[], 1)],
      user_id, username, org_name, '10.0.' || number % 7 || '.' || number % 250, 'Chrome 140', jsonb_build_object('id', user_id, 'nickname', '用户 ' || n), n % 400, operation_id, moment
    from batch order by n
  )
  insert into changes (tenant_id, table_name, row_id, verb, before, after, user_id, operation_id, changed_at)
  select $1, 'users', user_id, 'update', jsonb_build_object('nickname', '用户 ' || n), jsonb_build_object('nickname', '用户 ' || (n + 1)), user_id, operation_id, moment
  from batch order by n`
