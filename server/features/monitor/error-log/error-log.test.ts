import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

interface Kept {
  id: string
  username: string
  message: string
  stack: string
  page: string
  times: number
}
interface Found {
  list: Kept[]
  total: number
}

const ERRORS = '/api/template/errorlog'

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let viewer: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  viewer = await tenant.signIn('viewer')
})
afterAll(() => server.stop())

const report = (client: Client, message: string, more: object = {}) =>
  client.post(`${ERRORS}/addErrorLog`, { message, stack: 'at draw (/assets/a.js:1:2)', page: '/admin/sysuser', ...more })
const mine = async (client: Client) => (await client.get<Found>(`${ERRORS}/queryMyErrorLog`)).data
const all = async (client: Client) => (await client.get<Found>(`${ERRORS}/queryErrorLog`)).data

describe('the error log', () => {
  it('keeps an error once and counts it', async () => {
    const message = `boom ${unique()}`
    await report(viewer, message)
    await report(viewer, message)
    expect((await mine(viewer)).list.filter((row) => row.message === message)).toMatchObject([
      { times: 2, username: 'viewer', page: '/admin/sysuser' },
    ])
  })

  it('leaves secrets out, whatever the browser sends', async () => {
    await report(viewer, 'token=s3cret-value', { stack: 'Bearer abc.def', page: '/admin/sysuser?mobile=13912345678' })
    const row = (await mine(viewer)).list[0]
    expect(row).toMatchObject({ message: 'token=…', stack: 'Bearer …', page: '/admin/sysuser' })
  })

  it('shows everybody their own, administrators those of the tenant, and nobody those of another tenant', async () => {
    const message = `whose ${unique()}`
    await report(viewer, message)
    expect((await mine(admin)).list.map((row) => row.message)).not.toContain(message)
    expect((await all(admin)).list.map((row) => row.message)).toContain(message)
    expect((await all(await other.signIn('admin'))).list).toEqual([])
    expect((await viewer.get(`${ERRORS}/queryErrorLog`)).http).toBe(403)
  })

  it('keeps no more than a hundred of one person', async () => {
    const editor = await tenant.signIn('editor')
    for (let at = 0; at < 105; at += 1) await report(editor, `many ${at}x`)
    const { total, list } = await mine(editor)
    expect(total).toBe(100)
    expect(list[0]?.message).toBe('many 104x')
  })

  it('is forgotten by its owner, not by others without the right', async () => {
    const message = `gone ${unique()}`
    await report(admin, message)
    const row = (await mine(admin)).list.find((one) => one.message === message) as Kept
    expect((await viewer.post<{ deleted: number }>(`${ERRORS}/deleteMyErrorLog`, { id: [row.id] })).data.deleted).toBe(0)
    expect((await viewer.post(`${ERRORS}/deleteErrorLog`, { id: [row.id] })).http).toBe(403)
    expect((await (await other.signIn('admin')).post<{ deleted: number }>(`${ERRORS}/deleteErrorLog`, { id: [row.id] })).data.deleted).toBe(
      0,
    )
    expect((await admin.post<{ deleted: number }>(`${ERRORS}/deleteMyErrorLog`, { id: [row.id] })).data.deleted).toBe(1)
  })
})
