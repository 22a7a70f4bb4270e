/** Big screens: drafts that nobody loses, versions that nobody changes, and figures that are told to those alone who may see them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportedScreen, ScreenFile } from '../../../../model/contract/screen/files.ts'
import type { ScreenDesign, ShownScreen } from '../../../../model/contract/screen/screens.ts'
import type { ScreenDocument, ScreenWidget } from '../../../../model/screens/document.ts'
import { EMPTY_SCREEN } from '../../../../model/screens/read.ts'
import { readyMadeId } from '../../../../model/screens/ready-made/index.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Answer, Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, pointsOf } from '../../../../tests/support/devices.ts'
import { deviceDocument } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const PATH = '/api/screen/screen'
const NOBODYS = '01900000-0000-7000-8000-000000000000'

const role = (roleCode: string, urls: readonly string[], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls: [...urls],
  hiddenButtons: [],
  hiddenFields,
})

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let device: BuiltDevice
let point: string
let admin: Client
let second: Client
let blind: Client
let looking: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
  other = await buildTenant(server)
  tenant = await buildTenant(server, {
    roles: [
      role(
        'BLIND',
        ['/screen/*', '/acquisition/device/queryDevice', '/acquisition/point/queryPoint'],
        [{ menu: 'devices', fields: ['deviceCode'] }],
      ),
      role('LOOKS', ['/screen/screen/queryScreen', '/screen/screen/queryScreenShown', '/screen/screen/queryScreenPage']),
    ],
    users: [
      buildUser({ username: 'second' }),
      buildUser({ username: 'blind', roles: ['BLIND'] }),
      buildUser({ username: 'looking', roles: ['LOOKS'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  second = await tenant.signIn('second')
  blind = await tenant.signIn('blind')
  looking = await tenant.signIn('looking')
  stranger = await other.signIn('admin')
  device = await buildDevice(server, tenant, { temperature: { unit: '°C' } })
  point = (await pointsOf(server, device))['temperature'] as string
}, 120_000)
afterAll(() => server.stop())

const dataOf = <Data>({ http, data, message, errors }: Answer<Data>): Data => {
  expect(http, JSON.stringify(errors ?? message)).toBe(200)
  return data
}
const number = (more: Partial<ScreenWidget> = {}): ScreenWidget => ({
  id: 'w1',
  kind: 'number',
  rect: [0, 0, 200, 100],
  bind: { value: { point } },
  ...more,
})
const screen = (widgets: readonly ScreenWidget[], more: Partial<ScreenDocument> = {}): ScreenDocument => ({
  ...EMPTY_SCREEN,
  pages: [{ id: 'p1', title: 'First', widgets: [...widgets] }],
  ...more,
})
const secret = { name: 'secret', document: deviceDocument({ where: { field: 'deviceCode', op: 'contains', value: 'SECRET-CODE' } }) }
const add = async (who = admin) =>
  dataOf(await who.post<{ id: string }>(`${PATH}/addScreen`, { screenName: `screen ${unique()}`, screenStatus: 1 })).id
const designOf = async (id: string, who = admin) => dataOf(await who.get<ScreenDesign>(`${PATH}/queryScreenDesign`, { id }))
const save = (id: string, content: object, revision: number, who = admin) =>
  who.post<{ revision: number; findings: { code: string }[] }>(`${PATH}/saveScreenDraft`, { id, content, revision })
const publish = async (id: string, who = admin) =>
  who.post<{ screenVersion: number; revision: number }>(`${PATH}/publishScreen`, { id, revision: (await designOf(id)).revision })
const begin = async (content: object, who = admin) => {
  const id = await add(who)
  dataOf(await save(id, content, 1, who))
  return id
}

describe('a draft', () => {
  it('is an empty page first, is kept with its findings, and is published once it has no errors', async () => {
    const id = await add()
    expect(await designOf(id)).toMatchObject({ content: EMPTY_SCREEN, revision: 1, screenVersion: 0, savedBy: null, findings: [] })
    const kept = dataOf(await save(id, screen([number({ bind: {} })]), 1))
    expect(kept).toMatchObject({ revision: 2, findings: [{ page: 'p1', widget: 'w1', code: 'unbound', level: 'error', detail: 'value' }] })
    expect(await publish(id)).toMatchObject({ http: 422, errors: [{ field: 'content.p1.w1' }] })
    dataOf(await save(id, screen([number({ rect: [1900, 0, 200, 100] })]), 2))
    expect((await designOf(id)).findings.map(({ code }) => code)).toEqual(['outside'])
    expect(dataOf(await publish(id))).toEqual({ screenVersion: 1, revision: 4 })
  })

  it('is refused with its place where it makes no sense', async () => {
    const id = await add()
    for (const [content, field] of [
      [{ ...EMPTY_SCREEN, format: 9 }, 'content.format'],
      [screen([number({ kind: 'iframe' as never })]), 'content.pages[0].widgets[0].kind'],
      [screen([number({ options: { label: 'a\u0000' } })]), 'content.pages[0].widgets[0].options.label'],
      [screen([], { figures: [{ name: 'f', document: { format: 1, subject: 'devices', measures: [] } }] }), 'content.figures[0].document'],
      [screen([], { figures: [{ name: 'f', document: null }] }), 'content.figures[0].document'],
    ] as const)
      expect(await save(id, content, 1), JSON.stringify(content)).toMatchObject({ http: 422, errors: [{ field }] })
    expect((await designOf(id)).revision).toBe(1)
  })

  it('is not written over what somebody else has saved meanwhile', async () => {
    const id = await begin(screen([number()]))
    dataOf(await save(id, screen([number({ name: 'Second' })]), 2, second))
    const answer = await save(id, screen([]), 2)
    expect(answer).toMatchObject({ http: 409, message: expect.stringContaining('second'), data: { revision: 3 } })
    expect((await designOf(id)).content.pages[0]?.widgets[0]?.name).toBe('Second')
  })

  it('keeps the figures that its editor is not told, and tells nobody of them', async () => {
    const content = screen([number({ bind: { value: { figure: 'secret', column: 'n', row: 0 } } })], { figures: [secret as never] })
    const id = await begin(content)
    const seen = await blind.get<ScreenDesign>(`${PATH}/queryScreenDesign`, { id })
    expect(JSON.stringify(seen)).not.toContain('SECRET-CODE')
    expect(seen.data).toMatchObject({ withheld: ['secret'], content: { figures: [{ name: 'secret', document: null }] } })
    const saved = await save(id, { ...seen.data.content, refresh: 30 }, 2, blind)
    expect(JSON.stringify(saved)).not.toContain('SECRET-CODE')
    expect((await designOf(id)).content).toMatchObject({ refresh: 30, figures: [secret] })
    expect((await blind.post(`${PATH}/copyScreen`, { id, screenName: unique() })).http).toBe(403)
    expect((await blind.get(`${PATH}/downloadScreenFile`, { id })).http).toBe(403)
    dataOf(await publish(id))
    expect(JSON.stringify(await looking.get(`${PATH}/queryScreenShown`, { id }))).not.toContain('SECRET-CODE')
    expect(dataOf(await admin.get<ShownScreen>(`${PATH}/queryScreenShown`, { id })).content.figures).toEqual([secret])
  })
})

describe('a version', () => {
  it('is made once where two people publish at once, is never changed, and can be made the draft again', async () => {
    const id = await begin(screen([number({ name: 'First' })]))
    const answers = await Promise.all([admin, second].map((who) => who.post(`${PATH}/publishScreen`, { id, revision: 2 })))
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
    dataOf(await save(id, screen([number({ name: 'Other' })]), 3))
    dataOf(await publish(id))
    const versions = dataOf(await admin.get<{ screenVersion: number; publishedBy: string | null }[]>(`${PATH}/queryScreenVersion`, { id }))
    expect(versions.map(({ screenVersion }) => screenVersion)).toEqual([2, 1])
    const asked = { id, screenVersion: 1 }
    const nameIn = (content: ScreenDocument) => content.pages[0]?.widgets[0]?.name
    expect(nameIn(dataOf(await admin.get<{ content: ScreenDocument }>(`${PATH}/queryScreenVersionContent`, asked)).content)).toBe('First')
    const { revision } = await designOf(id)
    dataOf(await admin.post(`${PATH}/restoreScreenVersion`, { ...asked, revision }))
    expect(nameIn((await designOf(id)).content)).toBe('First')
    expect(nameIn(dataOf(await admin.get<ShownScreen>(`${PATH}/queryScreenShown`, { id })).content)).toBe('Other')
    for (const statement of ["update screen_versions set content = '{}'", 'delete from screen_versions'])
      await expect(
        server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
          tx.run({ compile: () => ({ sql: statement, parameters: [] }) as never }),
        ),
      ).rejects.toThrow(/permission denied|never changed/)
  })

  it('has the checksum of what it says', async () => {
    const id = await begin(screen([number()]))
    dataOf(await publish(id))
    const rows = await server.database.asOwner(
      async (client) => (await client.query<{ sha256: string }>('select sha256 from screen_versions where screen_id = $1', [id])).rows,
    )
    expect(rows).toMatchObject([{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })

  it('of another tenant, of a screen out of use, and of one that is not published answer alike', async () => {
    const id = await begin(screen([number()]))
    const ask = async (who: Client, wanted: string) => {
      const { http, message } = await who.get(`${PATH}/queryScreenShown`, { id: wanted })
      return [http, message]
    }
    const none = await ask(admin, NOBODYS)
    expect(none[0]).toBe(404)
    expect(await ask(admin, id)).toEqual(none)
    dataOf(await publish(id))
    expect((await ask(admin, id))[0]).toBe(200)
    expect(await ask(stranger, id)).toEqual(none)
    const { revision } = await designOf(id)
    expect(await admin.put(`${PATH}/updateScreen`, { id, version: revision, screenStatus: 0 })).toMatchObject({ http: 200 })
    expect(await ask(admin, id)).toEqual(none)
  })
})

describe('the ready-made screen', () => {
  it('is there in every tenant, in the language of its reader, until one of its own stands in for it', async () => {
    const shown = dataOf(await stranger.get<ShownScreen>(`${PATH}/queryScreenShown`, { screenCode: 'bigdata' }))
    expect(shown).toMatchObject({ id: readyMadeId('bigdata'), screenName: 'Operations at a glance', screenVersion: 0, mayDesign: false })
    const page = shown.content.pages[0]?.id
    expect((await stranger.post(`${PATH}/queryScreenPage`, { id: shown.id, page })).http).toBe(200)
    const { id } = dataOf(await stranger.post<{ id: string }>(`${PATH}/copyScreen`, { id: shown.id, screenName: 'Ours' }))
    expect(dataOf(await stranger.get<ShownScreen>(`${PATH}/queryScreenShown`, { screenCode: 'bigdata' })).screenVersion).toBe(0)
    dataOf(
      await stranger.post(`${PATH}/publishScreen`, {
        id,
        revision: dataOf(await stranger.get<ScreenDesign>(`${PATH}/queryScreenDesign`, { id })).revision,
      }),
    )
    expect(dataOf(await stranger.get<ShownScreen>(`${PATH}/queryScreenShown`, { screenCode: 'bigdata' }))).toMatchObject({
      id,
      screenName: 'Ours',
      screenVersion: 1,
      mayDesign: true,
    })
    expect((await stranger.get(`${PATH}/queryScreenShown`, { screenCode: 'other' })).http).toBe(404)
  })
})

describe('a file', () => {
  it('finds in another tenant what is called the same there, and tells what it did not find', async () => {
    const twin = await buildDevice(server, other, { temperature: {} })
    await server.database.asOwner((client) => client.query('update devices set device_code = $2 where id = $1', [twin.id, device.code]))
    const gone = (await pointsOf(server, await buildDevice(server, tenant, { only: {} })))['only'] as string
    const content = screen([
      number(),
      number({ id: 'w2', bind: { value: { point: gone } } }),
      { id: 'w3', kind: 'alarms', rect: [0, 200, 400, 200], options: { deviceId: device.id } },
    ])
    const id = await begin(content)
    const file = dataOf(await admin.get<ScreenFile>(`${PATH}/downloadScreenFile`, { id }))
    expect(file.needs).toContainEqual({ of: 'points', id: point, key: [device.code, 'temperature'] })
    const brought = dataOf(
      await stranger.post<ImportedScreen>(`${PATH}/importScreenFile`, { screenName: unique(), content: file.content, needs: file.needs }),
    )
    expect(brought.missing).toMatchObject([{ of: 'points', key: [expect.any(String), 'only'], count: 1 }])
    const design = dataOf(await stranger.get<ScreenDesign>(`${PATH}/queryScreenDesign`, { id: brought.id }))
    expect(design.content.pages[0]?.widgets.map(({ bind, options }) => [bind, options])).toEqual([
      [{ value: { point: (await pointsOf(server, twin))['temperature'] } }, undefined],
      [{}, undefined],
      [undefined, { deviceId: twin.id }],
    ])
    expect(design.findings.map(({ code, widget }) => [code, widget])).toEqual([['unbound', 'w2']])
  })

  it('names nothing to whoever does not see by what it is called', async () => {
    const id = await begin(screen([number()]))
    expect((await blind.get(`${PATH}/downloadScreenFile`, { id })).http).toBe(403)
    const wanted = [{ of: 'devices' as const, id: NOBODYS, key: [device.code] }]
    const alarms = screen([{ id: 'w', kind: 'alarms', rect: [0, 0, 9, 9], options: { deviceId: NOBODYS } }])
    const brought = dataOf(
      await blind.post<ImportedScreen>(`${PATH}/importScreenFile`, { screenName: unique(), content: alarms, needs: wanted }),
    )
    expect(brought.missing).toMatchObject([{ of: 'devices', count: 1 }])
  })
})

it('who may only look designs, publishes, copies and brings nothing', async () => {
  const id = await begin(screen([number()]))
  for (const [verb, body] of [
    ['saveScreenDraft', { id, content: EMPTY_SCREEN, revision: 2 }],
    ['publishScreen', { id, revision: 2 }],
    ['restoreScreenVersion', { id, screenVersion: 1, revision: 2 }],
    ['copyScreen', { id, screenName: unique() }],
    ['importScreenFile', { screenName: unique(), content: EMPTY_SCREEN }],
    ['previewScreenPage', { content: EMPTY_SCREEN, page: 'page-1' }],
  ] as const)
    expect((await looking.post(`${PATH}/${verb}`, body)).http, verb).toBe(403)
  expect((await looking.get(`${PATH}/queryScreenDesign`, { id })).http).toBe(403)
})
