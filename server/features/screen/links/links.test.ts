/** Links to screens: what a display is shown, and what it reaches besides (nothing). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import { dump } from '../../../../tests/support/rows.ts'
import { buildLink, buildScreen, openLink, publish, shownTo } from '../../../../tests/support/screens.ts'
import { absentId } from '../../../../tests/support/values.ts'
import type { Maker, Walls } from '../../../../tests/support/walls.ts'
import { LINK, NOWHERE, SHOWS, isClosed, outcomeOf, pushed, quiet, startWalls } from '../../../../tests/support/walls.ts'
import { newToken } from '../../../identity/index.ts'

let walls: Walls
beforeAll(async () => {
  walls = await startWalls()
}, 120_000)
beforeEach(() => walls.server.database.asOwner((client) => client.query('delete from attempts')))
afterEach(() => walls.closeAll())
afterAll(() => walls.server.stop())

describe('a link', () => {
  it('shows the screen, its page and its values to a display without an account, in the language and the zone of its maker', async () => {
    await walls.send(21)
    const { token } = await buildLink(walls.admin, walls.screen, walls.wall)
    const shown = await walls.display(token)
    expect(shown).toMatchObject({ screenId: walls.screen, language: 'en', zone: 'Asia/Shanghai' })
    expect((await shown.screen()).data).toMatchObject({ id: walls.screen })
    const { data } = await shown.page()
    expect(data.points.map(({ id }) => id)).toEqual([walls.temperature])
    expect(data.values.map(([id, , value]) => [id, value])).toEqual([[walls.temperature, 21]])
    expect((await shown.report()).data).toEqual({ screenVersion: 1, build: expect.any(String) })
  })

  it('keeps neither its token nor that of a display, and names no maker where it is opened', async () => {
    const { token } = await buildLink(walls.admin, walls.screen, walls.wall, { password: 'open-sesame' })
    const { accessToken } = await walls.display(token, { password: 'open-sesame' })
    await walls.server.services.journal.flush()
    const kept = await dump(walls.server)
    for (const secret of [token, accessToken, 'open-sesame']) expect(kept).not.toContain(secret)
  })

  it('is found by nobody who does not have it: unknown, revoked and expired ones answer alike', async () => {
    const revoked = await buildLink(walls.admin, walls.screen, walls.wall)
    expect((await walls.admin.post(`${LINK}/deleteScreenLink`, { id: revoked.id })).http).toBe(200)
    const expired = await buildLink(walls.admin, walls.screen, walls.wall, { expiresAt: Date.now() + 600 })
    await new Promise((resolve) => setTimeout(resolve, 700))
    for (const token of [newToken(), revoked.token, expired.token])
      expect(outcomeOf(await openLink(walls.server.url, token))).toEqual(NOWHERE)
  })

  it('is refused where it would show what its maker may not, and each refusal names its field', async () => {
    const { client } = await walls.maker('WALL')
    const add = (more: object) => client.post(`${LINK}/addScreenLink`, { id: walls.screen, linkName: 'x', roleId: walls.wall, ...more })
    const fieldsOf = ({ http, errors }: Answer) => [http, errors?.map(({ field }) => field)]
    expect(fieldsOf(await add({ roleId: walls.tenant.roles['ROLE_ADMIN'] })), 'a role of others').toEqual([422, ['roleId']])
    expect(fieldsOf(await add({ roleId: walls.tenant.roles['MANAGES'] })), 'one that shows nothing').toEqual([422, ['roleId']])
    expect(fieldsOf(await add({ roleId: walls.other.roles['ROLE_ADMIN'] })), 'one of another tenant').toEqual([422, ['roleId']])
    expect(fieldsOf(await add({ networks: ['10.0.0.0/33'] }))).toEqual([422, ['networks']])
    expect(fieldsOf(await add({ expiresAt: Date.now() - 1000 }))).toEqual([422, ['expiresAt']])
    expect(fieldsOf(await add({ expiresAt: Date.now() + 367 * 86_400_000 }))).toEqual([422, ['expiresAt']])
    expect((await add({ id: absentId() })).http).toBe(404)
    expect((await add({})).http).toBe(200)
  })

  it('lasts thirty days unless it is said otherwise, and is listed without its token', async () => {
    const own = await buildScreen(walls.admin, [walls.temperature])
    const { id, token } = await buildLink(walls.admin, own, walls.wall, {
      networks: [' 10.0.0.1 ', '2001:DB8::/32'],
      password: 'long enough',
    })
    const { data } = await walls.admin.get<{ list: { expiresAt: number }[]; roles: object[] }>(`${LINK}/queryScreenLink`, { id: own })
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
    const { id } = await buildLink(walls.admin, walls.screen, walls.wall)
    const stranger = await walls.other.signIn('admin')
    expect((await stranger.get(`${LINK}/queryScreenLink`, { id: walls.screen })).http).toBe(404)
    expect((await stranger.get(`${LINK}/queryScreenDisplay`, { id: walls.screen })).http).toBe(404)
    expect((await stranger.post(`${LINK}/deleteScreenLink`, { id })).http).toBe(404)
    const link = { id: walls.screen, linkName: 'x', roleId: walls.other.roles['ROLE_ADMIN'] }
    expect((await stranger.post(`${LINK}/addScreenLink`, link)).http).toBe(404)
  })
})

describe('a display reaches', () => {
  it('none of all the calls but those of its screen, whatever the role of its link may do', async () => {
    const { token } = await buildLink(walls.admin, walls.screen, walls.tenant.roles['ROLE_ADMIN'] as string)
    const { accessToken } = await walls.display(token)
    const open = new Set<string>()
    for (const { url, method, config } of walls.server.app.routeList) {
      if (config?.access === undefined || config.access === 'public' || config.access === 'machine') continue
      for (const verb of [method].flat()) {
        const answer = await walls.server.app.inject({
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
    const beside = await buildScreen(walls.admin, [walls.humidity])
    const { token } = await buildLink(walls.admin, walls.screen, walls.tenant.roles['ROLE_ADMIN'] as string)
    const { accessToken } = await walls.display(token)
    const there = shownTo(walls.server.url, accessToken, beside)
    for (const answer of [await there.screen(), await there.page(), await there.report()]) expect(answer.http).toBe(404)
    const byCode = await call(walls.server.url, 'GET', '/api/screen/screen/queryScreenShown', {
      query: { screenCode: 'bigdata' },
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(byCode.http).toBe(404)
  })

  it.each(['points', 'screen'])('by the channel %s of its socket the points of its published version, and no others', async (channel) => {
    const first = channel === 'points' ? 31 : 51
    const own = await buildScreen(walls.admin, [walls.temperature])
    const { token } = await buildLink(walls.admin, own, walls.tenant.roles['ROLE_ADMIN'] as string)
    const { accessToken } = await walls.display(token)
    const socket = await walls.listening(accessToken)
    socket.send(JSON.stringify({ [channel]: [walls.temperature, walls.humidity] }))
    await quiet()
    await walls.send(first)
    await walls.send(first + 1, 'humidity')
    await socket.until((one) => pushed(one).some(([, , value]) => value === first), 3000)
    await quiet()
    expect(new Set(pushed(socket).map(([id]) => id))).toEqual(new Set([walls.temperature]))
    await publish(walls.admin, own, [walls.humidity])
    await quiet()
    socket.received.length = 0
    await walls.send(first + 2)
    await walls.send(first + 3, 'humidity')
    await socket.until((one) => pushed(one).some(([, , value]) => value === first + 3), 3000)
    await quiet()
    expect(new Set(pushed(socket).map(([id]) => id)), 'after the next version').toEqual(new Set([walls.humidity]))
  })

  it('no news that is meant for its maker', async () => {
    const someone = await walls.maker('WALL')
    const { token } = await buildLink(someone.client, walls.screen, walls.wall)
    const socket = await walls.listening((await walls.display(token)).accessToken)
    const { transactions, invalidations } = walls.server.services
    await transactions.inTenant({ tenantId: walls.tenant.id }, async (tx) => {
      await invalidations.publish(tx, { kind: 'news', tenantId: walls.tenant.id, topic: 'jobs', userId: someone.id })
      await invalidations.publish(tx, { kind: 'news', tenantId: walls.tenant.id, topic: 'alarms' })
    })
    await socket.until(({ received }) => received.some(({ topic }) => topic === 'alarms'))
    expect(socket.received.flatMap(({ topic }) => topic ?? [])).toEqual(['alarms'])
  })
})

describe('a display shows what its role may see', () => {
  it('and not the field that the role hides', async () => {
    const someone = await walls.maker('NAMELESS', 'WALL')
    const { token } = await buildLink(someone.client, walls.screen, walls.tenant.roles['NAMELESS'] as string)
    const { data } = await (await walls.display(token)).page()
    expect(data.points).toMatchObject([{ id: walls.temperature, pointName: null }])
    const free = await buildLink(someone.client, walls.screen, walls.wall)
    expect((await (await walls.display(free.token)).page()).data.points[0]?.pointName).not.toBeNull()
  })

  it('before a right is taken from the role, and after it', async () => {
    const someone = await walls.maker('WALL')
    const { token } = await buildLink(someone.client, walls.screen, walls.wall)
    const shown = await walls.display(token)
    const socket = await walls.listening(shown.accessToken)
    socket.send(JSON.stringify({ points: [walls.temperature] }))
    await quiet()
    await walls.send(41)
    await socket.until((one) => pushed(one).some(([, , value]) => value === 41), 3000)
    expect((await shown.page()).data.points).toHaveLength(1)
    const { data } = await walls.admin.get<{ list: { id: string; url: string }[] }>('/api/admin/sysurl/querySysUrl', {
      pageSize: 5000,
      roleCode: 'WALL',
    })
    const left = data.list.filter(({ url }) => SHOWS.slice(0, 2).includes(url)).map(({ id }) => id)
    expect(left).toHaveLength(2)
    const granted = (urlId: readonly string[]) =>
      walls.admin.post('/api/admin/sysurl/authorizeUrlToRole', { roleCode: 'WALL', roleId: walls.wall, urlId })
    const all = data.list.filter(({ url }) => SHOWS.includes(url)).map(({ id }) => id)
    try {
      expect(await granted(left)).toMatchObject({ http: 200 })
      expect(await socket.until(({ received }) => received.some(({ kind }) => kind === 'authority-changed'))).toBeLessThan(1000)
      expect((await shown.page()).data).toMatchObject({ points: [], values: [] })
      socket.received.length = 0
      await walls.send(42)
      await quiet()
      expect(pushed(socket)).toEqual([])
    } finally {
      await granted(all)
    }
  })

  it.each([
    ['the role is taken from its maker', (someone: Maker) => someone.change({ roleId: [walls.tenant.roles['MANAGES']] })],
    ['its maker is disabled', (someone: Maker) => someone.change({ status: 0 })],
  ])('until %s: then it is dark within a second, and the link opens nothing', async (_name, change) => {
    const someone = await walls.maker('WALL')
    const { token } = await buildLink(someone.client, walls.screen, walls.wall)
    const shown = await walls.display(token, { display: 'the-one-display' })
    const socket = await walls.listening(shown.accessToken)
    await change(someone)
    expect(await socket.until(isClosed)).toBeLessThan(1000)
    expect(socket.code()).toBe(4008)
    expect((await shown.page()).http).toBe(401)
    expect(outcomeOf(await openLink(walls.server.url, token))).toEqual(NOWHERE)
    await someone.change({ status: 1, roleId: [walls.tenant.roles['MANAGES'], walls.wall] })
    expect((await openLink(walls.server.url, token, { display: 'the-one-display' })).http).toBe(200)
  })

  it('and nothing as long as its maker has to change their password first; a new password alone changes nothing', async () => {
    const someone = await walls.maker('WALL')
    const { token } = await buildLink(someone.client, walls.screen, walls.wall)
    const shown = await walls.display(token, { display: 'the-one-display' })
    await walls.server.database.asOwner((client) => client.query('update users set must_change_password = 1 where id = $1', [someone.id]))
    await someone.change({ nickname: 'Somebody else' })
    expect((await shown.page()).http).toBe(401)
    expect(outcomeOf(await openLink(walls.server.url, token, { display: 'the-one-display' }))).toEqual(NOWHERE)
    await walls.server.database.asOwner((client) => client.query('update users set must_change_password = 0 where id = $1', [someone.id]))
    await someone.change({ nickname: 'Somebody' })
    expect((await openLink(walls.server.url, token, { display: 'the-one-display' })).http).toBe(200)
  })
})
