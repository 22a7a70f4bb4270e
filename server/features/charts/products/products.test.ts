/** What has been made, as older clients ask for it: counted of the rows and by the fields that whoever asks sees, and of no others. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Products } from '../../../../model/contract/charts/products.ts'
import { resources } from '../../../../model/index.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow } from '../../../../tests/support/values.ts'

const PATH = '/chart/chart/queryProduct'
const COMPONENTS = '/acquisition/component/queryComponent'
const RUNS = '/acquisition/run/queryRun'
const role = (roleCode: string, urls: readonly string[], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  ...{ roleCode, roleName: roleCode, roleDescription: '', menus: 'all', urls },
  ...{ hiddenButtons: [], hiddenFields },
})
const ROLES = [
  role('OTHER', [COMPONENTS, RUNS]),
  role('BARE', [PATH]),
  role('NO-RUNS', [PATH, COMPONENTS]),
  role('NO-KIND', [PATH, COMPONENTS, RUNS], [{ menu: 'components', fields: ['componentKind'] }]),
  role('NO-STATE', [PATH, COMPONENTS, RUNS], [{ menu: 'runs', fields: ['runState'] }]),
  role('NO-VERDICT', [PATH, COMPONENTS, RUNS], [{ menu: 'runs', fields: ['runVerdict'] }]),
  role('SCOPED', [PATH, COMPONENTS, RUNS]),
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
  const [girder] = [await component('girder'), await component('girder'), await component('slab')]
  for (const [state, verdict] of [
    ['finished', 'pass'],
    ['finished', 'undecided'],
    ['accepted', 'pass'],
    ['accepted', 'fail'],
    ['void', 'pass'],
    // A component has one open run of a kind.
    ['running', null],
  ] as const)
    await run(girder, state, verdict)
}, 120_000)
afterAll(() => server.stop())

const component = async (componentKind: string) => (await addRow(admin, resources.components, { componentKind })).id

/** A run as it stands after all that was done with it. */
async function run(componentId: string, state: string, verdict: string | null): Promise<void> {
  const { id } = await addRow(admin, resources.runs, {
    runNumber: `r-${unique()}`,
    componentId,
    startedAt: new Date(Date.now() - 3_600_000).toISOString(),
  })
  await server.database.asOwner((owner) =>
    owner.query('update runs set run_state = $2, run_verdict = $3 where id = $1', [id, state, verdict]),
  )
}

const ask = (client: Client, language = 'en') => client.get<Products>(`/api${PATH}`, {}, { 'accept-language': language })
const disclosedTo = async (code: string) => {
  const answer = await ask(await tenant.signIn(code.toLowerCase()))
  expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200, code: 200, status: 200 })
  return answer.data.list
}
const GIRDERS = { componentKind: 'girder', componentKindCn: 'Girder', components: 2, finishedRuns: 4, passedRuns: 2 }
const SLABS = { componentKind: 'slab', componentKindCn: 'Slab or raft', components: 1, finishedRuns: 0, passedRuns: 0 }
/** Without one of what is told. */
const without = (left: readonly string[], row: object) => Object.fromEntries(Object.entries(row).filter(([key]) => !left.includes(key)))

it('counts components by their kind, and of their runs those that are over: neither running nor void', async () => {
  expect((await ask(admin)).data.list).toEqual([GIRDERS, SLABS])
  const names = await Promise.all(['zh-CN', 'zh-TW'].map(async (language) => (await ask(admin, language)).data.list[1]?.componentKindCn))
  expect(new Set([...names, SLABS.componentKindCn]).size).toBe(3)
})

it('is refused without a session or the right', async () => {
  expect((await ask(clientWith(server.url, ''))).http).toBe(401)
  expect((await ask(await tenant.signIn('other'))).http).toBe(403)
})

it('tells nothing of what its caller may not list, or does not see', async () => {
  expect(await disclosedTo('BARE')).toEqual([])
  expect(await disclosedTo('NO-KIND')).toEqual([])
  const runless = ['finishedRuns', 'passedRuns']
  for (const code of ['NO-RUNS', 'NO-STATE'])
    expect(await disclosedTo(code), code).toEqual([without(runless, GIRDERS), without(runless, SLABS)])
  expect(await disclosedTo('NO-VERDICT')).toEqual([without(['passedRuns'], GIRDERS), without(['passedRuns'], SLABS)])
})

it('is of the rows in the scope of its caller, and of no other tenant', async () => {
  const stored = await admin.post('/api/admin/sysrole/authorizeDataScope', {
    roleId: tenant.roles['SCOPED'],
    scopes: [{ table: '', kind: 'own' }],
  })
  expect(stored.http, JSON.stringify(stored)).toBe(200)
  expect(await disclosedTo('SCOPED')).toEqual([])
  const stranger = await buildTenant(server)
  expect((await ask(await stranger.signIn('admin'))).data.list).toEqual([])
})
