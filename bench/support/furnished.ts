/**
 * What the measurements of `npm run bench:smoke` begin with: the folder and the database of a server that has started with its
 * demonstration and stopped again, made once; each works in copies. A measurement that runs alone makes its own.
 */
import { cpSync } from 'node:fs'
import { run, temporaryFolder } from '../../tests/support/process.ts'
import type { Variables } from '../../tests/support/process.ts'
import type { Scratch } from '../../tests/support/scratch.ts'
import { scratchDatabase } from '../../tests/support/scratch.ts'

/** The plain password of every demonstration account. */
export const PASSWORD = 'outstation'
/** With what the server of a measurement starts that needs the demonstration. */
export const DEMONSTRATION = { DEMO: 'on', DEMO_PASSWORD: PASSWORD, RATE_LIMIT: '1000000' } as const

/** The PostgreSQL server of the measurements. */
const SERVER = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
/** What smoke.ts tells the measurements of what there is: the folder to copy, and the name of the database. */
const FOLDER = 'BENCH_FURNISHED_FOLDER'
const DATABASE = 'BENCH_FURNISHED_DATABASE'

export interface Furnished {
  /** For the measurements that are to begin with it. */
  readonly variables: Variables
  remove(): Promise<void>
}

/** The folder of the embedded engine. @throws Error with what the server wrote when it does not start or end well. */
export async function furnishFolder(): Promise<Furnished> {
  const folder = temporaryFolder()
  await startOnce({ DATA_DIR: folder.path }).catch((error: unknown) => {
    folder.remove()
    throw error
  })
  return { variables: { [FOLDER]: folder.path }, remove: async () => folder.remove() }
}

/** The database on PostgreSQL, to be a template. @throws Error when there is no such server, or with what ours wrote. */
export async function furnishDatabase(): Promise<Furnished> {
  const scratch = await scratchDatabase(SERVER, 'furnished')
  const folder = temporaryFolder()
  await startOnce({ DATA_DIR: folder.path, DATABASE_URL: scratch.url })
    .catch(async (error: unknown) => {
      await scratch.drop()
      throw error
    })
    .finally(() => folder.remove())
  return { variables: { [DATABASE]: scratch.name }, remove: () => scratch.drop() }
}

async function startOnce(variables: Variables): Promise<void> {
  const server = await run({ ...DEMONSTRATION, ...variables })
  const code = await server.stop()
  if (code !== 0) throw new Error(`the server of the demonstration ended with ${code}:\n${server.output()}${server.errors()}`)
}

/** Puts a copy of the folder at the path, where there is one. Gives whether there is. */
export function copyFurnished(path: string): boolean {
  const folder = process.env[FOLDER]
  if (folder !== undefined) cpSync(folder, path, { recursive: true })
  return folder !== undefined
}

/** A database of its own on the PostgreSQL of `BENCH_DATABASE_URL`: empty, or with the tables and the demonstration in it where `isFurnished`. */
export async function benchDatabase(purpose: string): Promise<Scratch & { readonly isFurnished: boolean }> {
  const template = process.env[DATABASE]
  return { ...(await scratchDatabase(SERVER, purpose, template)), isFurnished: template !== undefined }
}
