import { readdirSync } from 'node:fs'
import { availableParallelism, freemem, loadavg, release, totalmem, type } from 'node:os'
import { sql } from 'kysely'
import { querySystemInfo } from '../../../../model/contract/admin/backups.ts'
import { implement } from '../../../kernel/http/http.ts'
import { countDeadEvents } from '../../../kernel/runtime/event-cursors.ts'
import { countDeadWork } from '../../../kernel/runtime/scheduler.ts'
import { build } from '../../../kernel/database/sql.ts'
import { VERSION } from '../../../kernel/runtime/version.ts'
import { unattended } from '../../../workflow/index.ts'
import { diskOf, megabytes } from './disk.ts'

/** All of them have run, or the server would not have started. */
const migrations = readdirSync(new URL('../../../../migrations/', import.meta.url))
  .filter((name) => name.endsWith('.sql'))
  .sort()

export const systemInfo = implement(querySystemInfo, {
  access: 'platform',
  summary: 'How the server, its machine and its database are',
  async handle({ services: { config, transactions, backups, workflow } }) {
    const [found, deadWork, nobodys, disk] = await Promise.all([
      transactions.inPlatform(
        'the operator looks at the database',
        (tx) =>
          tx.first(
            build.selectNoFrom([
              sql<string>`current_setting('server_version')`.as('version'),
              sql<string>`pg_database_size(current_database())`.as('size'),
              sql<string>`(select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend')`.as(
                'connections',
              ),
            ]),
          ),
        'read',
      ),
      transactions.inPlatform(
        'the operator looks at work that was given up',
        async (tx) => (await countDeadWork(tx)) + (await countDeadEvents(tx)),
        'read',
      ),
      transactions.inPlatform('the operator looks at processes that nobody attends to', unattended, 'read'),
      diskOf(config),
    ])
    const { rss, heapUsed } = process.memoryUsage()
    return {
      version: VERSION,
      node: process.version,
      platform: `${type()} ${release()}`,
      uptimeSeconds: Math.round(process.uptime()),
      encryptsBackups: backups.encrypts,
      cores: availableParallelism(),
      load: loadavg().map((value) => Math.round(value * 100) / 100),
      memory: { totalMb: megabytes(totalmem()), freeMb: megabytes(freemem()), processMb: megabytes(rss), heapMb: megabytes(heapUsed) },
      disk,
      database: {
        engine: backups.engine,
        version: found?.version ?? '',
        sizeMb: megabytes(Number(found?.size ?? 0)),
        connections: Math.max(1, Number(found?.connections ?? 0)), // the embedded engine does not list the one there is
        migrations: migrations.length,
        lastMigration: (migrations.at(-1) ?? '').replace(/\.sql$/, ''),
        deadWork,
        strandedProcesses: workflow.stranded.count,
        unattendedProcesses: nobodys.reduce((sum, { count }) => sum + count, 0),
      },
    }
  },
})
