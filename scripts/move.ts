/**
 * `npm run move -- --to postgres://user:password@host:5432/database`: brings everything that the embedded database in `DATA_DIR` holds into an
 * empty PostgreSQL database, compares both, and verifies the chain of the log there. The server has to be stopped. Broken off at any point, it goes
 * on when it is run again. The embedded database stays as it is, and no server opens it any more unless it is told to.
 * At the end it looks for the files and the key that the rows name, which it does not bring, and ends with 1 where some are missing; with `--only-files` it does
 * nothing but that, for the `DATA_DIR` or `S3_URL` with which the new server is started.
 *
 * package.json starts it with `--liftoff-only`: V8's optimising compiler would take 600 MB for a function that is hot after sixty statements, and
 * what is slower without it is less than what PostgreSQL takes (docs/decisions/0081-memory-of-the-embedded-engine.md).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { moveDatabase } from '../server/backups/index.ts'
import { readConfig } from '../server/config.ts'
import type { Config } from '../server/kernel/config.ts'
import { lockFolder } from '../server/kernel/database/embedded/lock.ts'
import { markAsMoved, pathOfMark, readMark } from '../server/kernel/database/moved.ts'
import { StartError } from '../server/kernel/start-error.ts'
import { verifyFiles } from './moved-files.ts'
import { linesOf, verifyThere } from './moved.ts'

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Host and name of a database, without who signs in to it. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

async function move(url: string, config: Config): Promise<void> {
  const folder = join(config.dataDir, 'postgres')
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new StartError(`DATA_DIR ${config.dataDir} holds no database.`)
  const lock = lockFolder(config.dataDir)
  try {
    const before = performance.now()
    // Whatever is written since is in the other one: only a move that was broken off at its very end goes on.
    const mark = readMark(folder)
    print(`Moving the database in ${folder} to ${nameOf(url)}`)
    const tables = await moveDatabase({
      folder,
      url,
      print,
      onlyUnfinished: mark !== undefined,
      // Before the other one is whole: so there is no moment in which servers would take either of them.
      beforeHandover: () => markAsMoved(folder, nameOf(url)),
    }).catch((error: unknown) => {
      if (mark !== undefined && error instanceof StartError)
        throw new StartError(
          `${error.message} This one was moved to ${mark.to} already (${mark.movedAt}): to move it once more, delete ${pathOfMark(folder)}.`,
        )
      throw error
    })
    for (const line of linesOf(tables)) print(line)
    print(`This took ${((performance.now() - before) / 1000).toFixed(1)} s.`)
    if (!(await verifyThere({ ...config, databaseUrl: url }, print))) process.exitCode = 1
    if (!(await verifyFiles({ ...config, databaseUrl: url }, print))) process.exitCode = 1
    for (const line of nextSteps(config, folder, url)) print(line)
  } finally {
    lock.release()
  }
}

function nextSteps({ dataDir, s3 }: Config, folder: string, url: string): string[] {
  return [
    '',
    'What to do next:',
    `  1. Start the server with DATABASE_URL set to this database (${nameOf(url)}), and with the same DATA_DIR (${dataDir}).`,
    s3
      ? '     Files are in the store of S3_URL and stay there: keep S3_URL. Backups and second-factors.key, the key of authenticator apps, stay in DATA_DIR.'
      : '     Files (blobs), uploads on their way (drafts), backups, and second-factors.key, the key of authenticator apps, stay in DATA_DIR.',
    '     If it gets another DATA_DIR or S3_URL, copy them there and look with --only-files whether all have come.',
    '  2. Say DEMO=on as well if the simulated devices of the demonstration shall go on; with DATABASE_URL they are off otherwise.',
    '  3. Sign in, look around, and take a backup under System > Backup and system info.',
    `The embedded database is left as it was in ${folder}. Servers refuse it from now on, so that nothing is written there by mistake; delete the folder when you need it no more.`,
  ]
}

try {
  const {
    values: { to, 'only-files': onlyFiles },
  } = parseArgs({ options: { to: { type: 'string' }, 'only-files': { type: 'boolean', default: false } } })
  if (to === undefined) throw new StartError('Say where to: npm run move -- --to postgres://user:password@host:5432/database')
  if (!URL.canParse(to) || !/^postgres(ql)?:$/.test(new URL(to).protocol))
    throw new StartError('--to must be an address like postgres://user:password@host:5432/database')
  const { DATABASE_URL: _, ...environment } = process.env
  const config = readConfig(environment)
  if (!onlyFiles) await move(to, config)
  else if (!(await verifyFiles({ ...config, databaseUrl: to }, print))) process.exitCode = 1
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof pg.DatabaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
