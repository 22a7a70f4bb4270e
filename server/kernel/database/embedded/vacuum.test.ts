import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../database.ts'
import { openDatabase } from '../database.ts'
import { vacuumDue } from './vacuum.ts'

let database: Database
beforeAll(async () => {
  database = await openDatabase({ databaseUrl: undefined, dataDir: '', timeZone: 'UTC', inMemory: true })
})
afterAll(() => database.close())

const run = (text: string) => database.asOwner(async (client) => void (await client.query(text)))
const figureOf = (text: string) =>
  database.asOwner(async (client) => Number((await client.query<{ figure: string }>(`select (${text}) as figure`)).rows[0]?.figure))

it('a table that was filled has statistics, and is left alone until enough has changed', async () => {
  await run(
    'create table filled (id integer primary key, value integer); insert into filled select number, number % 7 from generate_series(1, 5000) as number',
  )
  expect(await figureOf(`select reltuples from pg_class where relname = 'filled'`)).toBe(-1)
  expect(await vacuumDue(database)).toContain('public.filled')
  expect(await figureOf(`select reltuples from pg_class where relname = 'filled'`)).toBe(5000)
  expect(await figureOf(`select n_distinct from pg_stats where tablename = 'filled' and attname = 'value'`)).toBe(7)
  await run('update filled set value = 9 where id <= 40')
  expect(await vacuumDue(database)).not.toContain('public.filled')
})

it('what is updated again and again stays as large as it was', async () => {
  // The newest values of points, found by their time: each update leaves a row and an entry of the index behind.
  await run(
    'create table newest (series integer primary key, time timestamptz not null, value float8); create index newest_time_idx on newest (time); insert into newest select number, now(), 0 from generate_series(1, 2000) as number',
  )
  const round = async () => {
    await run('update newest set time = clock_timestamp(), value = value + 1')
    await vacuumDue(database)
  }
  for (let count = 0; count < 3; count += 1) await round()
  const settled = await figureOf(`select pg_total_relation_size('newest')`)
  for (let count = 0; count < 30; count += 1) await round()
  expect(await figureOf(`select pg_total_relation_size('newest')`)).toBeLessThan(2 * settled)
})

it('small tables come before large ones, however much was left behind in those', async () => {
  await run(
    'create table large (id integer primary key, value text); insert into large select number, repeat(md5(number::text), 8) from generate_series(1, 20000) as number',
  )
  await run(
    'create table small (id integer primary key, value integer); insert into small select number, 0 from generate_series(1, 500) as number',
  )
  await vacuumDue(database)
  await run('update large set value = value; update small set value = 1')
  const done = (await vacuumDue(database)).filter((name) => name === 'public.large' || name === 'public.small')
  expect(done).toEqual(['public.small', 'public.large'])
})
