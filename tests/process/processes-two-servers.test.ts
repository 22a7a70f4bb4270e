/** Two servers on one PostgreSQL, of which one is killed while timers of processes come due: none is lost, and none comes twice. */
import { describe, expect, it } from 'vitest'
import type { TenantId } from '../../model/brands.ts'
import type { Database } from '../../server/kernel/database/database.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { build } from '../../server/kernel/database/sql.ts'
import { openTransactionScopes } from '../../server/kernel/database/tenant.ts'
import { signIn } from '../support/client.ts'
import { postgres, noteUntested } from '../support/engine.ts'
import { PASSWORD, furnishedInstallation } from '../support/furnished.ts'
import { unsoundness } from '../support/process-soundness.ts'
import type { Running } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import { bpmn, deployRows, task, way } from '../support/processes.ts'
import { amount } from '../support/thorough.ts'

const TIMERS = amount({ quick: 60, ci: 60, touched: 100, thorough: 400 })
const TENANT = '10001'
const MODEL = bpmn(
  'two-servers',
  `<intermediateCatchEvent id="timer"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>${task('task-1', { people: [{ kind: 'user', username: 'admin' }] })}<endEvent id="end"/>${way('start > timer > task-1 > end')}`,
)

noteUntested('timers of processes with two servers')

describe.runIf(postgres)('two servers, of which one is killed', () => {
  it(`bring each of ${TIMERS} timers once`, { timeout: 300_000 }, async () => {
    const folder = temporaryFolder()
    const { variables, scratch } = await furnishedInstallation(postgres, `${folder.path}/data`)
    const database = await openDatabase({ databaseUrl: variables['DATABASE_URL'], dataDir: '', timeZone: 'UTC' })
    const owner = async (text: string) =>
      database.asOwner(async (client) => (await client.query<{ count: number }>(text)).rows[0]?.count ?? 0)
    let servers: readonly Running[] = []
    try {
      const definition = await deploy(database)
      servers = await Promise.all([run(variables), run(variables)])
      const client = await signIn(servers[1]?.url ?? '', TENANT, 'admin', PASSWORD)
      for (let left = TIMERS; left > 0; left -= 1)
        expect(
          await client.post('/api/activiti/process/startProcessInstance', {
            processDefinitionId: definition,
            startTime: '2026-01-01 08:00:00',
            endTime: '2026-01-01 18:00:00',
            description: 'timed',
          }),
        ).toMatchObject({ http: 200 })
      await owner(`update scheduled_work set due_at = now() where kind = 'process-timer'`)
      // One that both hear of, so that both look.
      await owner(
        `select 1 as count from pg_notify('outstation_invalidations', '{"from":"test","invalidation":{"kind":"work-scheduled","at":0}}')`,
      )
      const came = `select count(*)::int as count from process_activities where node = 'task-1'`
      await until('some have come', async () => (await owner(came)) > TIMERS / 10)
      await servers[0]?.kill()
      // What the dead one had in hand is free once its lease is over: that is brought forward.
      await until(
        'all have come',
        async () => {
          await owner(
            `update scheduled_work set taken_until = now() where kind = 'process-timer' and taken_until < now() + interval '40 seconds'`,
          )
          return (await owner(came)) >= TIMERS
        },
        120_000,
      )
      await until(
        'nothing is planned any more',
        async () =>
          (await owner(
            `select count(*)::int as count from scheduled_work where kind = 'process-timer' and payload->>'instance' in (select id::text from process_instances where definition_id = '${definition}')`,
          )) === 0,
        120_000,
      )
      expect(await owner(came), 'none twice').toBe(TIMERS)
      expect(await unsoundness(database)).toEqual([])
    } finally {
      for (const server of servers) await server.kill().catch(() => undefined)
      await database.close()
      await scratch?.drop()
      folder.remove()
    }
  })
})

async function deploy(database: Database): Promise<string> {
  const transactions = openTransactionScopes(database)
  const found = await transactions.inPlatform('a test looks for a tenant', (tx) =>
    tx.first(
      build
        .selectFrom('users')
        .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
        .select(['tenants.id as tenant', 'users.id'])
        .where('tenant_code', '=', TENANT)
        .where('username', '=', 'admin'),
    ),
  )
  if (!found) throw new Error('the demonstration has no administrator')
  const tenant: TenantId = found.tenant
  return deployRows({ services: { transactions } }, { id: tenant, users: { admin: found.id }, roles: {}, organisations: {} }, MODEL)
}
