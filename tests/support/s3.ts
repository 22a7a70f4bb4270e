/** A server that speaks S3 (s3rver), as a process of its own that can go away and come back; and what lies in its bucket. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { s3AddressOf } from '../../server/storage/s3/address.ts'
import type { S3 } from '../../server/storage/s3/client.ts'
import { openS3 } from '../../server/storage/s3/client.ts'

const PROGRAM = fileURLToPath(new URL('./s3-server.ts', import.meta.url))
const BUCKET = 'files'
/** Those that s3rver knows. */
const KEY = 'S3RVER'

export interface S3Server {
  /** For `S3_URL`. */
  readonly url: string
  readonly s3: S3
  /** Names of all objects below it. */
  keys(prefix?: string): Promise<string[]>
  /** Ids of files of which something is there. */
  files(): Promise<string[]>
  /** As if so many milliseconds had gone by since each object was put. */
  makeOlder(ms: number): void
  /** Ends the process; what it had stays. */
  away(): Promise<void>
  /** On the same port. */
  back(): Promise<void>
  stop(): Promise<void>
}

export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'outstation-s3-'))
  mkdirSync(join(folder, BUCKET))
  let running: ChildProcess | undefined
  async function run(port: number): Promise<number> {
    running = fork(PROGRAM, [folder, String(port)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const [listening] = (await Promise.race([
      once(running, 'message'),
      once(running, 'exit').then(() => {
        throw new Error('the S3 server did not start')
      }),
    ])) as [number]
    return listening
  }
  const port = await run(0)
  const url = `http://${KEY}:${KEY}@127.0.0.1:${port}/${BUCKET}`
  const address = s3AddressOf(url)
  if (!address) throw new Error(`${url} is no address of a store`)
  const s3 = openS3(address)
  const keys = async (prefix = '') => {
    const found: string[] = []
    for await (const objects of s3.list(prefix)) found.push(...objects.map(({ key }) => key))
    return found
  }
  const away = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }
  return {
    url,
    s3,
    keys,
    away,
    files: async () => [...new Set((await keys('files/')).map((key) => key.split('/')[1] as string))].sort(),
    makeOlder: (ms) => makeOlder(folder, ms),
    back: async () => void (await run(port)),
    async stop() {
      await away()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Sets the time of each file below the folder back, so that a test need not wait until they are old. */
export function makeOlder(folder: string, ms: number): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const time = new Date(statSync(path).mtimeMs - ms)
    utimesSync(path, time, time)
  }
}
