/** What two people publish at the same moment: one of them has published it, the other is told, and there is one version of it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '../model/index.ts'
import { EMPTY_TEMPLATE } from '../model/reports/draft.ts'
import { EMPTY_SCREEN } from '../model/screens/read.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { addRow, pathsOf } from './support/values.ts'

/** A lock that is missing shows in some of them alone. */
const ROUNDS = 5

let server: TestServer
let tenant: BuiltTenant
let people: readonly [Client, Client]
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: [buildUser({ username: 'second' })] })
  people = [await tenant.signIn('admin'), await tenant.signIn('second')]
})
afterAll(() => server.stop())

const both = async (path: string, body: object) =>
  (await Promise.all(people.map((one) => one.post(path, body)))).map(({ http }) => http).toSorted((one, other) => one - other)
const versionsOf = async (path: string, id: string) => (await people[0].get<Versions>(path, { id })).data
type Versions = readonly object[] | { readonly list: readonly object[] }

it('of a report template', async () => {
  const path = '/api/report/template'
  for (let round = 0; round < ROUNDS; round += 1) {
    const named = { templateName: `report ${unique()}`, templateKind: 'other', content: EMPTY_TEMPLATE }
    const { id } = (await people[0].post<{ id: string }>(`${path}/importReportDesign`, named)).data
    expect(await both(`${path}/publishReportTemplate`, { id, revision: 1 })).toEqual([200, 409])
    expect(await versionsOf(`${path}/queryReportVersion`, id)).toMatchObject([{ templateVersion: 1 }])
  }
})

it('of a big screen', async () => {
  const path = '/api/screen/screen'
  for (let round = 0; round < ROUNDS; round += 1) {
    const named = { screenName: `screen ${unique()}`, content: EMPTY_SCREEN }
    const { id } = (await people[0].post<{ id: string }>(`${path}/importScreenFile`, named)).data
    expect(await both(`${path}/publishScreen`, { id, revision: 1 })).toEqual([200, 409])
    expect(await versionsOf(`${path}/queryScreenVersion`, id)).toMatchObject([{ screenVersion: 1 }])
  }
})

it('of a limit set', async () => {
  const path = '/api/acquisition/limitset'
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await addRow(people[0], resources.limitSets)
    await addRow(people[0], resources.limitItems, { limitSetId: id, itemStage: '' })
    const { data } = await people[0].get<{ list: { id: string; version: number }[] }>(pathsOf(resources.limitSets).query, {
      pageSize: 1000,
    })
    const { version } = data.list.find((row) => row.id === id) ?? expect.fail('the set is not listed')
    expect(await both(`${path}/publishLimitSet`, { id, version })).toEqual([200, 409])
    expect(await versionsOf(`${path}/queryLimitSetVersion`, id)).toMatchObject({ list: [{ setVersion: 1 }] })
  }
})
