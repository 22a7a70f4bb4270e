/** Values of the points on screen: they come as they are stored, to whoever may ask for them and to nobody else. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { MAX_SCREEN_POINTS } from '../../model/contract/live.ts'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../tests/support/builders.ts'
import type { Client } from '../../tests/support/client.ts'
import type { BuiltDevice } from '../../tests/support/devices.ts'
import { buildDevice, pointsOf, sendReadings } from '../../tests/support/devices.ts'
import { dataOf } from '../../tests/support/forms.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startSecond, startServer } from '../../tests/support/server.ts'
import type { Listening } from '../../tests/support/socket.ts'
import { listen } from '../../tests/support/socket.ts'
import type { Identity } from '../kernel/authorization/caller.ts'
import { newId } from '../kernel/ids.ts'
import { PagePoints } from './live-points.ts'
import type { ValueSubscriber } from './value-subscriptions.ts'

const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])
const LATEST = '/acquisition/reading/queryLatestReading'
const HISTORY = '/acquisition/reading/queryReadingHistory'

let server: TestServer
let tenant: BuiltTenant
let token: string
const open: Listening[] = []
beforeAll(async () => {
  server = await startServer()
  const role = { roleName: 'r', roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [
      { ...role, roleCode: 'LOOKS', urls: [LATEST] },
      { ...role, roleCode: 'NARROW', urls: [LATEST] },
      { ...role, roleCode: 'READS', urls: [HISTORY, '/acquisition/point/queryPoint'] },
    ],
    users: ['looks', 'narrow', 'reads'].map((username) => buildUser({ username, roles: [username.toUpperCase()] })),
  })
  token = (await tenant.signIn('admin')).token
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})
afterAll(() => server.stop())

async function watching(pointIds: readonly string[], as = token, url = server.url): Promise<Listening> {
  const socket = await listen(url, as)
  open.push(socket)
  socket.send(JSON.stringify({ points: pointIds }))
  return socket
}

/** All that arrived, in order. */
const receivedValues = ({ received }: Listening) => received.flatMap(({ kind, list }) => (kind === 'values' ? (list ?? []) : []))
const hasReceived = (value: number) => (socket: Listening) => receivedValues(socket).some((one) => one[2] === value)
/** Longer than from one push to the next. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 700))

const send = (device: BuiltDevice, value: number | undefined, time = Date.now(), at = server) =>
  sendReadings(at, device, [{ key: 'temperature', time, value }])

describe('a page that shows points', () => {
  it('is told what is there, and then what is stored, as soon as it is stored', async () => {
    const device = await buildDevice(server, tenant)
    const { temperature, humidity } = await pointsOf(server, device)
    const begin = Date.now()
    // Committed, and not yet among the newest values.
    await send(device, 1, begin)
    const socket = await watching([temperature as string, humidity as string])
    await socket.until(hasReceived(1), 3000)
    await send(device, 2, begin + 1)
    expect(await socket.until(hasReceived(2))).toBeLessThan(1000)
    await send(device, undefined, begin + 2)
    await socket.until((one) => receivedValues(one).at(-1)?.[4] === 'no-value')
    expect(receivedValues(socket).map(([id, ...rest]) => [id === temperature, ...rest])).toEqual([
      [true, begin, 1, 192, 'none'],
      [true, begin + 1, 2, 192, 'none'],
      [true, begin + 2, null, 0, 'no-value'],
    ])
  })

  it('is told four times as many as a big screen, which says that it is one', async () => {
    const device = await buildDevice(server, tenant)
    const { temperature } = await pointsOf(server, device)
    const ids = [...Array.from({ length: MAX_SCREEN_POINTS - 1 }, () => newId()), temperature as string]
    const screen = await listen(server.url, token)
    open.push(screen)
    screen.send(JSON.stringify({ screen: ids }))
    await quiet()
    await send(device, 20)
    await screen.until(hasReceived(20), 3000)
    const page = await watching(ids)
    await page.until(({ code }) => code() !== undefined)
    screen.send(JSON.stringify({ screen: [...ids, newId()] }))
    await screen.until(({ code }) => code() !== undefined)
  })

  it('is not told what is older than what it shows, nor what a clock says that is ahead', async () => {
    const device = await buildDevice(server, tenant)
    const { temperature } = await pointsOf(server, device)
    const now = Date.now()
    const socket = await watching([temperature as string])
    await send(device, 5, now)
    await socket.until(hasReceived(5), 3000)
    await send(device, 4, now - 60_000)
    await send(device, 6, now + 20 * 60_000)
    await quiet()
    expect(receivedValues(socket).map(([, , value]) => value)).toEqual([5])
  })

  it('is told a few times a second, the newest of each point', async () => {
    const device = await buildDevice(server, tenant)
    const { temperature } = await pointsOf(server, device)
    const socket = await watching([temperature as string])
    const now = Date.now()
    for (let index = 1; index <= 60; index += 1) await send(device, index, now + index)
    await socket.until(hasReceived(60), 3000)
    expect(receivedValues(socket).length).toBeLessThan(30)
    for (const { kind, list = [] } of socket.received) if (kind === 'values') expect(list).toHaveLength(1)
  })

  it('may show others: then it is told of those alone', async () => {
    const device = await buildDevice(server, tenant)
    const { temperature, humidity } = await pointsOf(server, device)
    const socket = await watching([temperature as string])
    await send(device, 1)
    await socket.until(hasReceived(1), 3000)
    socket.send(JSON.stringify({ points: [humidity] }))
    await quiet()
    socket.received.length = 0
    await sendReadings(server, device, [
      { key: 'temperature', time: Date.now(), value: 2 },
      { key: 'humidity', time: Date.now(), value: 3 },
    ])
    await socket.until(hasReceived(3))
    await quiet()
    expect(receivedValues(socket).map(([id]) => id)).toEqual([humidity])
  })
})

describe('nothing is told', () => {
  it("of another tenant's points, nor of those that nobody has", async () => {
    const other = await buildTenant(server)
    const [theirs, mine] = [await buildDevice(server, other), await buildDevice(server, tenant)]
    const ids = [
      (await pointsOf(server, theirs))['temperature'] as string,
      (await pointsOf(server, mine))['temperature'] as string,
      newId(),
    ]
    await send(theirs, 1)
    const [socket, stranger] = [await watching(ids), await watching(ids, (await other.signIn('admin')).token)]
    await send(theirs, 2)
    await send(mine, 3)
    await socket.until(hasReceived(3), 3000)
    await stranger.until(hasReceived(2), 3000)
    await quiet()
    expect(new Set(receivedValues(socket).map(([id]) => id))).toEqual(new Set([ids[1]]))
    expect(new Set(receivedValues(stranger).map(([id]) => id))).toEqual(new Set([ids[0]]))
  })

  it('to a role that may not ask for newest values', async () => {
    const device = await buildDevice(server, tenant)
    const ids = Object.values(await pointsOf(server, device))
    const [may, mayNot] = [
      await watching(ids, (await tenant.signIn('looks')).token),
      await watching(ids, (await tenant.signIn('reads')).token),
    ]
    await send(device, 7)
    await may.until(hasReceived(7), 3000)
    await quiet()
    expect(receivedValues(mayNot)).toEqual([])
  })

  it('any more once that right is taken away', async () => {
    const device = await buildDevice(server, tenant)
    const socket = await watching(Object.values(await pointsOf(server, device)), (await tenant.signIn('looks')).token)
    await send(device, 1)
    await socket.until(hasReceived(1), 3000)
    const [other] = await server.database.asOwner(
      async (owner) => (await owner.query<{ id: string }>('select id from urls where url = $1', [HISTORY])).rows,
    )
    const granted = await (
      await tenant.signIn('admin')
    ).post('/api/admin/sysurl/authorizeUrlToRole', { roleId: tenant.roles['LOOKS'], urlId: [other?.id] })
    expect(granted).toMatchObject({ http: 200 })
    await socket.until(({ received }) => received.some(({ kind }) => kind === 'authority-changed'))
    await send(device, 2)
    await quiet()
    expect(receivedValues(socket).map(([, , value]) => value)).toEqual([1])
  })

  it('without a token, and a list that is too long ends the socket', async () => {
    const device = await buildDevice(server, tenant)
    const ids = Object.values(await pointsOf(server, device))
    const nobody = await listen(server.url)
    open.push(nobody)
    nobody.send(JSON.stringify({ points: ids }))
    await nobody.until((each) => each.code() !== undefined)
    expect(nobody.code()).toBe(4003)
    const most = await watching(Array.from({ length: 500 }, newId))
    await quiet()
    expect(most.code()).toBeUndefined()
    const greedy = await watching(Array.from({ length: 501 }, newId))
    await greedy.until((each) => each.code() !== undefined)
    const busy = await watching(ids)
    for (let index = 0; index < 100; index += 1) busy.send(JSON.stringify({ points: ids }))
    await busy.until((each) => each.code() !== undefined, 5000)
    expect(busy.code()).toBe(4003)
  })
})

it('what nobody looks at any more is let go of', async () => {
  const device = await buildDevice(server, tenant)
  const ids = Object.values(await pointsOf(server, device))
  const remove = vi.spyOn(server.services.acquisition.subscriptions, 'remove')
  const socket = await watching(ids)
  await send(device, 1)
  await socket.until(hasReceived(1), 3000)
  socket.close()
  await expect.poll(() => remove.mock.calls.length).toBe(1)
  remove.mockRestore()
})

describe('what a page watches whose session sees some rows', () => {
  interface Seeing {
    /** What it is pushed goes to `values`; what it may do is read from `identity`. */
    readonly page: { identity: Identity; unread: number; send: (message: object) => void }
    readonly points: PagePoints
    readonly watched: Set<ValueSubscriber>
    readonly values: unknown[]
    /** Looks for points that have been made and not come back yet, the first one first; each goes on when it is called. */
    readonly held: (() => void)[]
    readonly hold: (is: boolean) => void
  }
  let admin: Client
  let near: BuiltDevice
  let sites: string[]

  beforeAll(async () => {
    admin = await tenant.signIn('admin')
    near = await buildDevice(server, tenant)
    const added = async (call: string, body: object) => dataOf<{ id: string }>(await admin.post(`/api/acquisition/${call}`, body)).id
    const code = unique()
    const project = { projectCode: code, projectName: code, projectStatus: 'active', orgId: tenant.organisations['root'] }
    const projectId = await added('project/addProject', project)
    sites = []
    for (const name of ['near', 'far']) {
      const siteCode = `${name}-${code}`
      sites.push(await added('site/addSite', { siteCode, siteName: siteCode, projectId }))
    }
    dataOf(await admin.put('/api/acquisition/device/updateDevice', { id: near.id, siteId: sites[0] }))
  })

  /** Who they are that see these sites and no others. */
  async function identityAt(...named: (string | undefined)[]): Promise<Identity> {
    const scopes = [{ table: '', kind: 'some', sites: named }]
    dataOf(await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['NARROW'], scopes }))
    return (await server.services.sessions.lease((await tenant.signIn('narrow')).token)).identity
  }

  async function seeing(): Promise<Seeing> {
    const { transactions, acquisition } = server.services
    const [watched, values, held] = [new Set<ValueSubscriber>(), [] as unknown[], [] as (() => void)[]]
    let isHeld = false
    const inTenant: typeof transactions.inTenant = async (actor, work, mode) => {
      const found = await transactions.inTenant(actor, work, mode)
      if (isHeld) await new Promise<void>((goesOn) => held.push(goesOn))
      return found
    }
    const page: Seeing['page'] = { identity: await identityAt(sites[0]), unread: 0, send: (message) => void values.push(message) }
    const points = new PagePoints(
      page,
      { inTenant },
      {
        add(subscriber) {
          watched.add(subscriber)
          acquisition.subscriptions.add(subscriber)
        },
        remove(subscriber) {
          watched.delete(subscriber)
          acquisition.subscriptions.remove(subscriber)
        },
      },
    )
    return { page, points, watched, values, held, hold: (is) => void (isHeld = is) }
  }
  const waiting = ({ held }: Seeing, many: number) => expect.poll(() => held.length).toBe(many)

  it('is what it named last, once, whichever look for it comes back last', async () => {
    const one = await seeing()
    const { temperature = '', humidity = '' } = await pointsOf(server, near)
    await one.points.watch([temperature])
    const [before] = one.watched
    one.hold(true)
    one.points.review()
    await waiting(one, 1)
    const named = one.points.watch([humidity])
    await waiting(one, 2)
    one.held[1]?.()
    await named
    one.held[0]?.()
    await quiet()
    const after = [...one.watched]
    expect(after).toHaveLength(1)
    expect(after[0]?.series).toHaveLength(1)
    expect(after[0]?.series).not.toEqual(before?.series)
    one.points.stop()
    expect(one.watched.size).toBe(0)
  })

  it('is nothing once its socket is closed, though it was being looked for', async () => {
    const one = await seeing()
    await one.points.watch(Object.values(await pointsOf(server, near)))
    one.hold(true)
    one.points.review()
    await waiting(one, 1)
    one.points.stop()
    one.held[0]?.()
    await quiet()
    expect(one.watched.size).toBe(0)
  })

  it('goes on where what the session sees changed twice, one time while it was being looked for', async () => {
    const one = await seeing()
    const { temperature = '' } = await pointsOf(server, near)
    await one.points.watch([temperature])
    one.hold(true)
    one.page.identity = await identityAt(sites[1])
    one.points.review()
    await waiting(one, 1)
    one.page.identity = await identityAt(...sites)
    one.points.review()
    await waiting(one, 2)
    for (const goesOn of one.held) goesOn()
    await expect.poll(() => one.watched.size).toBe(1)
    one.values.length = 0
    await send(near, 41)
    await expect.poll(() => JSON.stringify(one.values)).toContain(`"${temperature}"`)
    one.points.stop()
  })

  it('comes again with a site that is seen again', async () => {
    const one = await seeing()
    const { temperature = '' } = await pointsOf(server, near)
    await one.points.watch([temperature])
    one.page.identity = await identityAt(sites[1])
    one.points.review()
    await expect.poll(() => [...one.watched].flatMap(({ series }) => series)).toEqual([])
    one.page.identity = await identityAt(sites[0])
    one.points.review()
    await expect.poll(() => [...one.watched].flatMap(({ series }) => series)).toHaveLength(1)
    one.points.stop()
  })
})

describe.runIf(onPostgres)('two servers on one database', () => {
  let second: TestServer
  beforeAll(async () => {
    second = await startSecond(server)
  })
  afterAll(() => second.stop())

  it('what one stores, the pages of the other are told within two seconds', async () => {
    const device = await buildDevice(server, tenant)
    const socket = await watching(Object.values(await pointsOf(server, device)), token, second.url)
    for (const value of [11, 12, 13]) {
      await send(device, value)
      expect(await socket.until(hasReceived(value), 4000)).toBeLessThan(2000)
    }
    expect(new Set(receivedValues(socket).map(([, , value]) => value))).toEqual(new Set([11, 12, 13]))
  })
})
if (!onPostgres)
  process.stdout.write('Values from one server to the pages of another are tested on PostgreSQL only. Set TEST_DATABASE_URL.\n')
