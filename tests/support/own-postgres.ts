/** A PostgreSQL server of a test's own, which it may kill: installed beside the one that TEST_DATABASE_URL names, on a port and files of its own. */
import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface OwnPostgres {
  readonly url: string
  /** With `kill -9`: whatever it has not written is gone. */
  kill(): Promise<void>
  /** Resolves when it takes connections, all it had to recover recovered. */
  start(): Promise<void>
  remove(): Promise<void>
}

/** @throws Error when its programs are not on this machine. */
export async function startPostgres(): Promise<OwnPostgres> {
  const programs = programsAt()
  // It refuses to run as root.
  const as = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  const folder = mkdtempSync(join(tmpdir(), 'outstation-postgres-'))
  if (as) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...as,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined

  const start = async () => {
    for (const end = performance.now() + 60_000; ;) {
      if (performance.now() > end) throw new Error('PostgreSQL did not start within a minute')
      // Processes of the one that was killed notice it a little later, and until then their memory is in the way.
      child = spawn(
        join(programs, 'postgres'),
        ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'logging_collector=off'],
        { ...as, cwd: folder, stdio: 'ignore' },
      )
      let hasEnded = false
      child.once('close', () => {
        hasEnded = true
      })
      while (!hasEnded) {
        if (await answers(url)) return
        await sleep(50)
      }
      await sleep(100)
    }
  }
  const kill = async () => {
    const ended = new Promise((resolve) => child?.once('close', resolve) ?? resolve(undefined))
    child?.kill('SIGKILL')
    await ended
    child = undefined
  }
  await start()
  return {
    url,
    kill,
    start,
    remove: async () => {
      if (child) await kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function programsAt(): string {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((one, other) => Number(other) - Number(one)) : []
  const found = versions.map((version) => join(base, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
  if (found === undefined) throw new Error(`no PostgreSQL server is installed below ${base}`)
  return found
}

const idOf = (which: '-u' | '-g') => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))

/** One that nobody listens at now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
