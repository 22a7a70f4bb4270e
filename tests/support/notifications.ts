/** A tenant whose people stand in every relation to a notification there can be, and what is done with one. */
import { expect } from 'vitest'
import type { RoleSeed } from '../../seeds/tenant.ts'
import type { BuiltTenant } from './builders.ts'
import { buildTenant, buildUser, unique } from './builders.ts'
import type { Client } from './client.ts'
import type { TestServer } from './server.ts'
import { sharedServer } from './server.ts'
import type { Listening } from './socket.ts'

export const BASE = '/api/notification/notification'
export const role = (roleCode: string, more: Partial<RoleSeed> = {}): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: [],
  urls: [],
  hiddenButtons: [],
  hiddenFields: [],
  ...more,
})
export const watch = role('ROLE_WATCH')
export const publisher = role('ROLE_PUBLISHER', {
  urls: ['/notification/notification/*'],
  hiddenFields: [{ menu: 'sysuser', fields: ['username', 'nickname'] }],
})
export const others = role('ROLE_OTHERS', { urls: ['/admin/*'] })

export interface Mine {
  id: string
  title?: string
  content?: string
  type: string
  typeCn: string
  priority: string
  priorityCn: string
  publisher?: string
  publishTime: string
  isRead: 0 | 1
  isStarred: 0 | 1
  readTime: string | null
}
export interface MyList {
  list: Mine[]
  total: number
  unread: number
}
export interface Receipts {
  list: { userId: string; username?: string; nickname?: string; orgName?: string; isRead: 0 | 1; readTime: string | null }[]
  total: number
  read: number
  unread: number
}

/** Everybody but the administrator, and where they are: nobody of them may call what is granted. */
export const people = {
  named: { org: 'root', roles: [] },
  holder: { org: 'root', roles: ['ROLE_WATCH'] },
  below: { org: 'team', roles: [] },
  outsider: { org: 'root', roles: [] },
}
export type Person = keyof typeof people
export const names = Object.keys(people) as Person[]

export let server: TestServer
export let tenant: BuiltTenant
export let other: BuiltTenant
export let admin: Client
export let stranger: Client
export let person: Record<Person, Client>
/** In `beforeAll`; what is above is there from then on. Close it by `server.stop()`. */
export async function openNotified(): Promise<void> {
  server = await sharedServer()
  const users = [
    ...names.map((username) => buildUser({ username, org: people[username].org, roles: ['ROLE_OTHERS', ...people[username].roles] })),
    buildUser({ username: 'publisher', roles: ['ROLE_PUBLISHER'] }),
  ]
  tenant = await buildTenant(server, { roles: [watch, publisher, others], users })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  stranger = await other.signIn('admin')
  person = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await tenant.signIn(name)]))) as Record<Person, Client>
}

export const draft = (changes: Record<string, unknown> = {}) => ({
  title: `told-${unique()}`,
  content: '<p>What happened</p>',
  type: 'message',
  priority: 'medium',
  ...changes,
})
export async function write(changes: Record<string, unknown> = {}, by = admin): Promise<string> {
  const answer = await by.post<{ id: string }>(`${BASE}/addNotification`, draft(changes))
  expect(answer, JSON.stringify(answer.errors ?? answer.message)).toMatchObject({ http: 200 })
  return answer.data.id
}
export const publish = (id: string, by = admin) => by.post<{ status: string }>(`${BASE}/publishNotification`, { id })
export const withdraw = (id: string, by = admin) => by.post<{ status: string }>(`${BASE}/withdrawNotification`, { id })
export async function notify(changes: Record<string, unknown> = {}): Promise<string> {
  const id = await write(changes)
  expect(await publish(id)).toMatchObject({ http: 200, data: { id, status: 'published' } })
  return id
}
export const mine = async (client: Client, query: Record<string, string | number> = {}) =>
  (await client.get<MyList>(`${BASE}/queryMyNotification`, { pageSize: 100, ...query })).data
export const head = async (client: Client) => (await client.get<{ list: Mine[]; unread: number }>(`${BASE}/queryHeadNotification`)).data
export const read = (client: Client, id: string) => client.post<Mine>(`${BASE}/readNotification?id=${id}`)
export const sees = async (client: Client, id: string) => (await mine(client)).list.some((row) => row.id === id)
export const listed = async (id: string) =>
  (await admin.get<{ list: Record<string, unknown>[] }>(`${BASE}/queryNotification`, { id })).data.list[0]
export const moved = (id: string, column: 'publish_time' | 'start_time' | 'end_time', by: string) =>
  server.database.asOwner((client) => client.query(`update notifications set ${column} = now() + $2::interval where id = $1`, [id, by]))
export const wire = (inSeconds: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' }).format(
    Date.now() + inSeconds * 1000,
  )
export async function eventually<Value>(ask: () => Promise<Value>, isSo: (value: Value) => boolean, patience = 5000): Promise<Value> {
  const start = Date.now()
  for (;;) {
    const value = await ask()
    if (isSo(value)) return value
    if (Date.now() - start > patience) throw new Error(`not within ${patience} ms: ${JSON.stringify(value)}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 25)
    })
  }
}
/** Whatever was published before has been told to everybody whom it concerns. */
export async function quiet(): Promise<void> {
  const unannounced = () =>
    server.database.asOwner((client) =>
      client.query(
        "select 1 from notifications where status = 'published' and announced_at is null and coalesce(start_time <= now(), true)",
      ),
    )
  await eventually(unannounced, ({ rows }) => rows.length === 0)
  await new Promise((resolve) => {
    setTimeout(resolve, 100)
  })
}
export const countReceived = ({ received }: Listening) =>
  received.filter(({ kind, topic }) => kind === 'news' && topic === 'notifications').length
