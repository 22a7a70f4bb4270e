/** Displays behind links: how soon they are dark, how many there are, from where, and where screens show. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../../../tests/support/client.ts'
import { buildLink, buildScreen, openLink, shownTo } from '../../../../tests/support/screens.ts'
import { startSecond } from '../../../../tests/support/server.ts'
import { absentId } from '../../../../tests/support/values.ts'
import type { Walls } from '../../../../tests/support/walls.ts'
import { LINK, NOWHERE, isClosed, outcomeOf, startWalls } from '../../../../tests/support/walls.ts'

let walls: Walls
const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

beforeAll(async () => {
  walls = await startWalls()
}, 120_000)
beforeEach(() => walls.server.database.asOwner((client) => client.query('delete from attempts')))
afterEach(() => walls.closeAll())
afterAll(() => walls.server.stop())

describe('a link that is revoked', () => {
  it('makes each of its displays dark within a second', async () => {
    const { id, token } = await buildLink(walls.admin, walls.screen, walls.wall, { mostDisplays: 2 })
    const [one, two] = [await walls.display(token), await walls.display(token)]
    const open = [await walls.listening(one.accessToken), await walls.listening(two.accessToken)]
    const begin = performance.now()
    expect((await walls.admin.post(`${LINK}/deleteScreenLink`, { id })).http).toBe(200)
    for (const socket of open) await socket.until(isClosed)
    expect(performance.now() - begin).toBeLessThan(1000)
    for (const answer of [await one.page(), await two.screen(), await one.report()]) expect(answer.http).toBe(401)
    expect(outcomeOf(await openLink(walls.server.url, token))).toEqual(NOWHERE)
    const { data } = await walls.admin.get<{ list: { id: string; revokedAt: number | null }[] }>(`${LINK}/queryScreenLink`, {
      id: walls.screen,
    })
    expect(data.list.find((link) => link.id === id)?.revokedAt).toEqual(expect.any(Number))
  })

  it.runIf(onPostgres)('makes those dark that another server shows', async () => {
    const second = await startSecond(walls.server, { trustProxy: 1 })
    try {
      const { id, token } = await buildLink(walls.admin, walls.screen, walls.wall)
      const { data } = await openLink(second.url, token)
      const socket = await walls.listening(data.accessToken, {}, second.url)
      const shown = shownTo(second.url, data.accessToken, walls.screen)
      expect((await shown.page()).http).toBe(200)
      expect((await walls.admin.post(`${LINK}/deleteScreenLink`, { id })).http).toBe(200)
      expect(await socket.until(isClosed)).toBeLessThan(1000)
      expect((await shown.page()).http).toBe(401)
    } finally {
      await second.stop()
    }
  })

  it('expires by itself, and its displays with it', async () => {
    const { token } = await buildLink(walls.admin, walls.screen, walls.wall, { expiresAt: Date.now() + 1500 })
    const shown = await walls.display(token)
    const socket = await walls.listening(shown.accessToken)
    expect((await shown.page()).http).toBe(200)
    await socket.until(isClosed, 4000)
    expect((await shown.page()).http).toBe(401)
  })
})

describe('a link for some networks', () => {
  const inside = { 'x-forwarded-for': '192.0.2.77' }
  const outside = { 'x-forwarded-for': '198.51.100.1' }

  it('opens nowhere else, and neither does a session of it work elsewhere', async () => {
    const { token } = await buildLink(walls.admin, walls.screen, walls.wall, { networks: ['192.0.2.0/24'] })
    expect(outcomeOf(await openLink(walls.server.url, token, {}, outside))).toEqual(NOWHERE)
    const shown = await walls.display(token, {}, inside)
    expect((await shown.page()).http).toBe(200)
    expect((await shownTo(walls.server.url, shown.accessToken, walls.screen, outside).page()).http).toBe(401)
    const [near, far] = [await walls.listening(shown.accessToken, inside), await walls.listening(shown.accessToken, outside)]
    expect([near.code(), far.code()]).toEqual([undefined, 4008])
  })
})

describe('a link with a password', () => {
  it('asks for it, and guesses at it are counted as those at an account are', async () => {
    const { token } = await buildLink(walls.admin, walls.screen, walls.wall, { password: 'open-sesame' })
    expect(outcomeOf(await openLink(walls.server.url, token))).toEqual([403, 'The password of this screen is wrong'])
    expect((await openLink(walls.server.url, token, { password: 'open-sesame' })).http).toBe(200)
    let tries = 0
    let answer: Answer
    do {
      answer = await openLink(walls.server.url, token, { password: `guess-${tries}` })
      tries += 1
    } while (answer.http === 403 && tries < 30)
    expect([answer.http, tries]).toEqual([429, 6])
    expect((await openLink(walls.server.url, token, { password: 'open-sesame' })).http, 'the right one as well').toBe(429)
  })
})

describe('the number of displays', () => {
  it('is what the link says: one that is loaded anew takes its own place, and one that is gone gives up its own', async () => {
    const { id, token } = await buildLink(walls.admin, walls.screen, walls.wall, { mostDisplays: 2 })
    const [one, two] = [await walls.display(token, { display: 'display-one' }), await walls.display(token, { display: 'display-two' })]
    const full = [409, 'This link shows the screen on 2 displays at a time, and as many show it already']
    expect(outcomeOf(await openLink(walls.server.url, token, { display: 'display-three' }))).toEqual(full)
    expect(outcomeOf(await openLink(walls.server.url, token))).toEqual(full)
    const again = await walls.display(token, { display: 'display-one' })
    expect([(await one.page()).http, (await two.page()).http, (await again.page()).http]).toEqual([401, 200, 200])
    await walls.server.database.asOwner((client) =>
      client.query("update screen_displays set seen_at = now() - interval '3 minutes' where link_id = $1 and display = 'display-two'", [
        id,
      ]),
    )
    const three = await walls.display(token, { display: 'display-three' })
    expect([(await two.page()).http, (await three.page()).http]).toEqual([401, 200])
  })

  it('is held by two that come for the last place at once', async () => {
    const { token } = await buildLink(walls.admin, walls.screen, walls.wall)
    const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => openLink(walls.server.url, token, { display: `display-${at}` })))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409, 409, 409])
  })

  it('counts pages of one session as well: its token is no way round', async () => {
    const { token } = await buildLink(walls.admin, walls.screen, walls.wall)
    const { accessToken } = await walls.display(token)
    const open = [
      await walls.listening(accessToken),
      await walls.listening(accessToken),
      await walls.listening(accessToken),
      await walls.listening(accessToken),
    ]
    expect(open.map((socket) => socket.code())).toEqual([undefined, undefined, undefined, 4002])
  })
})

describe('where a screen shows', () => {
  it('is told by displays of links and by people who are signed in, each once, and by nobody for another screen', async () => {
    const own = await buildScreen(walls.admin, [walls.temperature])
    const { token } = await buildLink(walls.admin, own, walls.wall)
    const shown = await walls.display(token)
    expect((await shown.report({ display: 'a-name-of-its-own', framesPerSecond: 57.5 })).http).toBe(200)
    expect((await shown.report({ display: 'another-name' })).http).toBe(200)
    const mine = shownTo(walls.server.url, walls.admin.token, own)
    for (const width of [1920, 1280]) expect((await mine.report({ width, pixelRatio: 1, framesPerSecond: undefined })).http).toBe(200)
    const { data } = await walls.admin.get<{ list: object[] }>(`${LINK}/queryScreenDisplay`, { id: own })
    expect(data.list).toHaveLength(2)
    expect(data.list).toMatchObject([
      { linkName: null, width: 1280, height: 2160, pixelRatio: 1, screenVersion: 1, framesPerSecond: null, address: '127.0.0.1' },
      { linkName: 'Hall', width: 3840, height: 2160, pixelRatio: 2, framesPerSecond: 60 },
    ])
    const links = await walls.admin.get<{ list: { displays: number }[] }>(`${LINK}/queryScreenLink`, { id: own })
    expect(links.data.list[0]?.displays).toBe(1)
    expect((await shownTo(walls.server.url, walls.admin.token, absentId()).report()).http).toBe(404)
  })

  it('is told by nobody who may not see screens', async () => {
    const { client } = await walls.maker()
    expect((await shownTo(walls.server.url, client.token, walls.screen).report()).http).toBe(403)
  })

  it('makes nobody look signed in: displays are not among those online', async () => {
    const someone = await walls.maker('WALL')
    const { token } = await buildLink(someone.client, walls.screen, walls.wall)
    await walls.display(token)
    const { data } = await walls.admin.get<{ list: { userId?: string; username: string }[] }>('/api/admin/sysuser/queryOnlineSysUser', {
      pageSize: 100,
    })
    const { rows } = await walls.server.database.asOwner((client) =>
      client.query<{ count: number }>('select count(*)::integer as count from online_users where user_id = $1', [someone.id]),
    )
    expect(rows[0]?.count).toBe(1)
    expect(data.list.length).toBeGreaterThan(0)
  })
})
