/** What people do with what they are told, and what whoever published it learns of that. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unique } from '../../../../tests/support/builders.ts'
import type { Receipts } from '../../../../tests/support/notifications.ts'
import {
  BASE,
  admin,
  head,
  countReceived,
  mine,
  names,
  notify,
  openNotified,
  person,
  quiet,
  read,
  server,
  tenant,
  withdraw,
} from '../../../../tests/support/notifications.ts'
import { listen } from '../../../../tests/support/socket.ts'

beforeAll(openNotified)
afterAll(() => server.stop())

describe('what people do with it', () => {
  it('lists unread ones first, filters, counts, and marks', async () => {
    const client = await tenant.signIn('viewer')
    await client.post(`${BASE}/readAllNotification`)
    const mark = unique()
    const ids: string[] = []
    for (const [type, priority] of [
      ['message', 'high'],
      ['notification', 'low'],
      ['message', 'low'],
      ['message', 'medium'],
    ])
      ids.push(await notify({ title: `${mark} ${type} ${priority}`, type, priority, userId: [tenant.users['viewer']] }))
    const asked = async (query: Record<string, string | number> = {}) =>
      (await mine(client, { title: mark, ...query })).list.map((row) => ids.indexOf(row.id))
    expect(await asked()).toEqual([3, 2, 1, 0])
    expect(await read(client, ids[3] as string)).toMatchObject({
      data: {
        isRead: 1,
        readTime: expect.stringMatching(/^\d{4}-/),
        content: '<p>What happened</p>',
        typeCn: 'Message',
        priorityCn: 'Medium',
        publisher: tenant.canary,
      },
    })
    expect(await asked()).toEqual([2, 1, 0, 3])
    expect(await asked({ isRead: 1 })).toEqual([3])
    expect(await asked({ isRead: 0, type: 'message' })).toEqual([2, 0])
    expect(await asked({ priority: 'low' })).toEqual([2, 1])
    expect(await client.post(`${BASE}/starNotification`, { id: ids[1], isStarred: 1 })).toMatchObject({ http: 200 })
    expect(await asked({ isStarred: 1 })).toEqual([1])
    expect(await asked({ isStarred: 1, isRead: 1 })).toEqual([])
    expect((await mine(client, { title: mark, pageSize: 2, currentPage: 2 })).list.map((row) => ids.indexOf(row.id))).toEqual([0, 3])
    expect(await mine(client, { title: mark, pageSize: 2 })).toMatchObject({
      total: 4,
      unread: 3,
      pagination: { total: 4, pageSize: 2, current: 1 },
    })
    expect((await head(client)).unread).toBe(3)
    expect((await client.post(`${BASE}/readAllNotification`)).data).toEqual({ read: 3 })
    expect((await head(client)).unread).toBe(0)
    expect(await asked({ isStarred: 1 })).toEqual([1])
    expect(await client.get(`${BASE}/queryMyNotification`, { pageSize: 101 })).toMatchObject({ http: 422, errors: [{ field: 'pageSize' }] })
  })

  it('shows six in the header, unread first, without their contents', async () => {
    const client = await tenant.signIn('editor')
    await client.post(`${BASE}/readAllNotification`)
    const ids: string[] = []
    for (let count = 0; count < 8; count += 1) ids.push(await notify({ userId: [tenant.users['editor']] }))
    await read(client, ids[7] as string)
    const { list, unread } = await head(client)
    expect(unread).toBe(7)
    expect(list.map((row) => ids.indexOf(row.id))).toEqual([6, 5, 4, 3, 2, 1])
    expect(list[0]).not.toHaveProperty('content')
  })

  it('what one person reads is unread for the next', async () => {
    const id = await notify()
    await read(person.named, id)
    expect((await mine(person.holder)).list.find((row) => row.id === id)).toMatchObject({ isRead: 0, isStarred: 0, readTime: null })
  })

  it("the other pages of whoever reads are told, and nobody else's", async () => {
    const id = await notify()
    await quiet()
    const [same, another] = await Promise.all([listen(server.url, person.named.token), listen(server.url, person.holder.token)])
    await read(person.named, id)
    await same.until(({ received }) => received.some(({ topic }) => topic === 'notifications'))
    expect(countReceived(another)).toBe(0)
    same.close()
    another.close()
  })
})

describe('receipts', () => {
  it('say who has read it and when, and count', async () => {
    const id = await notify({ userId: names.map((name) => tenant.users[name]) })
    await read(person.below, id)
    const asked = async (query: Record<string, string | number> = {}) =>
      (await admin.get<Receipts>(`${BASE}/queryNotificationReader`, { id, ...query })).data
    expect(await asked()).toMatchObject({
      total: 4,
      read: 1,
      unread: 3,
      list: [
        {
          userId: tenant.users['below'],
          username: 'below',
          nickname: 'below',
          orgName: expect.stringMatching(/ team$/),
          isRead: 1,
          readTime: expect.stringMatching(/^\d{4}-/),
        },
        {},
        {},
        {},
      ],
    })
    expect((await asked({ isRead: 0 })).list.map(({ username }) => username).sort()).toEqual(['holder', 'named', 'outsider'])
    expect(await asked({ username: 'hold' })).toMatchObject({
      total: 1,
      read: 1,
      unread: 3,
      list: [{ username: 'holder', isRead: 0, readTime: null }],
    })
    await withdraw(id)
  })

  it('hide of people what the roles of the publisher hide', async () => {
    const narrow = await tenant.signIn('publisher')
    const id = await notify({ userId: [tenant.users['named']] })
    const { data } = await narrow.get<Receipts>(`${BASE}/queryNotificationReader`, { id })
    expect(data.list).toHaveLength(1)
    expect(data.list[0]).not.toHaveProperty('username')
    expect((await narrow.get<Receipts>(`${BASE}/queryNotificationReader`, { id, username: 'nobody' })).data.total).toBe(1)
  })
})
