import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openEmbedded } from './engine.ts'

it('a query that holds the engine too long is ended, and the engine comes back with what was committed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outstation-engine-'))
  const engine = await openEmbedded(join(folder, 'postgres'), undefined, 2000)
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
