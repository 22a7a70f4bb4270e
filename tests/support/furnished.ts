/**
 * Runs once before the tests of the process and of the browser: the folder of a server that has started with its demonstration and
 * stopped again, and for the tests of the process on PostgreSQL its database. Tests work in copies of it, which are ready in less
 * than half of the time.
 */
import { cpSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { inject } from 'vitest'
import { signIn } from './client.ts'
import { run, temporaryFolder } from './process.ts'
import type { Variables } from './process.ts'
import type { Scratch } from './scratch.ts'
import { scratchDatabase } from './scratch.ts'

/** The plain password of every demonstration account there. */
export const PASSWORD = 'correct-horse'

/** What the demonstration is made with, and every server that starts in a copy of it. */
export const variables = { DEMO: 'on', DEMO_PASSWORD: PASSWORD, RATE_LIMIT: '1000000', TIME_ZONE: 'Asia/Shanghai' } as const

export interface Furnished {
  /** The folder to copy, which nobody works in. */
  readonly folder: string
  /** The database to copy, where the tests are about PostgreSQL. */
  readonly database: string | undefined
  /** What the server told its operator at its first start. */
  readonly output: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    furnished: Furnished
  }
}

interface Kept extends Furnished {
  remove(): Promise<void>
}

/** Made once, for whichever projects of a run ask for it: their setups run in one process, each with modules of its own. */
const made = ((globalThis as { outstationFurnished?: Map<string, Promise<Kept>> }).outstationFurnished ??= new Map())

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = project.name === 'process' ? process.env['TEST_DATABASE_URL'] : undefined
  const key = server ?? 'embedded'
  const making = made.get(key) ?? make(server)
  made.set(key, making)
  const { folder, database, output, remove } = await making
  project.provide('furnished', { folder, database, output })
  return async () => {
    if (made.delete(key)) await remove()
  }
}

async function make(server: string | undefined): Promise<Kept> {
  const folder = temporaryFolder()
  const database = server === undefined ? undefined : await scratchDatabase(server, 'furnished')
  const running = await run({ ...variables, DATA_DIR: folder.path, ...(database ? { DATABASE_URL: database.url } : {}) })
  await endDailyBackups(running.url)
  await keepFirstPasswords(running.url)
  const code = await running.stop()
  if (code !== 0) throw new Error(`the server of the demonstration ended with ${code}`)
  const remove = async () => {
    await database?.drop()
    folder.remove()
  }
  return { folder: folder.path, database: database?.name, output: running.output(), remove }
}

/** Those whom tests add to the demonstration go on with the password that they were given (`password.changeFirst`); users.test.ts asks about the others. */
export const keepFirstPasswords = (url: string): Promise<void> => setParameter(url, '10001', 'password.changeFirst', 'false')

/** After their hour, the servers of all the copies would begin with the backup of the day; backups.test.ts asks about it. */
const endDailyBackups = (url: string): Promise<void> => setParameter(url, '10000', 'backup.daily', 'false')

async function setParameter(url: string, tenant: string, paramKey: string, paramValue: string): Promise<void> {
  const admin = await signIn(url, tenant, 'admin', PASSWORD)
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey })
  const answer = await admin.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue })
  if (answer.http !== 200) throw new Error(`the parameter ${paramKey} was not changed: ${answer.message}`)
}

/** Puts a copy of the folder at the path, and gives the variables of a server there. On the embedded engine it has the database too. */
export function furnishedFolder(path: string): Variables {
  cpSync(inject('furnished').folder, path, { recursive: true })
  return { ...variables, DATA_DIR: path }
}

/** The same on the engine that the tests of the process are about. @param server As TEST_DATABASE_URL names it, if it does. */
export async function furnishedInstallation(
  server: string | undefined,
  path: string,
): Promise<{ readonly variables: Variables; readonly scratch: Scratch | undefined }> {
  const { database } = inject('furnished')
  const scratch = server === undefined ? undefined : await scratchDatabase(server, 'copy', database)
  return { variables: { ...furnishedFolder(path), ...(scratch ? { DATABASE_URL: scratch.url } : {}) }, scratch }
}
