import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '../../../../model/index.ts'
import type { ImportReport } from '../../../exchange/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import type { ImportAnswer, Imported } from '../../../../tests/support/uploads.ts'
import { importPath, importRows, upload } from '../../../../tests/support/uploads.ts'

interface Progress {
  status: string
  percent: number
  message: string | null
  report: ImportReport | null
  hasFile: boolean
}

const ROWS = 4000
let server: TestServer
let tenant: BuiltTenant
let admin: Client
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'outstation-import-'))
  server = await startServer({ dataDir })
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Users with random texts, so that the file is as large as people's are. */
function rowsOf(prefix: string, wrong: ReadonlySet<number> = new Set()) {
  const headings = ['User name', 'Nickname', 'E-mail', 'Country code', 'Mobile', 'Roles', 'Organisation', 'Status']
  return [
    headings,
    ...Array.from({ length: ROWS }, (_, index) => [
      `${prefix}${index}`,
      `${unique()} ${unique()} ${unique()} ${unique()}`,
      wrong.has(index) ? 'nobody' : `${prefix}${index}.${unique()}@example.com`,
      '86',
      `15${String(index).padStart(9, '0')}`,
      'ROLE_OPERATOR',
      `${tenant.canary} branch`,
      'Normal',
    ]),
  ]
}

async function finished(answer: ImportAnswer, client = admin): Promise<Progress> {
  expect([answer.http, typeof answer.data?.jobId]).toEqual([200, 'string'])
  for (;;) {
    const { data, http, message } = await client.get<Progress>('/api/admin/imports/queryImportJob', { id: answer.data.jobId ?? '' })
    expect([http, message]).toEqual([200, 'success'])
    if (data.status !== 'queued' && data.status !== 'running') return data
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

// The key is made when somebody signs in for the first time.
const files = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'second-factors.key')
    .map(({ name }) => name)

it('checks, imports and undoes thousands of rows as jobs, and throws the uploads away', async () => {
  const prefix = `u${unique()}`
  const wrong = new Set([3, 3999])
  const checked = await finished(await importRows(server.url, admin, users, rowsOf(prefix, wrong), { mode: 'check' }))
  expect(checked).toMatchObject({ status: 'done', hasFile: true, report: { rows: ROWS, good: ROWS - 2, badRows: 2, added: 0 } })
  expect((await admin.get<{ total: number }>('/api/admin/sysuser/querySysUser', { username: prefix })).data.total).toBe(0)

  const imported = await importRows(server.url, admin, users, rowsOf(prefix, wrong), { mode: 'good' })
  const good = await finished(imported)
  expect(good).toMatchObject({ status: 'done', percent: 100, report: { added: ROWS - 2, importId: imported.data.jobId } })
  expect((await admin.get<{ total: number }>('/api/admin/sysuser/querySysUser', { username: prefix, email: 'example' })).data.total).toBe(
    ROWS - 2,
  )

  const response = await fetch(`${server.url}/api/admin/imports/downloadImportErrors?id=${imported.data.jobId}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.headers.get('content-disposition')).toContain('rows%20%28errors%29.xlsx')
  const rest = (await upload<Imported>(server.url, admin, importPath(users), Buffer.from(await response.arrayBuffer()), {
    fields: { mode: 'check' },
  })) as ImportAnswer
  expect(rest.data.report).toMatchObject({ rows: 2, good: 0 })

  const editor = await tenant.signIn('editor')
  expect((await editor.get('/api/admin/imports/queryImportJob', { id: imported.data.jobId ?? '' })).http).toBe(404)
  expect((await editor.get('/api/admin/imports/downloadImportErrors', { id: imported.data.jobId ?? '' })).http).toBe(404)

  const undone = await admin.post<{ removed: number }>('/api/admin/imports/undoImport', { id: imported.data.jobId })
  expect(undone.data).toEqual({ removed: ROWS - 2 })
  // Left are the two annotated files, which belong to the jobs.
  expect(files()).toHaveLength(2)
})

it('a job that cannot be done says why, in the words of the caller', async () => {
  const file = Buffer.concat([Buffer.from('PK'), Buffer.alloc(300_000)])
  const answer = (await upload<Imported>(server.url, admin, importPath(users), file, { language: 'zh' })) as ImportAnswer
  const { status, report } = await finished(answer)
  expect([status, report]).toEqual(['failed', null])
  const { data } = await admin.get<Progress>(
    '/api/admin/imports/queryImportJob',
    { id: answer.data.jobId ?? '' },
    { 'accept-language': 'zh' },
  )
  expect(data.message).toBe('文件已损坏，或者不是 Excel 文件（.xlsx）')
})
