/**
 * What our engine of processes is measured beside: `node:http` and `pg` that send the same statements in the same trips, and nothing else: no session, no
 * check of the input, no model that is walked. Program; its first line is its address.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { plansAnew } from '../server/kernel/database/fresh-plans.ts'
import { openEmbedded } from '../server/kernel/database/embedded/engine.ts'
import type { RecordedSteps, Trip } from './support/recorded-steps.ts'

/** Given as JSON in the only argument. */
export interface BareProcesses {
  readonly database: { readonly url: string } | { readonly folder: string }
  readonly connections: number
  readonly timeZone: string
  readonly tenant: string
  readonly steps: RecordedSteps
}

const { database, connections, timeZone, tenant, steps } = JSON.parse(process.argv[2] ?? '') as BareProcesses

const where = 'url' in database ? { connectionString: database.url } : await embedded(database.folder)
const pool = new pg.Pool({ ...where, max: connections, idleTimeoutMillis: 0, pipeline: true })
pool.on('error', (error) => void process.stderr.write(`the bare server lost a connection: ${String(error)}\n`))

async function embedded(folder: string): Promise<pg.PoolConfig> {
  const engine = await openEmbedded(folder)
  return { stream: () => engine.connect() as never, user: 'postgres', database: 'postgres' }
}

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  let name = names.get(text)
  if (name === undefined) names.set(text, (name = createHash('sha256').update(text).digest('hex').slice(0, 40)))
  return name
}

/** The statements of a step, with other ids. */
async function send(trips: readonly Trip[], instance: string, task: string): Promise<void> {
  const client = await pool.connect()
  let failed = true
  try {
    const opening = `${plansAnew(client) ? 'discard plans; ' : ''}begin; set local role outstation_tenant; set local app.tenant_id = '${tenant}'; set local timezone = '${timeZone}'`
    let before: Promise<unknown>[] = [client.query(opening)]
    for (const [at, trip] of trips.entries()) {
      await Promise.all([
        ...before,
        ...trip.map(({ text, values }) => {
          const own = JSON.parse(JSON.stringify(values).replaceAll(steps.instance, instance).replaceAll(steps.task, task)) as unknown[]
          return client.query({ name: nameOf(text), text, values: own })
        }),
        // As ours does: the last statements and the commit go together.
        ...(at === trips.length - 1 ? [client.query('commit')] : []),
      ])
      before = []
    }
    failed = false
  } finally {
    client.release(failed)
  }
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
  const instance = searchParams.get('instance') ?? randomUUID()
  const task = searchParams.get('task') ?? randomUUID()
  send(pathname === '/start' ? steps.start : steps.complete, instance, task).then(
    () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ instance, task })),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`))
process.on('SIGTERM', () => process.exit(0))
