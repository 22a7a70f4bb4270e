/**
 * `npm run bench:forms`: the list of a form with a million entries, page by page and filtered by a choice, beside the bare statements that give the
 * same rows and a number of them, over one connection and without row security (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made and
 * dropped). Wanted: 95 of 100 pages within 100 ms.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../server/kernel/database/database.ts'
import { clientWith, signIn } from '../tests/support/client.ts'
import type { Client } from '../tests/support/client.ts'
import { run, temporaryFolder } from '../tests/support/process.ts'
import { PASSWORD, fill } from './support/dataset.ts'
import { benchDatabase } from './support/furnished.ts'
import { judge } from './support/product.ts'
import { amount } from './support/smoke.ts'

const ENTRIES = amount('BENCH_ENTRIES', { whole: 1_000_000, smoke: 500 })
const TIMES = amount('BENCH_TIMES', { whole: 200, smoke: 5 })
const PAGE = 20
const FORM = '/api/generator/generatorform'
const ENTRY = '/api/generator/formentry'

const choices = Array.from({ length: 2000 }, (_, at) => `k${at}`)
const named = (id: string) => ({ id, name: id, labels: { zh: id }, listed: true })
const definition = {
  schema: 1,
  fields: [
    { ...named('a1'), kind: 'text' },
    { ...named('n1'), kind: 'number' },
    { ...named('c1'), kind: 'dictionary', dictionary: 'kind' },
  ],
  layout: ['a1', 'n1', 'c1'].map((field) => ({ part: 'field', field })),
}

/** As a form of people is filled in: numbers one after the other, each of the 2,000 words of the third field as often. */
const FILL = `
  insert into form_entries (tenant_id, id, form_id, form_version, entry_number, entry_state, entry_source, owner_id, submit_time, data)
  select $1, gen_random_uuid(), $2, 1, n, 'submitted', 'inside', (select id from users where tenant_id = $1 and username = 'admin'),
    now() - n * interval '1 second', jsonb_build_object('a1', 'entry ' || n, 'n1', n % 977, 'c1', 'k' || n % ${choices.length})
  from generate_series(1, $3::int) as n`

const p95 = (times: readonly number[]) =>
  [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.ceil(times.length * 0.95) - 1)] as number

async function timed(work: (at: number) => Promise<unknown>): Promise<number> {
  for (let at = 0; at < Math.min(20, TIMES); at += 1) await work(at)
  const times: number[] = []
  for (let at = 0; at < TIMES; at += 1) {
    const start = performance.now()
    await work(at)
    times.push(performance.now() - start)
  }
  return p95(times)
}

async function publishedForm(admin: Client): Promise<string> {
  const added = await admin.post<{ id: string }>(`${FORM}/addGeneratorForm`, {
    formDescription: `form ${randomUUID()}`,
    formContent: JSON.stringify(definition),
  })
  const { id } = added.data
  const published = await admin.post(`${FORM}/publishGeneratorForm`, { id, revision: 1 })
  if (published.http !== 200) throw new Error(`the form could not be published: ${published.message}`)
  return id
}

const scratch = await benchDatabase('forms')
const folder = temporaryFolder()
try {
  const database = await openDatabase({ databaseUrl: scratch.url, dataDir: '', timeZone: 'Asia/Shanghai' })
  const {
    tenants: [tenant],
  } = await fill(database, 1, 10)
  if (!tenant) throw new Error('no tenant was made')
  const server = await run(
    { DEMO: 'off', DATABASE_URL: scratch.url, DATA_DIR: folder.path, RATE_LIMIT: '1000000000', TIME_ZONE: 'Asia/Shanghai' },
    { logFile: `${folder.path}/log` },
  )
  const bare = new pg.Client({ connectionString: scratch.url })
  await bare.connect()
  try {
    const admin = clientWith(server.url, (await signIn(server.url, tenant.code, 'admin', PASSWORD)).token)
    const formId = await publishedForm(admin)
    await database.asOwner(async (client) => {
      await client.query('begin')
      await client.query('set local role outstation_platform')
      await client.query(FILL, [tenant.id, formId, ENTRIES])
      await client.query('commit')
      await client.query('vacuum analyze form_entries')
    })
    const ours = (query: (at: number) => object) =>
      timed(async (at) => {
        const answer = await admin.post<{ list: unknown[] }>(`${ENTRY}/queryEntryList`, { formId, pageSize: PAGE, ...query(at) })
        if (answer.http !== 200 || answer.data.list.length === 0) throw new Error(`a page is empty: ${answer.message}`)
      })
    await bare.query('set role outstation_platform')
    const theirs = (what: string, condition: string, asked: (at: number) => { value: string; offset: number }) =>
      timed(async (at) => {
        const { value, offset } = asked(at)
        const from = `from form_entries where tenant_id = $1 and form_id = $2 and ${condition}`
        const values = [tenant.id, formId, value]
        const page = `select * ${from} order by entry_number desc limit ${PAGE} offset $4`
        await bare.query({ name: `page ${what}`, text: page, values: [...values, offset] })
        await bare.query({ name: `count ${what}`, text: `select count(*) from (select 1 ${from} limit 10001) counted`, values })
      })
    const wordAt = (at: number) => choices[1 + (at % (Math.min(choices.length, ENTRIES) - 1))] as string
    const pages = await ours((at) => ({ currentPage: 1 + (at % Math.min(50, Math.ceil(ENTRIES / PAGE))) }))
    const barePages = await theirs('all', '$3::text is not null', (at) => ({ value: '', offset: (at % 50) * PAGE }))
    const filtered = await ours((at) => ({ filters: { c1: { among: [wordAt(at)] } } }))
    const bareFiltered = await theirs('found', `jsonb_set('{}', array[form_id::text], data) @> $3::jsonb`, (at) => ({
      value: JSON.stringify({ [formId]: { c1: wordAt(at) } }),
      offset: 0,
    }))
    const ms = (time: number, bareTime: number) => `${time.toFixed(1)} ms (bare ${bareTime.toFixed(1)})`
    judge([
      { name: `a page of ${ENTRIES} entries, p95`, wanted: '100 ms', found: ms(pages, barePages), holds: pages <= 100 },
      { name: 'filtered by a choice, p95', wanted: '100 ms', found: ms(filtered, bareFiltered), holds: filtered <= 100 },
    ])
  } finally {
    await bare.end()
    await server.stop()
    await database.close()
  }
} finally {
  folder.remove()
  await scratch.drop()
}
