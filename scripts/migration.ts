/**
 * `npm run migration <name>`: runs all migrations on an empty database in memory, compares it with `model/` and prints
 * the SQL that is missing. With `--write` it goes to `migrations/NNNN_<name>.sql`. Read it before committing it.
 */
import { writeFileSync } from 'node:fs'
import { openDatabase } from '../server/kernel/database/database.ts'
import { migrate, readMigrations } from '../server/kernel/database/migrate.ts'
import { schemaDifferences } from './schema-difference.ts'

const [name, flag] = process.argv.slice(2)
if (!name || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || (flag !== undefined && flag !== '--write')) {
  console.error('Usage: npm run migration <name-in-kebab-case> [-- --write]')
  process.exit(2)
}

const database = await openDatabase({ databaseUrl: undefined, dataDir: '', timeZone: 'UTC', inMemory: true })
try {
  await migrate(database)
  const differences = await database.asOwner((client) => schemaDifferences(client))
  const open = differences.filter(({ sql }) => sql === undefined)
  for (const { message } of open) console.error(`By hand: ${message}`)
  const text = differences.flatMap(({ message, sql }) => (sql === undefined ? [] : [`-- ${message}\n${sql}\n`])).join('\n')
  if (differences.length === 0) console.error('The migrations make what the model declares: there is nothing to add.')
  else if (text && flag === '--write') {
    const last = Number(readMigrations().at(-1)?.name.slice(0, 4) ?? 0)
    const path = new URL(`../migrations/${String(last + 1).padStart(4, '0')}_${name}.sql`, import.meta.url)
    writeFileSync(path, text, { flag: 'wx' })
    console.error(`Written: migrations/${path.pathname.split('/').at(-1) ?? ''}`)
  } else process.stdout.write(text)
} finally {
  await database.close()
}
