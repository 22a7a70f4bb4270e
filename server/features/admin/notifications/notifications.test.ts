/** Whom a notification is for; and that nobody else learns of it, in whatever way they ask. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../../../../tests/support/builders.ts'
import { call } from '../../../../tests/support/client.ts'
import type { Receipts, Person } from '../../../../tests/support/notifications.ts'
import {
  BASE,
  admin,
  draft,
  head,
  countReceived,
  listed,
  mine,
  names,
  notify,
  openNotified,
  person,
  quiet,
  read,
  sees,
  server,
  stranger,
  tenant,
  withdraw,
  write,
} from '../../../../tests/support/notifications.ts'
import { fingerprint } from '../../../../tests/support/rows.ts'
import type { Listening } from '../../../../tests/support/socket.ts'
import { listen } from '../../../../tests/support/socket.ts'
import { absentId } from '../../../../tests/support/values.ts'
import { answerText } from '../../../../tests/support/wire.ts'

beforeAll(openNotified)
afterAll(() => server.stop())

const granted = [
  ['GET', 'queryNotification'],
  ['POST', 'addNotification'],
  ['PUT', 'updateNotification'],
  ['POST', 'deleteNotification'],
  ['POST', 'exportNotification'],
  ['POST', 'publishNotification'],
  ['POST', 'withdrawNotification'],
  ['GET', 'queryNotificationReader'],
] as const
const own = [
  ['GET', 'queryMyNotification'],
  ['GET', 'queryHeadNotification'],
  ['POST', 'readNotification'],
  ['POST', 'readAllNotification'],
  ['POST', 'starNotification'],
  ['GET', 'queryNotificationType'],
  ['GET', 'queryNotificationPriority'],
] as const

describe('who may call', () => {
  it.each([...granted, ...own])('%s %s: nobody who is not signed in', async (method, name) => {
    expect(await call(server.url, method, `${BASE}/${name}`, method === 'GET' ? {} : { body: { id: absentId() } })).toMatchObject({
      http: 401,
      code: 50008,
    })
  })

  it.each(granted)('%s %s: nobody whose roles do not hold it', async (method, name) => {
    const before = await fingerprint(server, tenant.id)
    const headers = { authorization: `Bearer ${person.outsider.token}` }
    expect(await call(server.url, method, `${BASE}/${name}`, { headers, ...(method === 'GET' ? {} : { body: draft() }) })).toMatchObject({
      http: 403,
    })
    expect(await fingerprint(server, tenant.id)).toBe(before)
  })

  it('nobody of another tenant: it is not there, and stays as it is', async () => {
    const id = await notify()
    await quiet()
    const before = await fingerprint(server, tenant.id)
    for (const asked of [absentId(), id]) {
      for (const name of ['publishNotification', 'withdrawNotification', 'deleteNotification', 'readNotification'])
        expect(await stranger.post(`${BASE}/${name}`, { id: asked }), name).toMatchObject({ http: 404 })
      expect(await stranger.post(`${BASE}/starNotification`, { id: asked, isStarred: 1 })).toMatchObject({ http: 404 })
      expect(await stranger.put(`${BASE}/updateNotification`, { id: asked, title: 'x' })).toMatchObject({ http: 404 })
      expect(await stranger.get(`${BASE}/queryNotificationReader`, { id: asked })).toMatchObject({ http: 404 })
    }
    expect(answerText(await stranger.get(`${BASE}/queryNotification`))).not.toContain(id)
    expect((await mine(stranger)).list).toEqual([])
    expect((await stranger.post(`${BASE}/readAllNotification`)).data).toEqual({ read: 0 })
    expect(await fingerprint(server, tenant.id)).toBe(before)
  })
})

describe('whom it is for', () => {
  const audiences: [string, () => Record<string, unknown>, Person[]][] = [
    ['nobody named: everyone', () => ({}), ['named', 'holder', 'below', 'outsider']],
    ['a user', () => ({ userId: [tenant.users['named']] }), ['named']],
    ['a user by name', () => ({ username: ['NAMED'] }), ['named']],
    ['a role', () => ({ roleId: [tenant.roles['ROLE_WATCH']] }), ['holder']],
    ['an organisation, and what is below it', () => ({ orgId: [tenant.organisations['branch']] }), ['below']],
    ['the lowest organisation', () => ({ orgId: [tenant.organisations['team']] }), ['below']],
    ['the highest organisation', () => ({ orgId: [tenant.organisations['root']] }), ['named', 'holder', 'below', 'outsider']],
    [
      'all of these together',
      () => ({ userId: [tenant.users['named']], roleId: [tenant.roles['ROLE_WATCH']], orgId: [tenant.organisations['branch']] }),
      ['named', 'holder', 'below'],
    ],
  ]
  it.each(audiences)('%s', async (_name, audience, expected) => {
    await quiet()
    const sockets = await Promise.all(names.map((name) => listen(server.url, person[name].token)))
    const id = await notify(audience())
    await Promise.all(
      sockets
        .filter((_, at) => expected.includes(names[at] as Person))
        .map((socket) => socket.until(({ received }) => received.some(({ topic }) => topic === 'notifications'))),
    )
    for (const [at, name] of names.entries()) {
      const client = person[name]
      const isIn = expected.includes(name)
      expect(await sees(client, id), `${name} in the list`).toBe(isIn)
      expect(
        (await head(client)).list.some((row) => row.id === id),
        `${name} in the head`,
      ).toBe(isIn)
      expect((await client.post(`${BASE}/starNotification`, { id, isStarred: 1 })).http, `${name} puts a star`).toBe(isIn ? 200 : 404)
      expect(countReceived(sockets[at] as Listening) > 0, `${name} is told`).toBe(isIn)
      const answer = await read(client, id)
      expect(answer.http, `${name} reads`).toBe(isIn ? 200 : 404)
      if (!isIn) expect(answerText(answer)).not.toContain('What happened')
    }
    // Seen from the other side, they are the same people.
    const receipts = (await admin.get<Receipts>(`${BASE}/queryNotificationReader`, { id, pageSize: 1000 })).data
    expect(names.filter((name) => receipts.list.some((row) => row.userId === tenant.users[name]))).toEqual(expected)
    for (const socket of sockets) socket.close()
    await withdraw(id)
  })

  it('people who come later see what is still open; those who leave do not', async () => {
    const id = await notify({ roleId: [tenant.roles['ROLE_WATCH']] })
    const later = newUser(tenant, { roleId: [tenant.roles['ROLE_WATCH']], orgId: tenant.organisations['root'] })
    const added = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', later)
    expect(added).toMatchObject({ http: 200 })
    await server.database.asOwner((client) => client.query('update users set must_change_password = null where id = $1', [added.data.id]))
    const client = await tenant.signIn(String(later['username']))
    expect(await sees(client, id)).toBe(true)
    expect(await admin.put('/api/admin/sysuser/updateSysUser', { id: added.data.id, roleId: [tenant.roles['ROLE_OTHERS']] })).toMatchObject(
      { http: 200 },
    )
    expect(await sees(client, id)).toBe(false)
    expect(await read(client, id)).toMatchObject({ http: 404 })
  })

  it("is nobody's, and not everybody's, once the only one who was named is gone", async () => {
    const {
      data: { id: user },
    } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', newUser(tenant))
    const id = await notify({ userId: [user] })
    expect(await admin.post(`/api/admin/sysuser/deleteSysUser?id=${user}`)).toMatchObject({ http: 200 })
    expect(await sees(person.outsider, id)).toBe(false)
    expect(await listed(id)).toMatchObject({ everyone: 0, userId: null, username: [] })
  })

  it('refuses a name that nobody of the tenant has', async () => {
    expect(await admin.post(`${BASE}/addNotification`, draft({ username: ['named', 'nobody'] }))).toMatchObject({
      http: 422,
      errors: [{ field: 'username' }],
    })
  })

  it('gives the names with each row, and none to whoever does not see names of users', async () => {
    const id = await write({ username: 'named,holder', roleId: [tenant.roles['ROLE_WATCH']] })
    expect(await listed(id)).toMatchObject({
      everyone: 0,
      username: ['holder', 'named'],
      roleIdCn: 'ROLE_WATCH',
      publisher: tenant.canary,
      status: 'draft',
      statusCn: 'Draft',
      typeCn: 'Message',
      priorityCn: 'Medium',
    })
    const narrow = await tenant.signIn('publisher')
    const answer = await narrow.get<{ list: Record<string, unknown>[] }>(`${BASE}/queryNotification`, { id })
    expect(answer.data.list[0]).not.toHaveProperty('username')
    expect(answer.data.list[0]).not.toHaveProperty('publisher')
    expect(answerText(answer)).not.toContain('holder')
  })
})
