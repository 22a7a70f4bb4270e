/**
 * `npm run bench:forms`: the list of a form with a million entries, page by page and filtered by a choice, beside the bare statements that give the
 * same rows and a number of them, over one connection and without row security (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made and
 * dropped). Wanted: 95 of 100 pages within 100 ms.
 */
import { randomUUID } from 'node:crypto'
import type { Client } from '../tests/support/client.ts'
import { judge } from './support/product.ts'
import { onScratchServer, p95Of } from './support/scratch-server.ts'
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

const timed = (work: (at: number) => Promise<unknown>) => p95Of(work, { times: TIMES, warmUps: 20 })

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

await onScratchServer('forms', 10, async ({ tenantId, admin, bare, fillWith }) => {
  const formId = await publishedForm(admin)
  await fillWith([[FILL, [tenantId, formId, ENTRIES]]])
  const ours = (query: (at: number) => object) =>
    timed(async (at) => {
      const answer = await admin.post<{ list: unknown[] }>(`${ENTRY}/queryEntryList`, { formId, pageSize: PAGE, ...query(at) })
      if (answer.http !== 200 || answer.data.list.length === 0) throw new Error(`a page is empty: ${answer.message}`)
    })
  const theirs = (what: string, condition: string, asked: (at: number) => { value: string; offset: number }) =>
    timed(async (at) => {
      const { value, offset } = asked(at)
      const from = `from form_entries where tenant_id = $1 and form_id = $2 and ${condition}`
      const values = [tenantId, formId, value]
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
})
