/** Findings of curing runs as figures: clause by clause, for whoever is told the findings of a run and for nobody else. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import { resources } from '../../../../model/index.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { askFigure } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'

const HOUR = 3_600_000
const begin = Math.floor(Date.now() / HOUR) * HOUR - 13 * HOUR

const FIGURES = '/report/figure/*'
const VERDICT = '/acquisition/run/queryRunVerdict'
const role = (roleCode: string, urls: RoleSeed['urls'], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  ...{ roleCode, roleName: roleCode, roleDescription: '', menus: 'all', urls },
  ...{ hiddenButtons: [], hiddenFields },
})
const allowed = [FIGURES, '/acquisition/run/queryRun', VERDICT]
const ROLES = [
  role('LISTS', [FIGURES, '/acquisition/run/queryRun']),
  role('FINDS', [FIGURES, VERDICT]),
  role('TOLD', allowed),
  role('NO-VERDICT', allowed, [{ menu: 'runs', fields: ['runVerdict'] }]),
  role('NO-LIMITS', allowed, [{ menu: 'limititems', fields: ['high'] }]),
  role('SCOPED', allowed),
]

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: ROLES,
    users: ROLES.map(({ roleCode }) => buildUser({ username: roleCode.toLowerCase(), roles: [roleCode] })),
  })
  admin = await tenant.signIn('admin')
  const { id: limitSetId } = await addRow(admin, resources.limitSets, { setKind: 'steam' })
  const limit = { limitSetId, itemMeasure: 'value', minusRole: '', itemStage: '', low: '', unit: '°C', toleratedSeconds: 0 }
  for (const [itemOrder, itemRole, high] of [
    [1, 'core', 60],
    [2, 'chamber', 55],
  ] as const)
    await addRow(admin, resources.limitItems, {
      ...limit,
      ...{
        itemOrder,
        itemRole,
        high,
        itemClause: `6.${itemOrder}`,
        itemSeverity: 'mandatory',
        clauseZh: `条文 ${itemOrder}`,
        clauseTw: '',
      },
    })
  await done('/api/acquisition/limitset/publishLimitSet', { id: limitSetId })
  const device = await buildDevice(server, tenant, { core: { unit: '°C' }, chamber: { unit: '°C' } })
  const { id: componentId } = await addRow(admin, resources.components)
  const run = { runNumber: `r-${unique()}`, runKind: 'steam', componentId, deviceId: device.id, limitSetId }
  const { id } = await done(pathsOf(resources.runs).add, { ...run, startedAt: new Date(begin).toISOString() })
  await done('/api/acquisition/run/finishRun', { id, endedAt: begin + 10 * HOUR })
  const { data } = await admin.get<{ list: { id: string; item: { clause: string } }[] }>(`/api${VERDICT}`, { id })
  const second = data.list.find(({ item }) => item.clause === '6.2')?.id
  await done('/api/acquisition/run/waiveVerdict', { id: second, reason: 'no probe in the chamber' })
}, 120_000)
afterAll(() => server.stop())

async function done(path: string, body: object): Promise<{ id: string }> {
  const answer = await admin.post<{ id: string }>(path, body)
  expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
  return answer.data
}

const COUNT = { as: 'n', of: 'count' }
const ask = (client: Client, more: object = {}) =>
  askFigure(client, { format: 1, subject: 'run-verdicts', measures: [COUNT], dimensions: [], ...more })
const person = (code: string) => tenant.signIn(code.toLowerCase())

it('are a row for each clause of the version that the run was opened with, as the verdict of the run tells them', async () => {
  const { http, data, message } = await ask(await person('TOLD'), {
    measures: [
      { as: 'high', of: 'max', field: 'itemHigh' },
      { as: 'beyond', of: 'sum', field: 'beyondSeconds' },
      { as: 'covered', of: 'min', field: 'itemCoverage' },
    ],
    dimensions: ['itemOrder', 'itemClause', 'itemUnit', 'itemResult'].map((field) => ({ field })),
    order: [['itemOrder', 'ascend']],
  })
  expect(http, message).toBe(200)
  const named = data.rows.map((row) => Object.fromEntries(data.columns.map(({ name }, at) => [name, row[at]])))
  // Nothing was measured: below 95 % of coverage nothing is decided.
  expect(named).toEqual([
    expect.objectContaining({ itemOrder: 1, itemClause: '6.1', itemUnit: '°C', itemResult: 'undecided', high: 60, beyond: 0, covered: 0 }),
    expect.objectContaining({ itemOrder: 2, itemClause: '6.2', itemUnit: '°C', itemResult: 'waived', high: 55, beyond: 0, covered: 0 }),
  ])
})

it('have their clause in the language of the reader, in simplified Chinese where it has no text in it', async () => {
  const texts = async (language: string) => {
    const asked = { document: { format: 1, subject: 'run-verdicts', measures: [COUNT], dimensions: [{ field: 'itemText' }] } }
    const { data } = await admin.post<{ rows: (string | number)[][] }>('/api/report/figure/queryFigure', asked, {
      'accept-language': language,
    })
    return data.rows.map(([text]) => text)
  }
  expect((await texts('zh-TW')).toSorted()).toEqual(['条文 1', '条文 2'])
})

it('are told to nobody who is not told those of a run, or does not see all that they say', async () => {
  const unknown = await ask(admin, { subject: 'run-nothing' })
  for (const code of ['LISTS', 'FINDS', 'NO-VERDICT', 'NO-LIMITS']) {
    const client = await person(code)
    const refused = await ask(client)
    expect([refused.http, refused.message], code).toEqual([422, unknown.message.replaceAll('run-nothing', 'run-verdicts')])
    const { list } = (await client.get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data
    expect(list.map(({ subject }) => subject)).not.toContain('run-verdicts')
  }
  const { list } = (await (await person('TOLD')).get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data
  expect(list.map(({ subject }) => subject)).toContain('run-verdicts')
})

it('are those of runs in the scope of their reader, and of no other tenant', async () => {
  const stored = await admin.post('/api/admin/sysrole/authorizeDataScope', {
    roleId: tenant.roles['SCOPED'],
    scopes: [{ table: '', kind: 'own' }],
  })
  expect(stored.http, JSON.stringify(stored)).toBe(200)
  expect((await ask(await person('TOLD'))).data.rows).toEqual([[2]])
  expect((await ask(await person('SCOPED'))).data.rows).toEqual([[0]])
  const stranger = await buildTenant(server)
  expect((await ask(await stranger.signIn('admin'))).data.rows).toEqual([[0]])
})
