/** Who has a report template open in the designer: told to those who have it open as well, and to nobody else. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { runningClock } from '../../../../tests/support/clock.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startSecond, startServer } from '../../../../tests/support/server.ts'
import type { Listening } from '../../../../tests/support/socket.ts'
import { listen } from '../../../../tests/support/socket.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'

const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])
const clock = runningClock()
const role = (roleCode: string, urls: readonly string[], nameless: readonly string[]) => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all' as const,
  urls: [...urls],
  hiddenButtons: [],
  hiddenFields: nameless.length > 0 ? [{ menu: 'sysuser' as const, fields: [...nameless] }] : [],
})
const DESIGNS = ['/report/template/*']

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let template: string
const open: Listening[] = []
beforeAll(async () => {
  server = await startServer({}, undefined, undefined, clock)
  tenant = await buildTenant(server, {
    roles: [
      role('DESIGNER', DESIGNS, []),
      role('READER', ['/report/template/queryReportDesign', '/report/template/queryReportTemplate'], []),
      role('NICKLESS', DESIGNS, ['nickname']),
      role('NAMELESS', DESIGNS, ['nickname', 'username']),
    ],
    users: [
      buildUser({ username: 'dong', nickname: 'Dong Jie', roles: ['DESIGNER'] }),
      buildUser({ username: 'reader', roles: ['READER'] }),
      buildUser({ username: 'nickless', roles: ['NICKLESS'] }),
      buildUser({ username: 'nameless', roles: ['NAMELESS'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  const { data } = await admin.post<{ id: string }>('/api/report/template/importReportDesign', {
    templateName: `report ${unique()}`,
    templateKind: 'other',
    content: EMPTY_TEMPLATE,
  })
  template = data.id
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close()
  await quiet()
})
afterAll(() => server.stop())

/** Long enough for something that must not come. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 300))

async function page(client: Client, options: { autoPong?: boolean } = {}, url = server.url): Promise<Listening> {
  const socket = await listen(url, client.token, {}, options)
  open.push(socket)
  return socket
}

/** A page on which somebody designs the template. */
async function design(username: string, options?: { autoPong?: boolean }, url?: string): Promise<Listening> {
  const socket = await page(await tenant.signIn(username), options, url)
  socket.send(JSON.stringify({ designs: [template] }))
  return socket
}

const messagesTo = ({ received }: Listening) => received.filter(({ kind }) => kind === 'editors')
const receives = (socket: Listening, names: readonly (string | null)[], patience?: number) =>
  socket.until(() => JSON.stringify(messagesTo(socket).at(-1)?.names) === JSON.stringify(names), patience)

describe('whoever designs a report', () => {
  it('is told who else does, until they leave; two pages of one person are one', async () => {
    const mine = await design('admin')
    await receives(mine, [])
    const theirs = await design('dong')
    await receives(mine, ['Dong Jie · dong'])
    await receives(theirs, [`${tenant.canary} · admin`])
    expect(messagesTo(mine).at(-1)?.id).toBe(template)

    const again = await design('dong')
    await receives(again, [`${tenant.canary} · admin`])
    const count = messagesTo(mine).length
    theirs.close()
    await quiet()
    expect(messagesTo(mine)).toHaveLength(count)
    // To another page of the console: the socket stays, and the template is closed.
    again.send(JSON.stringify({ designs: [] }))
    expect(await receives(mine, [])).toBeLessThan(1000)
  })

  it('is nothing to another tenant, to whoever only reads it, or to a page that has not named itself', async () => {
    const mine = await design('admin')
    await receives(mine, [])
    const stranger = await page(await (await buildTenant(server)).signIn('admin'))
    stranger.send(JSON.stringify({ designs: [template] }))
    const reader = await design('reader')
    const nobody = await listen(server.url)
    open.push(nobody)
    nobody.send(JSON.stringify({ designs: [template] }))
    await quiet()
    expect(messagesTo(stranger)).toEqual([])
    expect(messagesTo(reader)).toEqual([])
    expect(messagesTo(nobody)).toEqual([])
    expect(nobody.code()).toBe(4003)
    expect(messagesTo(mine).map(({ names }) => names)).toEqual([[]])
  })

  it('is told of people as far as their names are not hidden', async () => {
    const [nickless, nameless] = [await design('nickless'), await design('nameless')]
    await design('dong')
    await receives(nickless, ['dong', 'nameless'])
    await receives(nameless, [null, null])
    expect(JSON.stringify(nameless.received)).not.toContain('ong')
  })

  it('is there no more when the right to design is taken away', async () => {
    const mine = await design('admin')
    const theirs = await design('dong')
    await receives(mine, ['Dong Jie · dong'])
    await receives(theirs, [`${tenant.canary} · admin`])
    const change = (code: string) =>
      admin.put('/api/admin/sysuser/updateSysUser', { id: tenant.users['dong'], roleId: [tenant.roles[code]] })
    expect((await change('READER')).http).toBe(200)
    expect(await receives(mine, [])).toBeLessThan(1000)
    await receives(theirs, [])
    expect((await change('DESIGNER')).http).toBe(200)
  })

  it('is there no more half a minute after the connection has died without a word', async () => {
    const mine = await design('admin')
    await design('dong', { autoPong: false })
    await receives(mine, ['Dong Jie · dong'])
    // Two signs of life that are asked for within 30 seconds: the first finds it as it was.
    for (let passed = 0; passed < 30_000; passed += 15_000) {
      await clock.advance(15_000)
      await quiet()
    }
    await receives(mine, [])
    expect(mine.code()).toBeUndefined()
  })

  it('is believed to be on another server while that one says so, and no longer than half a minute after it was killed', async () => {
    const mine = await design('admin')
    await receives(mine, [])
    const { transactions, invalidations } = server.services
    const publish = (tenantId: BuiltTenant['id'], userIds: readonly string[]) =>
      transactions.inTenant({ tenantId }, (tx) =>
        invalidations.publish(tx, { kind: 'template-editors', tenantId, server: 'other', templateId: template, userIds }),
      )
    const dong = tenant.users['dong'] as string
    await publish((await buildTenant(server)).id, [dong])
    await quiet()
    expect(messagesTo(mine).at(-1)?.names).toEqual([])
    await publish(tenant.id, [dong])
    await receives(mine, ['Dong Jie · dong'])
    await clock.advance(8000)
    await publish(tenant.id, [dong])
    await clock.advance(15_000)
    await quiet()
    expect(messagesTo(mine).at(-1)?.names).toEqual(['Dong Jie · dong'])
    await clock.advance(10_000)
    await receives(mine, [])
  })

  it.runIf(onPostgres)('is told of those on another server, at once', async () => {
    const second = await startSecond(server)
    try {
      const mine = await design('admin')
      const theirs = await design('dong', {}, second.url)
      await receives(mine, ['Dong Jie · dong'], 5000)
      await receives(theirs, [`${tenant.canary} · admin`], 5000)
      theirs.close()
      await receives(mine, [], 5000)
    } finally {
      await second.stop()
    }
  })
})
