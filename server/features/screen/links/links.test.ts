/** Links to screens: what a display is shown, what it can reach besides (nothing), and how soon it is dark. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, newUser } from '../../../../tests/support/builders.ts'
import type { Answer, Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, pointsOf, sendReadings } from '../../../../tests/support/devices.ts'
import { dump } from '../../../../tests/support/rows.ts'
import { buildLink, buildScreen, openLink, publish, shownTo } from '../../../../tests/support/screens.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startSecond, startServer } from '../../../../tests/support/server.ts'
import type { Listening } from '../../../../tests/support/socket.ts'
import { listen } from '../../../../tests/support/socket.ts'
import { absentId } from '../../../../tests/support/values.ts'
import { newToken } from '../../../identity/index.ts'

const LINK = '/api/screen/link'
const UPDATE = '/api/admin/sysuser/updateSysUser'
/** What a wall of a role needs: the screen, its pages and the newest values. */
const SHOWS = ['/screen/screen/queryScreenShown', '/screen/screen/queryScreenPage', '/acquisition/reading/queryLatestReading']
const MANAGES = ['addScreenLink', 'deleteScreenLink', 'queryScreenLink', 'queryScreenDisplay'].map((verb) => `/screen/link/${verb}`)
const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let device: BuiltDevice
let temperature: string
let humidity: string
let screen: string
const sockets: Listening[] = []

beforeAll(async () => {
  // One proxy in front: then a test says where it comes from.
  server = await startServer({ trustProxy: 1 })
  const role = { roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [
      { ...role, roleCode: 'WALL', roleName: 'Wall', urls: SHOWS },
      { ...role, roleCode: 'NAMELESS', roleName: 'Nameless', urls: SHOWS, hiddenFields: [{ menu: 'points', fields: ['pointName'] }] },
      { ...role, roleCode: 'BLIND', roleName: 'Blind', urls: ['/screen/screen/queryScreenShown'] },
      { ...role, roleCode: 'MANAGES', roleName: 'Manages', urls: MANAGES },
    ],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant)
  const points = await pointsOf(server, device)
  temperature = points['temperature'] as string
  humidity = points['humidity'] as string
  screen = await buildScreen(admin, [temperature])
}, 120_000)
beforeEach(() => server.database.asOwner((client) => client.query('delete from attempts')))
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(() => server.stop())

interface Maker {
  readonly id: string
  readonly client: Client
  change(values: object): Promise<void>
}

/** Somebody new who manages links and has these roles besides. */
async function maker(...codes: string[]): Promise<Maker> {
  const roleIds = (of: readonly string[]) => ['MANAGES', ...of].map((code) => tenant.roles[code])
  const values = newUser(tenant, { roleId: roleIds(codes) })
  const { data } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', values)
  return {
    id: data.id,
    client: await tenant.signIn(String(values['username'])),
    async change(changes) {
      const answer = await admin.put(UPDATE, { id: data.id, ...changes })
      expect(answer.http, answer.message).toBe(200)
    },
  }
}

/** A display that shows a link, and what it can ask. */
async function display(token: string, more: object = {}, headers: Record<string, string> = {}) {
  const { http, data, message } = await openLink(server.url, token, more, headers)
  expect(http, message).toBe(200)
  return { ...data, ...shownTo(server.url, data.accessToken, data.screenId, headers) }
}

async function listening(token: string, headers: Record<string, string> = {}, url = server.url): Promise<Listening> {
  const socket = await listen(url, token, headers)
  sockets.push(socket)
  return socket
}

const outcomeOf = ({ http, message }: Answer) => [http, message]
const NOWHERE = [404, 'This address shows no screen']
const wall = () => tenant.roles['WALL'] as string
const isClosed = (socket: Listening) => socket.code() !== undefined
const pushed = ({ received }: Listening) => received.flatMap(({ kind, list }) => (kind === 'values' ? (list ?? []) : []))
const send = (value: number, key = 'temperature') => sendReadings(server, device, [{ key, time: Date.now(), value }])
/** Long enough for something that must not come. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 700))

describe('a link', () => {
  it('shows the screen, its page and its values to a display without an account, in the language and the zone of its maker', async () => {
    await send(21)
    const { token } = await buildLink(admin, screen, wall())
    const shown = await display(token)
    expect(shown).toMatchObject({ screenId: screen, language: 'en', zone: 'Asia/Shanghai' })
    expect((await shown.screen()).data).toMatchObject({ id: screen })
    const { data } = await shown.page()
    expect(data.points.map(({ id }) => id)).toEqual([temperature])
    expect(data.values.map(([id, , value]) => [id, value])).toEqual([[temperature, 21]])
    expect((await shown.report()).data).toEqual({ screenVersion: 1, build: expect.any(String) })
  })

  it('keeps neither its token nor that of a display, and names no maker where it is opened', async () => {
    const { token } = await buildLink(admin, screen, wall(), { password: 'open-sesame' })
    const { accessToken } = await display(token, { password: 'open-sesame' })
    await server.services.journal.flush()
    const kept = await dump(server)
    for (const secret of [token, accessToken, 'open-sesame']) expect(kept).not.toContain(secret)
  })

  it('is found by nobody who does not have it: unknown, revoked and expired ones answer alike', async () => {
    const revoked = await buildLink(admin, screen, wall())
    expect((await admin.post(`${LINK}/deleteScreenLink`, { id: revoked.id })).http).toBe(200)
    const expired = await buildLink(admin, screen, wall(), { expiresAt: Date.now() + 600 })
    await new Promise((resolve) => setTimeout(resolve, 700))
    for (const token of [newToken(), revoked.token, expired.token]) expect(outcomeOf(await openLink(server.url, token))).toEqual(NOWHERE)
  })

  it('is refused where it would show what its maker may not, and each refusal names its field', async () => {
    const { client } = await maker('WALL')
    const add = (more: object) => client.post(`${LINK}/addScreenLink`, { id: screen, linkName: 'x', roleId: wall(), ...more })
    const fieldsOf = ({ http, errors }: Answer) => [http, errors?.map(({ field }) => field)]
    expect(fieldsOf(await add({ roleId: tenant.roles['ROLE_ADMIN'] })), 'a role of others').toEqual([422, ['roleId']])
    expect(fieldsOf(await add({ roleId: tenant.roles['MANAGES'] })), 'one that shows nothing').toEqual([422, ['roleId']])
    expect(fieldsOf(await add({ roleId: other.roles['ROLE_ADMIN'] })), 'one of another tenant').toEqual([422, ['roleId']])
    expect(fieldsOf(await add({ networks: ['10.0.0.0/33'] }))).toEqual([422, ['networks']])
    expect(fieldsOf(await add({ expiresAt: Date.now() - 1000 }))).toEqual([422, ['expiresAt']])
    expect(fieldsOf(await add({ expiresAt: Date.now() + 367 * 86_400_000 }))).toEqual([422, ['expiresAt']])
    expect((await add({ id: absentId() })).http).toBe(404)
    expect((await add({})).http).toBe(200)
  })

  it('lasts thirty days unless it is said otherwise, and is listed without its token', async () => {
    const own = await buildScreen(admin, [temperature])
    const { id, token } = await buildLink(admin, own, wall(), { networks: [' 10.0.0.1 ', '2001:DB8::/32'], password: 'long enough' })
    const { data } = await admin.get<{ list: { expiresAt: number }[]; roles: object[] }>(`${LINK}/queryScreenLink`, { id: own })
    expect(data.list).toMatchObject([
      {
        id,
        linkName: 'Hall',
        roleName: 'Wall',
        hasPassword: true,
        networks: ['10.0.0.1/32', '2001:db8::/32'],
        mostDisplays: 1,
        displays: 0,
        revokedAt: null,
      },
    ])
    expect(Math.round(((data.list[0]?.expiresAt ?? 0) - Date.now()) / 86_400_000)).toBe(30)
    expect(JSON.stringify(data)).not.toContain(token)
  })

  it('of another tenant is neither listed, nor revoked, nor made', async () => {
    const { id } = await buildLink(admin, screen, wall())
    const stranger = await other.signIn('admin')
    expect((await stranger.get(`${LINK}/queryScreenLink`, { id: screen })).http).toBe(404)
    expect((await stranger.get(`${LINK}/queryScreenDisplay`, { id: screen })).http).toBe(404)
    expect((await stranger.post(`${LINK}/deleteScreenLink`, { id })).http).toBe(404)
    const link = { id: screen, linkName: 'x', roleId: other.roles['ROLE_ADMIN'] }
    expect((await stranger.post(`${LINK}/addScreenLink`, link)).http).toBe(404)
  })
})

describe('a display reaches', () => {
  it('none of all the calls but those of its screen, whatever the role of its link may do', async () => {
    const { token } = await buildLink(admin, screen, tenant.roles['ROLE_ADMIN'] as string)
    const { accessToken } = await display(token)
    const open = new Set<string>()
    for (const { url, method, config } of server.app.routeList) {
      if (config?.access === undefined || config.access === 'public' || config.access === 'machine') continue
      for (const verb of [method].flat()) {
        const answer = await server.app.inject({
          method: verb as 'GET',
          url: url.replaceAll(/:\w+|\*/g, 'x'),
          headers: { authorization: `Bearer ${accessToken}`, rolecode: 'ROLE_ADMIN' },
          ...(/^(GET|HEAD|DELETE)$/.test(verb) ? {} : { payload: { walk: 1 } }),
        })
        if (answer.statusCode !== 403) open.add(`${verb} ${url}`)
      }
    }
    expect([...open].sort()).toEqual([
      'GET /api/screen/screen/downloadScreenPicture',
      'GET /api/screen/screen/queryScreenShown',
      'POST /api/screen/link/reportScreenDisplay',
      'POST /api/screen/screen/queryScreenPage',
    ])
  }, 120_000)

  it('no other screen, though its role may see all', async () => {
    const beside = await buildScreen(admin, [humidity])
    const { token } = await buildLink(admin, screen, tenant.roles['ROLE_ADMIN'] as string)
    const { accessToken } = await display(token)
    const there = shownTo(server.url, accessToken, beside)
    for (const answer of [await there.screen(), await there.page(), await there.report()]) expect(answer.http).toBe(404)
    const byCode = await call(server.url, 'GET', '/api/screen/screen/queryScreenShown', {
      query: { screenCode: 'bigdata' },
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(byCode.http).toBe(404)
  })

  it('by its socket the points of its published version, and no others', async () => {
    const own = await buildScreen(admin, [temperature])
    const { token } = await buildLink(admin, own, tenant.roles['ROLE_ADMIN'] as string)
    const { accessToken } = await display(token)
    const socket = await listening(accessToken)
    socket.send(JSON.stringify({ points: [temperature, humidity] }))
    await quiet()
    await send(31)
    await send(32, 'humidity')
    await socket.until((one) => pushed(one).some(([, , value]) => value === 31), 3000)
    await quiet()
    expect(new Set(pushed(socket).map(([id]) => id))).toEqual(new Set([temperature]))
    await publish(admin, own, [humidity])
    await quiet()
    socket.received.length = 0
    await send(33)
    await send(34, 'humidity')
    await socket.until((one) => pushed(one).some(([, , value]) => value === 34), 3000)
    await quiet()
    expect(new Set(pushed(socket).map(([id]) => id)), 'after the next version').toEqual(new Set([humidity]))
  })

  it('no news that is meant for its maker', async () => {
    const someone = await maker('WALL')
    const { token } = await buildLink(someone.client, screen, wall())
    const socket = await listening((await display(token)).accessToken)
    const { transactions, invalidations } = server.services
    await transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
      await invalidations.publish(tx, { kind: 'news', tenantId: tenant.id, topic: 'jobs', userId: someone.id })
      await invalidations.publish(tx, { kind: 'news', tenantId: tenant.id, topic: 'alarms' })
    })
    await socket.until(({ received }) => received.some(({ topic }) => topic === 'alarms'))
    expect(socket.received.flatMap(({ topic }) => topic ?? [])).toEqual(['alarms'])
  })
})

describe('a display shows what its role may see', () => {
  it('and not the field that the role hides', async () => {
    const someone = await maker('NAMELESS', 'WALL')
    const { token } = await buildLink(someone.client, screen, tenant.roles['NAMELESS'] as string)
    const { data } = await (await display(token)).page()
    expect(data.points).toMatchObject([{ id: temperature, pointName: null }])
    const free = await buildLink(someone.client, screen, wall())
    expect((await (await display(free.token)).page()).data.points[0]?.pointName).not.toBeNull()
  })

  it('before a right is taken from the role, and after it', async () => {
    const someone = await maker('WALL')
    const { token } = await buildLink(someone.client, screen, wall())
    const shown = await display(token)
    const socket = await listening(shown.accessToken)
    socket.send(JSON.stringify({ points: [temperature] }))
    await quiet()
    await send(41)
    await socket.until((one) => pushed(one).some(([, , value]) => value === 41), 3000)
    expect((await shown.page()).data.points).toHaveLength(1)
    const { data } = await admin.get<{ list: { id: string; url: string }[] }>('/api/admin/sysurl/querySysUrl', {
      pageSize: 5000,
      roleCode: 'WALL',
    })
    const left = data.list.filter(({ url }) => SHOWS.slice(0, 2).includes(url)).map(({ id }) => id)
    expect(left).toHaveLength(2)
    const granted = (urlId: readonly string[]) =>
      admin.post('/api/admin/sysurl/authorizeUrlToRole', { roleCode: 'WALL', roleId: wall(), urlId })
    const all = data.list.filter(({ url }) => SHOWS.includes(url)).map(({ id }) => id)
    try {
      expect(await granted(left)).toMatchObject({ http: 200 })
      expect(await socket.until(({ received }) => received.some(({ kind }) => kind === 'authority-changed'))).toBeLessThan(1000)
      expect((await shown.page()).data).toMatchObject({ points: [], values: [] })
      socket.received.length = 0
      await send(42)
      await quiet()
      expect(pushed(socket)).toEqual([])
    } finally {
      await granted(all)
    }
  })

  it.each([
    ['the role is taken from its maker', (someone: Maker) => someone.change({ roleId: [tenant.roles['MANAGES']] })],
    ['its maker is disabled', (someone: Maker) => someone.change({ status: 0 })],
  ])('until %s: then it is dark within a second, and the link opens nothing', async (_name, change) => {
    const someone = await maker('WALL')
    const { token } = await buildLink(someone.client, screen, wall())
    const shown = await display(token)
    const socket = await listening(shown.accessToken)
    await change(someone)
    expect(await socket.until(isClosed)).toBeLessThan(1000)
    expect(socket.code()).toBe(4008)
    expect((await shown.page()).http).toBe(401)
    expect(outcomeOf(await openLink(server.url, token))).toEqual(NOWHERE)
    await someone.change({ status: 1, roleId: [tenant.roles['MANAGES'], wall()] })
    expect((await openLink(server.url, token, {})).http).toBe(200)
  })

  it('and nothing as long as its maker has to change their password first; a new password alone changes nothing', async () => {
    const someone = await maker('WALL')
    const { token } = await buildLink(someone.client, screen, wall())
    const shown = await display(token, { display: 'the-one-display' })
    await server.database.asOwner((client) => client.query('update users set must_change_password = 1 where id = $1', [someone.id]))
    await someone.change({ nickname: 'Somebody else' })
    expect((await shown.page()).http).toBe(401)
    expect(outcomeOf(await openLink(server.url, token, { display: 'the-one-display' }))).toEqual(NOWHERE)
    await server.database.asOwner((client) => client.query('update users set must_change_password = 0 where id = $1', [someone.id]))
    await someone.change({ nickname: 'Somebody' })
    expect((await openLink(server.url, token, { display: 'the-one-display' })).http).toBe(200)
  })
})

describe('a link that is revoked', () => {
  it('makes each of its displays dark within a second', async () => {
    const { id, token } = await buildLink(admin, screen, wall(), { mostDisplays: 2 })
    const [one, two] = [await display(token), await display(token)]
    const open = [await listening(one.accessToken), await listening(two.accessToken)]
    const begin = performance.now()
    expect((await admin.post(`${LINK}/deleteScreenLink`, { id })).http).toBe(200)
    for (const socket of open) await socket.until(isClosed)
    expect(performance.now() - begin).toBeLessThan(1000)
    for (const answer of [await one.page(), await two.screen(), await one.report()]) expect(answer.http).toBe(401)
    expect(outcomeOf(await openLink(server.url, token))).toEqual(NOWHERE)
    const { data } = await admin.get<{ list: { id: string; revokedAt: number | null }[] }>(`${LINK}/queryScreenLink`, { id: screen })
    expect(data.list.find((link) => link.id === id)?.revokedAt).toEqual(expect.any(Number))
  })

  it.runIf(onPostgres)('makes those dark that another server shows', async () => {
    const second = await startSecond(server, { trustProxy: 1 })
    try {
      const { id, token } = await buildLink(admin, screen, wall())
      const { data } = await openLink(second.url, token)
      const socket = await listening(data.accessToken, {}, second.url)
      const shown = shownTo(second.url, data.accessToken, screen)
      expect((await shown.page()).http).toBe(200)
      expect((await admin.post(`${LINK}/deleteScreenLink`, { id })).http).toBe(200)
      expect(await socket.until(isClosed)).toBeLessThan(1000)
      expect((await shown.page()).http).toBe(401)
    } finally {
      await second.stop()
    }
  })

  it('expires by itself, and its displays with it', async () => {
    const { token } = await buildLink(admin, screen, wall(), { expiresAt: Date.now() + 1500 })
    const shown = await display(token)
    const socket = await listening(shown.accessToken)
    expect((await shown.page()).http).toBe(200)
    await socket.until(isClosed, 4000)
    expect((await shown.page()).http).toBe(401)
  })
})

describe('a link for some networks', () => {
  const inside = { 'x-forwarded-for': '192.0.2.77' }
  const outside = { 'x-forwarded-for': '198.51.100.1' }

  it('opens nowhere else, and neither does a session of it work elsewhere', async () => {
    const { token } = await buildLink(admin, screen, wall(), { networks: ['192.0.2.0/24'] })
    expect(outcomeOf(await openLink(server.url, token, {}, outside))).toEqual(NOWHERE)
    const shown = await display(token, {}, inside)
    expect((await shown.page()).http).toBe(200)
    expect((await shownTo(server.url, shown.accessToken, screen, outside).page()).http).toBe(401)
    const [near, far] = [await listening(shown.accessToken, inside), await listening(shown.accessToken, outside)]
    expect([near.code(), far.code()]).toEqual([undefined, 4008])
  })
})

describe('a link with a password', () => {
  it('asks for it, and guesses at it are counted as those at an account are', async () => {
    const { token } = await buildLink(admin, screen, wall(), { password: 'open-sesame' })
    expect(outcomeOf(await openLink(server.url, token))).toEqual([403, 'The password of this screen is wrong'])
    expect((await openLink(server.url, token, { password: 'open-sesame' })).http).toBe(200)
    let tries = 0
    let answer: Answer
    do {
      answer = await openLink(server.url, token, { password: `guess-${tries}` })
      tries += 1
    } while (answer.http === 403 && tries < 30)
    expect([answer.http, tries]).toEqual([429, 6])
    expect((await openLink(server.url, token, { password: 'open-sesame' })).http, 'the right one as well').toBe(429)
  })
})

describe('the number of displays', () => {
  it('is what the link says: one that is loaded anew takes its own place, and one that is gone gives up its own', async () => {
    const { id, token } = await buildLink(admin, screen, wall(), { mostDisplays: 2 })
    const [one, two] = [await display(token, { display: 'display-one' }), await display(token, { display: 'display-two' })]
    const full = [409, 'This link shows the screen on 2 displays at a time, and as many show it already']
    expect(outcomeOf(await openLink(server.url, token, { display: 'display-three' }))).toEqual(full)
    expect(outcomeOf(await openLink(server.url, token))).toEqual(full)
    const again = await display(token, { display: 'display-one' })
    expect([(await one.page()).http, (await two.page()).http, (await again.page()).http]).toEqual([401, 200, 200])
    await server.database.asOwner((client) =>
      client.query("update screen_displays set seen_at = now() - interval '3 minutes' where link_id = $1 and display = 'display-two'", [
        id,
      ]),
    )
    const three = await display(token, { display: 'display-three' })
    expect([(await two.page()).http, (await three.page()).http]).toEqual([401, 200])
  })

  it('is held by two that come for the last place at once', async () => {
    const { token } = await buildLink(admin, screen, wall())
    const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => openLink(server.url, token, { display: `display-${at}` })))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409, 409, 409])
  })

  it('counts pages of one session as well: its token is no way round', async () => {
    const { token } = await buildLink(admin, screen, wall())
    const { accessToken } = await display(token)
    const open = [await listening(accessToken), await listening(accessToken), await listening(accessToken), await listening(accessToken)]
    expect(open.map((socket) => socket.code())).toEqual([undefined, undefined, undefined, 4002])
  })
})

describe('where a screen shows', () => {
  it('is told by displays of links and by people who are signed in, each once, and by nobody for another screen', async () => {
    const own = await buildScreen(admin, [temperature])
    const { token } = await buildLink(admin, own, wall())
    const shown = await display(token)
    expect((await shown.report({ display: 'a-name-of-its-own', framesPerSecond: 57.5 })).http).toBe(200)
    expect((await shown.report({ display: 'another-name' })).http).toBe(200)
    const mine = shownTo(server.url, admin.token, own)
    for (const width of [1920, 1280]) expect((await mine.report({ width, pixelRatio: 1, framesPerSecond: undefined })).http).toBe(200)
    const { data } = await admin.get<{ list: object[] }>(`${LINK}/queryScreenDisplay`, { id: own })
    expect(data.list).toHaveLength(2)
    expect(data.list).toMatchObject([
      { linkName: null, width: 1280, height: 2160, pixelRatio: 1, screenVersion: 1, framesPerSecond: null, address: '127.0.0.1' },
      { linkName: 'Hall', width: 3840, height: 2160, pixelRatio: 2, framesPerSecond: 60 },
    ])
    const links = await admin.get<{ list: { displays: number }[] }>(`${LINK}/queryScreenLink`, { id: own })
    expect(links.data.list[0]?.displays).toBe(1)
    expect((await shownTo(server.url, admin.token, absentId()).report()).http).toBe(404)
  })

  it('is told by nobody who may not see screens', async () => {
    const { client } = await maker()
    expect((await shownTo(server.url, client.token, screen).report()).http).toBe(403)
  })

  it('makes nobody look signed in: displays are not among those online', async () => {
    const someone = await maker('WALL')
    const { token } = await buildLink(someone.client, screen, wall())
    await display(token)
    const { data } = await admin.get<{ list: { userId?: string; username: string }[] }>('/api/admin/sysuser/queryOnlineSysUser', {
      pageSize: 100,
    })
    const { rows } = await server.database.asOwner((client) =>
      client.query<{ count: number }>('select count(*)::integer as count from online_users where user_id = $1', [someone.id]),
    )
    expect(rows[0]?.count).toBe(1)
    expect(data.list.length).toBeGreaterThan(0)
  })
})
