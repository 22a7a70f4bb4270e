/** Pictures and maps of screens over real HTTP: what is taken, who has them, and that what was published keeps its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DownloadedPicture, ScreenPicture } from '../../../../model/contract/screen/pictures.ts'
import { EMPTY_SCREEN } from '../../../../model/screens/read.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Answer, Client } from '../../../../tests/support/client.ts'
import { pngAs } from '../../../../tests/support/pictures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { unusedScreenPictures } from '../shared/pictures.ts'

const PATH = '/api/screen/screen'
const MAP = {
  type: 'Polygon',
  coordinates: [
    [
      [118, 32],
      [119, 32],
      [119, 33],
      [118, 32],
    ],
  ],
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let looking: Client
let outside: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
  const of = (roleCode: string, urls: readonly string[]) => ({
    ...{ roleCode, roleName: roleCode, roleDescription: '', menus: 'all' as const, urls: [...urls], hiddenButtons: [], hiddenFields: [] },
  })
  tenant = await buildTenant(server, {
    roles: [
      of('LOOKS', ['/screen/screen/queryScreenShown', '/screen/screen/queryScreenPage']),
      of('NONE', ['/acquisition/device/queryDevice']),
    ],
    users: [buildUser({ username: 'looking', roles: ['LOOKS'] }), buildUser({ username: 'outside', roles: ['NONE'] })],
  })
  admin = await tenant.signIn('admin')
  looking = await tenant.signIn('looking')
  outside = await tenant.signIn('outside')
  stranger = await (await buildTenant(server)).signIn('admin')
})
afterAll(() => server.stop())

const dataOf = <Data>({ http, data, message, errors }: Answer<Data>): Data => {
  expect(http, JSON.stringify(errors ?? message)).toBe(200)
  return data
}
let sizes = 0
const png = () => pngAs({ width: 10 + (sizes += 1), height: 4 })
const sendPicture = (file: Buffer, who = admin) =>
  upload<ScreenPicture>(server.url, who, `${PATH}/uploadScreenPicture`, file, { name: 'plan.png' })
const sendMap = (map: unknown, reviewNumber = 'GS(2026)0001', who = admin) =>
  upload<ScreenPicture>(server.url, who, `${PATH}/uploadScreenMap`, Buffer.from(typeof map === 'string' ? map : JSON.stringify(map)), {
    name: 'map.json',
    fields: reviewNumber === '' ? {} : { reviewNumber },
  })
const read = (id: string, who: Client) => who.get<DownloadedPicture>(`${PATH}/downloadScreenPicture`, { id })

describe('a picture', () => {
  it('is kept once, told to whoever is shown screens, and to nobody else', async () => {
    const file = png()
    const kept = dataOf(await sendPicture(file))
    expect(kept).toMatchObject({ pictureName: 'plan.png', mediaType: 'image/png', height: 4, reviewNumber: null })
    expect(dataOf(await sendPicture(file)).id).toBe(kept.id)
    expect(dataOf(await read(kept.id, looking)).content).toMatch(/^data:image\/png;base64,/)
    expect((await read(kept.id, outside)).http).toBe(403)
    expect((await read(kept.id, stranger)).http).toBe(404)
    expect((await sendPicture(png(), looking)).http).toBe(403)
    expect((await looking.get(`${PATH}/queryScreenPicture`)).http).toBe(403)
    expect(dataOf(await admin.get<{ list: ScreenPicture[] }>(`${PATH}/queryScreenPicture`)).list).toContainEqual(kept)
  })

  it('is nothing else, whatever it is called', async () => {
    for (const file of ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'GIF89a', '{}'])
      expect((await sendPicture(Buffer.from(file))).http, file).toBe(422)
    expect((await sendPicture(pngAs({ width: 9000, height: 1 }))).http).toBe(422)
  })
})

describe('a map', () => {
  it('has a number under which it was reviewed, and keeps shapes and names alone', async () => {
    const map = { type: 'Feature', properties: { name: 'Yard', secret: 'x' }, geometry: MAP }
    const kept = dataOf(await sendMap(map))
    expect(kept).toMatchObject({ mediaType: 'application/geo+json', width: null, reviewNumber: 'GS(2026)0001' })
    const { content, reviewNumber } = dataOf(await read(kept.id, looking))
    expect(reviewNumber).toBe('GS(2026)0001')
    expect(JSON.parse(content)).toEqual({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: { name: 'Yard' }, geometry: MAP }],
    })
    expect(dataOf(await sendMap(map, 'GS(2026)0002')).id).not.toBe(kept.id)
  })

  it('without its number, and what is none, is refused', async () => {
    expect(await sendMap(MAP, '')).toMatchObject({ http: 422, errors: [{ field: 'reviewNumber' }] })
    for (const map of ['{', '[]', '{"type":"Point","coordinates":[500000,3500000]}']) expect((await sendMap(map)).http, map).toBe(422)
  })
})

it('what no screen has is thrown away after a month; what is published stays', async () => {
  const [background, plan, unused] = [
    dataOf(await sendPicture(png())).id,
    dataOf(await sendPicture(png())).id,
    dataOf(await sendPicture(png())).id,
  ]
  const content = {
    ...EMPTY_SCREEN,
    pages: [
      {
        id: 'p1',
        title: 'x',
        background: { picture: background },
        widgets: [{ id: 'w', kind: 'plan', rect: [0, 0, 9, 9], options: { picture: plan, pins: [] } }],
      },
    ],
  }
  const { id } = dataOf(await admin.post<{ id: string }>(`${PATH}/importScreenFile`, { screenName: unique(), content }))
  dataOf(await admin.post(`${PATH}/publishScreen`, { id, revision: 1 }))
  dataOf(await admin.post(`${PATH}/saveScreenDraft`, { id, content: EMPTY_SCREEN, revision: 2 }))
  await server.database.asOwner((client) =>
    client.query(`update screen_pictures set used_at = now() - interval '40 days' where tenant_id = $1`, [tenant.id]),
  )
  await unusedScreenPictures(server.services)()
  expect((await Promise.all([background, plan, unused].map((one) => read(one, admin)))).map(({ http }) => http)).toEqual([200, 200, 404])
  await expect(server.database.asOwner((client) => client.query('delete from screen_pictures where id = $1', [plan]))).rejects.toThrow(
    /never removed/,
  )
  expect(
    await admin.post(`${PATH}/saveScreenDraft`, {
      id,
      content: { ...content, pages: [{ ...content.pages[0], background: { picture: unused } }] },
      revision: 3,
    }),
  ).toMatchObject({ http: 200, data: { findings: [{ code: 'picture-gone' }] } })
})
