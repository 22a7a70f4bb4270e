/**
 * `npm run bench:import`: 100,000 users from a workbook, checked, stored, and changed by another one, through the running server, beside a bare
 * program that writes the same rows into a copy of the table with multi-row inserts: no check, no row security, no history.
 * On the PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made and dropped.
 *
 * The tenant has a history of a million changes before, because taking an import back reads it; `BENCH_CHANGES` says of how many.
 * `BENCH_ROWS` shortens it. Prints the figures and ends with 1 when one that is asked of us is missed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpus } from 'node:os'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { users } from '../model/index.ts'
import type { ImportReport } from '../server/exchange/imports/types.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { run, temporaryFolder } from '../tests/support/process.ts'
import type { ImportAnswer } from '../tests/support/uploads.ts'
import { importPath, upload } from '../tests/support/uploads.ts'
import { writeWorkbook } from '../tests/support/workbooks.ts'
import { DEMONSTRATION, PASSWORD, benchDatabase } from './support/furnished.ts'
import { table } from './support/table.ts'
import { SMOKE, amount, conclude } from './support/smoke.ts'

const ROWS = amount('BENCH_ROWS', { whole: 100_000, smoke: 200 })
const CHANGES = amount('BENCH_CHANGES', { whole: 1_000_000, smoke: 100 })
/** 30 seconds for 50,000 rows. */
const MAX_SECONDS = 30 * Math.max(1, ROWS / 50_000)
/** Of the rate of adding. */
const MIN_UPDATING_SHARE = 0.5
const LOOK_MS = amount(undefined, { whole: 1000, smoke: 100 })
/** Makes the file of a smoke run, which has few rows, so large that its import is a job as well. */
const picture = SMOKE ? { 'docProps/thumbnail.jpeg': randomBytes(256 * 1024) } : {}
const ORGANISATION = 'Imported'

interface User {
  username: string
  nickname: string
  email: string
  mobile: string
}

function usersOf(count: number): User[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `u${randomBytes(5).toString('hex')}`
    return { username: name, nickname: `${name} ${index}`, email: `${name}@example.com`, mobile: `15${String(index).padStart(9, '0')}` }
  })
}

function* rowsOf(list: readonly User[]): Generator<string> {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const line = (cells: readonly string[]) => `<row>${cells.map(cell).join('')}</row>`
  yield line(['User name', 'Nickname', 'E-mail', 'Country code', 'Mobile', 'Roles', 'Organisation', 'Status'])
  for (const { username, nickname, email, mobile } of list)
    yield line([username, nickname, email, '86', mobile, 'ROLE_OPERATOR', ORGANISATION, 'Normal'])
}

async function imported(
  url: string,
  client: Client,
  file: Buffer,
  fields: Record<string, string>,
): Promise<{ seconds: number; report: ImportReport; steps: number }> {
  const start = performance.now()
  const answer = (await upload(url, client, importPath(users), file, { fields })) as ImportAnswer
  if (answer.http !== 200) throw new Error(`the import was refused: ${answer.message}`)
  // A small file is imported while the caller waits, and that is another way through the server.
  if (answer.data.jobId === null) throw new Error(`no job came of the import: ${file.length} bytes are too few`)
  const seen = new Set<number>()
  for (;;) {
    const { data } = await client.get<{ status: string; percent: number; message: string | null; report: ImportReport | null }>(
      '/api/admin/imports/queryImportJob',
      { id: answer.data.jobId ?? '' },
    )
    seen.add(data.percent)
    if (data.status === 'done' && data.report) return { seconds: (performance.now() - start) / 1000, report: data.report, steps: seen.size }
    if (data.status === 'failed' || data.status === 'cancelled') throw new Error(`the import failed: ${data.message}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS / 10))
  }
}

/** The same rows into tables of the same columns, keys and indexes, a thousand a statement, in one transaction. */
function bare(url: string, list: readonly User[]): Promise<number> {
  return asOwner(url, async (client) => {
    await client.query('create table bare_users (like users including all); create table bare_user_roles (like user_roles including all)')
    const {
      rows: [some],
    } = await client.query<{ tenant_id: string; org_id: string; role_id: string; password_hash: string }>(
      'select u.tenant_id, u.org_id, r.role_id, u.password_hash from users u join user_roles r on r.tenant_id = u.tenant_id and r.user_id = u.id limit 1',
    )
    if (!some) throw new Error('there is no user to copy from')
    const start = performance.now()
    await client.query('begin')
    for (let from = 0; from < list.length; from += 1000) {
      const batch = list.slice(from, from + 1000).map((user) => ({ id: crypto.randomUUID(), ...user }))
      const places = (width: number) =>
        batch.map((_, row) => `(${Array.from({ length: width }, (__, column) => `$${row * width + column + 1}`).join()})`).join()
      await client.query(
        `insert into bare_users (tenant_id, id, username, nickname, email, prefix, mobile, org_id, status, password_hash) values ${places(10)}`,
        batch.flatMap((user) => [
          some.tenant_id,
          user.id,
          user.username,
          user.nickname,
          user.email,
          '86',
          user.mobile,
          some.org_id,
          1,
          some.password_hash,
        ]),
      )
      await client.query(
        `insert into bare_user_roles (tenant_id, user_id, role_id) values ${places(3)}`,
        batch.flatMap((user) => [some.tenant_id, user.id, some.role_id]),
      )
    }
    await client.query('commit')
    return (performance.now() - start) / 1000
  })
}

/** A history of the tenant's records, sealed by the server as everything else. */
function remember(url: string, count: number): Promise<void> {
  return asOwner(url, async (client) => {
    await client.query(
      `insert into changes (tenant_id, table_name, row_id, verb, before, after, operation_id)
      select id, 'users', gen_random_uuid(), 'update', '{"nickname": "before"}', '{"nickname": "after"}', gen_random_uuid() from tenants, generate_series(1, $1::int) where tenant_code = '10001'`,
      [count],
    )
    await client.query('analyze changes')
    const waiting = async () =>
      (
        await client.query<{ is: boolean }>(
          `select (select count(*) from changes) > (select count(*) from log_seals where source = 'change') as is`,
        )
      ).rows[0]?.is
    while (await waiting()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  })
}

async function asOwner<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const scratch = await benchDatabase('bench_import')
const folder = temporaryFolder()
try {
  const server = await run({ ...DEMONSTRATION, DATABASE_URL: scratch.url, DATA_DIR: folder.path })
  try {
    await asOwner(scratch.url, (owner) => owner.query('update tenants set user_quota = null'))
    await remember(scratch.url, CHANGES)
    const client = await signIn(server.url, '10001', 'admin', PASSWORD)
    const added = await client.post('/api/admin/sysorg/addSysOrg', { orgName: ORGANISATION, orgType: 'team', parentId: '0' })
    if (added.http !== 200) throw new Error(`the organisation could not be added: ${added.message}`)
    const list = usersOf(ROWS)
    const path = join(folder.path, 'users.xlsx')
    await writeWorkbook(path, rowsOf(list), picture)
    const file = readFileSync(path)
    const checked = await imported(server.url, client, file, { mode: 'check' })
    const stored = await imported(server.url, client, file, { mode: 'all' })
    const undoing = performance.now()
    const undone = await client.post<{ removed: number }>('/api/admin/imports/undoImport', { id: stored.report.importId })
    const undo = (performance.now() - undoing) / 1000
    await imported(server.url, client, file, { mode: 'all' })
    const changes = join(folder.path, 'changes.xlsx')
    await writeWorkbook(changes, rowsOf(list.map((user) => ({ ...user, nickname: `${user.nickname} changed` }))), picture)
    const updated = await imported(server.url, client, readFileSync(changes), { mode: 'all', kind: 'update' })
    const rest = await client.post<{ removed: number }>('/api/admin/imports/undoImport', { id: updated.report.importId })
    const plain = await bare(scratch.url, list)
    const right = checked.report.good === ROWS && stored.report.added === ROWS && undone.data?.removed === ROWS
    const changed = updated.report.changes?.changed === ROWS && rest.data?.removed === ROWS
    const share = stored.seconds / updated.seconds
    const seconds = (value: number) => `${value.toFixed(1)} s`
    process.stdout.write(
      `${ROWS} users, ${CHANGES} changes before, ${(file.length / 1024 / 1024).toFixed(1)} MB, ${cpus().length} processors\n${table(
        ['', 'time', 'rows a second'],
        [
          ['check', seconds(checked.seconds), String(Math.round(ROWS / checked.seconds))],
          ['import, all or nothing', seconds(stored.seconds), String(Math.round(ROWS / stored.seconds))],
          ['import that changes every row', seconds(updated.seconds), String(Math.round(ROWS / updated.seconds))],
          ['undo', seconds(undo), String(Math.round(ROWS / undo))],
          ['bare multi-row inserts', seconds(plain), String(Math.round(ROWS / plain))],
        ],
      )}\nImport beside bare inserts: ${(plain / stored.seconds).toFixed(2)} of the rate. Updating beside adding: ${share.toFixed(2)} of the rate. Progress was seen at ${stored.steps} steps.\n`,
    )
    const isInTime = stored.seconds <= MAX_SECONDS
    process.stdout.write(isInTime ? `Within ${MAX_SECONDS} s.\n` : `MISSED: more than ${MAX_SECONDS} s.\n`)
    const met = isInTime && (SMOKE || share >= MIN_UPDATING_SHARE)
    if (isInTime && !met) process.stdout.write(`MISSED: updating at less than ${MIN_UPDATING_SHARE} of the rate of adding.\n`)
    if (!changed)
      throw new Error(`rows are missing: ${updated.report.changes?.changed} changed, ${rest.data?.removed} changed back of ${ROWS}`)
    if (!right)
      throw new Error(
        `rows are missing: ${checked.report.good} checked, ${stored.report.added} stored, ${undone.data?.removed} taken back of ${ROWS}`,
      )
    conclude(met)
  } finally {
    await server.stop()
  }
} finally {
  await scratch.drop()
  folder.remove()
}
