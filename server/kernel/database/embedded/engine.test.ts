import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openEmbedded } from './engine.ts'
import type { FromWorker, ToWorker, WorkerStart } from './worker.ts'

it('a query that holds the engine too long is ended, and the engine comes back with what was committed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outstation-engine-'))
  const files = join(folder, 'postgres')
  let openedMeanwhile = false
  const engine = await openEmbedded(files, {
    longestQueryMs: 2000,
    // Busy as while modules load: this thread answers nobody. PostgreSQL writes its control file as it starts.
    meanwhile: () => {
      const writtenAt = () => statSync(join(files, 'global', 'pg_control')).mtimeMs
      const before = writtenAt()
      for (const end = performance.now() + 20_000; !openedMeanwhile && performance.now() < end;) openedMeanwhile = writtenAt() > before
    },
  })
  expect(openedMeanwhile, 'the engine opens while the thread of whoever opens it is busy').toBe(true)
  const pool = new pg.Pool({ stream: () => engine.connect() as never, user: 'postgres', database: 'postgres', max: 1 })
  pool.on('error', () => undefined)
  try {
    await pool.query('create table kept (value integer)')
    await pool.query('insert into kept values (42)')
    await expect(pool.query('select count(*) from generate_series(1, 1000000000000)')).rejects.toThrow('more than 2 s')
    // At once: whoever comes while the engine starts again waits for it.
    expect((await pool.query('select value from kept')).rows).toEqual([{ value: 42 }])
  } finally {
    await pool.end()
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('a pool that is ended while a connection is in use ends when that is given back', async () => {
  const engine = await openEmbedded(undefined)
  const pool = new pg.Pool({ stream: () => engine.connect() as never, user: 'postgres', database: 'postgres', max: 1, pipeline: true })
  const client = await pool.connect()
  const ended = pool.end()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
  await ended
  await engine.close()
})

it('errors, notices, notifications and many rows come as PostgreSQL sends them', async () => {
  const engine = await openEmbedded(undefined)
  const pool = new pg.Pool({ stream: () => engine.connect() as never, user: 'postgres', database: 'postgres', max: 1, pipeline: true })
  try {
    const client = await pool.connect()
    const notices: (string | undefined)[] = []
    const notifications: (string | undefined)[] = []
    client.on('notice', ({ message }) => notices.push(message)).on('notification', ({ payload }) => notifications.push(payload))
    await client.query('listen news')
    // Sent together: one message to the engine holds them all, and the one that fails leaves the others their answers.
    const answers = await Promise.allSettled([
      client.query(`select $1::text as value`, ['first']),
      client.query('select 1 / 0'),
      client.query(`do $$ begin raise notice 'noticed'; end $$`),
      client.query(`notify news, 'told'`),
      client.query(`select repeat('x', 100) as value from generate_series(1, 50000)`),
    ])
    client.release()
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
    expect(answers[1]).toMatchObject({ reason: { code: '22012' } })
    expect((answers[4] as PromiseFulfilledResult<pg.QueryResult>).value.rows).toHaveLength(50_000)
    expect({ notices, notifications }).toEqual({ notices: ['noticed'], notifications: ['told'] })
  } finally {
    await pool.end()
    await engine.close()
  }
})

it('an engine with a heap of 64 MB reads a million rows', async () => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { folder: undefined } satisfies WorkerStart,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  try {
    const answers = new Promise<number>((resolve, reject) => {
      let read = 0
      let left = 10
      worker.on('error', reject).on('message', (message: FromWorker) => {
        if ('failed' in message) reject(new Error(message.failed))
        if ('ready' in message)
          for (let turn = 0; turn < left; turn += 1)
            worker.postMessage({ bytes: simpleQuery(`select repeat('x', 100) from generate_series(1, 100000)`) } satisfies ToWorker)
        if (!('answer' in message)) return
        read += message.answer.length
        left -= 1
        if (left === 0) resolve(read)
      })
    })
    expect(await answers).toBeGreaterThan(100_000_000)
  } finally {
    await worker.terminate()
  }
})

/** The message of the wire protocol: its letter, its length, the text and a zero. */
function simpleQuery(text: string): Uint8Array<ArrayBuffer> {
  const message = Buffer.alloc(text.length + 6)
  message.write('Q')
  message.writeUInt32BE(text.length + 5, 1)
  message.write(text, 5)
  return new Uint8Array(message)
}
