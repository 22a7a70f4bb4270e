/**
 * What our server is measured beside: `node:http` and `pg`, nothing else. No sessions, no permissions, no checks of the
 * input, no logs; whoever asks says in the `authorization` header which tenant they are. A process of its own.
 *
 * `plain`: the statements alone, with the tenant as one more parameter. `secured`: inside the transaction that turns row
 * security on. `pipelined`: the same, not waiting for one answer before sending the next statement, as our server does.
 */
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { openEmbedded } from '../server/kernel/database/embedded/engine.ts'
import type { Statements } from './support/statements.ts'

export type Mode = 'plain' | 'secured' | 'pipelined'

/** Given as JSON in the only argument. */
export interface BareOptions {
  mode: Mode
  /** PostgreSQL, or the folder of an embedded engine. */
  database: { url: string } | { folder: string }
  connections: number
  timeZone: string
  statements: Statements
}

const { mode, database, connections, timeZone, statements } = JSON.parse(process.argv[2] ?? '') as BareOptions

const where = 'url' in database ? { connectionString: database.url } : await embedded(database.folder)
const pool = new pg.Pool({ ...where, max: connections, idleTimeoutMillis: 0, pipeline: mode === 'pipelined' })
// Told where it happens: without a listener it would end the process, and whoever asks would see a dropped connection.
pool.on('error', (error) => void process.stderr.write(`the bare server "${mode}" lost a connection: ${String(error)}\n`))
pool.on('connect', (client) => void client.query(`set timezone = ${pg.escapeLiteral(timeZone)}`))

async function embedded(folder: string): Promise<pg.PoolConfig> {
  const engine = await openEmbedded(folder)
  return { stream: () => engine.connect() as never, user: 'postgres', database: 'postgres' }
}

interface Query {
  name: string
  text: string
  values: unknown[]
}
type Results = Record<string, unknown>[][]

async function plain(queries: Query[]): Promise<Results> {
  return withClient(async (client) => {
    const results: Results = []
    for (const query of queries) results.push((await client.query(query)).rows)
    return results
  })
}

/** A connection whose statement failed is in the middle of something, and is not used again. */
async function withClient(work: (client: pg.PoolClient) => Promise<Results>): Promise<Results> {
  const client = await pool.connect()
  try {
    const results = await work(client)
    client.release()
    return results
  } catch (error) {
    client.release(true)
    throw error
  }
}

const opening = (tenantId: string, begin: string) => `${begin}; set local role outstation_tenant; set local app.tenant_id = '${tenantId}'`

async function secured(tenantId: string, queries: Query[], begin: string): Promise<Results> {
  return withClient(async (client) => {
    await client.query(opening(tenantId, begin))
    const results: Results = []
    for (const query of queries) results.push((await client.query(query)).rows)
    await client.query('commit')
    return results
  })
}

async function pipelined(tenantId: string, queries: Query[], begin: string): Promise<Results> {
  return withClient(async (client) => {
    // All of them have ended before the first that failed is told: those behind it only say that the transaction is lost.
    const ended = await Promise.allSettled([
      client.query(opening(tenantId, begin)),
      ...queries.map((query) => client.query(query)),
      client.query('commit'),
    ])
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    return ended.slice(1, -1).map((one) => (one as PromiseFulfilledResult<pg.QueryResult<Record<string, unknown>>>).value.rows)
  })
}

const send = mode === 'pipelined' ? pipelined : secured
const READ = 'begin read only'

async function answer(request: IncomingMessage): Promise<unknown> {
  const tenantId = (request.headers.authorization ?? '').slice('Bearer '.length)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
  const pageSize = Number(searchParams.get('pageSize'))
  const current = Number(searchParams.get('currentPage'))
  const offset = (current - 1) * pageSize
  if (pathname === '/own-columns') {
    const [list] = await send(tenantId, [{ name: 'own', text: statements.ownColumns, values: [pageSize, offset] }], READ)
    return { list }
  }
  if (pathname === '/list' || pathname === '/of-sites') {
    const [list = [], counted = []] =
      mode === 'plain'
        ? await plain(
            pathname === '/list'
              ? [
                  { name: 'page', text: statements.ofTenant.page, values: [pageSize, offset, tenantId] },
                  { name: 'count', text: statements.ofTenant.count, values: [tenantId] },
                ]
              : [
                  { name: 'devices', text: statements.ofSites.page, values: [pageSize, offset, tenantId, searchParams.get('role')] },
                  { name: 'device count', text: statements.ofSites.count, values: [tenantId, searchParams.get('role')] },
                ],
          )
        : await send(
            tenantId,
            [
              { name: 'page', text: statements.page, values: [pageSize, offset] },
              { name: 'count', text: statements.count, values: [] },
            ],
            READ,
          )
    const total = Number(counted[0]?.['count'])
    return { list, pagination: { total, pageSize, current }, total }
  }
  if (pathname === '/one') {
    const [list] = await send(tenantId, [{ name: 'one', text: statements.one, values: [searchParams.get('id'), pageSize, offset] }], READ)
    return { list, total: list?.length }
  }
  const { id, nickname } = (await bodyOf(request)) as { id: string; nickname: string }
  const [changed] = await send(tenantId, [{ name: 'update', text: statements.update, values: [nickname, id] }], 'begin')
  return { id, ...changed?.[0] }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const server = createServer((request, response) => {
  answer(request).then(
    (data) => {
      const body = Buffer.from(JSON.stringify({ code: 200, status: 200, message: 'success', data }))
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }).end(body)
    },
    (error: unknown) => {
      response.writeHead(500).end(`the bare server "${mode}": ${String(error)}`)
    },
  )
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`))
process.on('SIGTERM', () => process.exit(0))
