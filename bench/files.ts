/**
 * `npm run bench:files`: one gigabyte in (one piece by tus, and pieces of 64 MB) and out again, through the running server, beside a
 * bare `node:http` server that streams to and from the same disk, in turn in the same run; and what it takes of memory. The bare
 * server makes nothing safe on the disk and works out no checksum; ours does both before it answers. What that takes by itself is
 * printed as well: SHA-256 alone in one thread, faster than which no upload can be, and the bare server with both. A file by
 * multipart/form-data is smaller than 10 MB by the specification, so there is none of this size.
 *
 * `BENCH_MEGABYTES` shortens it, `BENCH_ROUNDS` says how often. Prints the figures and ends with 1 when one is missed.
 */
import { createHash, randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { signIn } from '../tests/support/client.ts'
import { run, temporaryFolder } from '../tests/support/process.ts'
import { tusAt } from '../tests/support/tus.ts'
import { programOf, startProgram } from './support/child.ts'
import { DEMONSTRATION, PASSWORD, copyFurnished } from './support/furnished.ts'
import { median, table } from './support/table.ts'
import { judge } from './support/product.ts'
import { amount } from './support/smoke.ts'

const MEGABYTE = 1024 * 1024
const SIZE = amount('BENCH_MEGABYTES', { whole: 1024, smoke: 8 }) * MEGABYTE
const ROUNDS = amount('BENCH_ROUNDS', { whole: 3, smoke: 1 })
const PIECE = amount(undefined, { whole: 64, smoke: 2 }) * MEGABYTE
/** How many megabytes are hashed by themselves. */
const HASHED = amount(undefined, { whole: 256, smoke: 4 })
const MAX_MB = 60
const MIN_RATIO = 0.7

const block = randomBytes(MEGABYTE)
function* bytes(length: number): Generator<Buffer> {
  for (let sent = 0; sent < length; sent += block.length) yield block.subarray(0, Math.min(block.length, length - sent))
}

/** Sends so many bytes, or none, and reads the answer to its end. */
async function exchange(
  method: string,
  url: string,
  headers: Record<string, string>,
  length = 0,
): Promise<{ status: number; headers: Record<string, unknown>; received: number }> {
  const call = request(url, { method, headers: { ...headers, ...(length ? { 'content-length': String(length) } : {}) } })
  if (length) Readable.from(bytes(length), { objectMode: false, highWaterMark: MEGABYTE }).pipe(call)
  else call.end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  let received = 0
  for await (const chunk of answer) received += (chunk as Buffer).length
  return { status: answer.statusCode ?? 0, headers: answer.headers, received }
}

function hashRate(): number {
  const hash = createHash('sha256')
  const start = performance.now()
  for (let done = 0; done < HASHED; done += 1) hash.update(block)
  hash.digest()
  return (HASHED / (performance.now() - start)) * 1000
}

/** What one step has left for the disk is written before the next begins: it would be on the next one's time. */
async function seconds(work: () => Promise<unknown>): Promise<number> {
  spawnSync('sync')
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Resident memory of a process, in MB. */
const residentOf = (pid: number) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The most it takes while something is done, above what it takes before. */
async function above(pid: number, work: () => Promise<number>): Promise<{ seconds: number; mb: number }> {
  const idle = residentOf(pid)
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, residentOf(pid))
  }, 50)
  const took = await work().finally(() => clearInterval(watch))
  return { seconds: took, mb: Math.max(most, residentOf(pid)) - idle }
}

const folder = temporaryFolder()
const bare = await startProgram('the bare server', [programOf('bare-files.ts'), folder.path])
copyFurnished(`${folder.path}/data`)
const server = await run({ ...DEMONSTRATION, DATA_DIR: `${folder.path}/data` })
try {
  const bareUrl = bare.url
  const client = await signIn(server.url, '10001', 'admin', PASSWORD)
  const tus = tusAt(server.url, client)
  const headers = { authorization: `Bearer ${client.token}`, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
  let last = ''
  const send = async (piece: number) => {
    if (last) await client.post('/api/file/file/eraseFile', { id: [last] })
    const path = (await tus.begin(SIZE, { filename: `${randomBytes(4).toString('hex')}.bin` })).headers.get('location') as string
    return seconds(async () => {
      for (let offset = 0; offset < SIZE; offset += piece) {
        const answer = await exchange(
          'PATCH',
          `${server.url}${path}`,
          { ...headers, 'upload-offset': String(offset) },
          Math.min(piece, SIZE - offset),
        )
        if (answer.status !== 204) throw new Error(`a piece was refused: ${answer.status}`)
        last = String(answer.headers['upload-file'] ?? last)
      }
    })
  }
  const sendBare = (url: string) => {
    rmSync(`${folder.path}/bare`, { force: true })
    return seconds(async () => {
      const { status } = await exchange('PUT', url, {}, SIZE)
      if (status !== 204) throw new Error(`the bare server refused it: ${status}`)
    })
  }
  const fetchAll = (url: string, given: Record<string, string>) =>
    seconds(async () => {
      const { status, received } = await exchange('GET', url, given)
      if (status !== 200 || received !== SIZE) throw new Error(`${url} gave ${received} bytes with ${status}`)
    })
  const figures: Record<'bareUp' | 'safeUp' | 'whole' | 'pieces' | 'bareDown' | 'down', number[]> = {
    bareUp: [],
    safeUp: [],
    whole: [],
    pieces: [],
    bareDown: [],
    down: [],
  }
  const memory = { whole: 0, pieces: 0, down: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const steps = [
      async () => void figures.bareUp.push(await sendBare(bareUrl)),
      async () => void figures.safeUp.push(await sendBare(`${bareUrl}/safe`)),
      async () => {
        const { seconds: took, mb } = await above(server.pid, () => send(SIZE))
        figures.whole.push(took)
        memory.whole = Math.max(memory.whole, mb)
      },
      async () => {
        const { seconds: took, mb } = await above(server.pid, () => send(PIECE))
        figures.pieces.push(took)
        memory.pieces = Math.max(memory.pieces, mb)
      },
    ]
    for (const step of round % 2 === 0 ? steps : steps.reverse()) await step()
    figures.bareDown.push(await fetchAll(bareUrl, {}))
    const { seconds: took, mb } = await above(server.pid, () => fetchAll(`${server.url}/api/file/file/content?id=${last}`, headers))
    figures.down.push(took)
    memory.down = Math.max(memory.down, mb)
  }
  const rate = (name: keyof typeof figures) => SIZE / MEGABYTE / median(figures[name])
  const line = (name: string, of: keyof typeof figures, mb?: number) => [
    name,
    `${rate(of).toFixed(0)} MB/s`,
    figures[of].map((took) => `${took.toFixed(1)} s`).join(', '),
    mb === undefined ? '' : `${mb.toFixed(0)} MB`,
  ]
  process.stdout.write(
    `${table(
      ['', 'median', 'each', 'above idle'],
      [
        line('bare, in', 'bareUp'),
        line('bare, in, checksum and sync', 'safeUp'),
        line('in one piece', 'whole', memory.whole),
        line(`in pieces of ${PIECE / MEGABYTE} MB`, 'pieces', memory.pieces),
        line('bare, out', 'bareDown'),
        line('out', 'down', memory.down),
      ],
    )}\n`,
  )
  process.stdout.write(`\nSHA-256 alone in one thread: ${hashRate().toFixed(0)} MB/s\n`)
  const ratio = (name: string, ours: keyof typeof figures, theirs: keyof typeof figures) => ({
    name,
    wanted: `≥ ${MIN_RATIO} of bare`,
    found: (rate(ours) / rate(theirs)).toFixed(2),
    holds: rate(ours) / rate(theirs) >= MIN_RATIO,
  })
  const most = (name: string, mb: number) => ({
    name,
    wanted: `≤ ${MAX_MB} MB above idle`,
    found: `${mb.toFixed(0)} MB`,
    holds: mb <= MAX_MB,
  })
  judge([
    ratio('upload in one piece', 'whole', 'bareUp'),
    ratio('upload in pieces', 'pieces', 'bareUp'),
    ratio('download', 'down', 'bareDown'),
    most('memory, upload in one piece', memory.whole),
    most('memory, upload in pieces', memory.pieces),
    most('memory, download', memory.down),
  ])
} finally {
  await server.stop()
  await bare.stop()
  folder.remove()
}
