/** Every scope, every noun whose rows are somebody's, every call that can name one: what is out of scope answers like what is not there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteReport } from '../model/contract/tenant/isolation.ts'
import { resources } from '../model/index.ts'
import { pathOf } from '../model/noun-calls.ts'
import type { Resource } from '../model/resource.ts'
import type { ScopeKind } from '../model/row-scope.ts'
import { SCOPE_KINDS } from '../model/row-scope.ts'
import type { ScopedTable } from '../model/scoped-nouns.ts'
import { SCOPED_NOUNS } from '../model/scoped-nouns.ts'
import { questionOf } from '../server/features/tenant/isolation/probe.ts'
import type { Caller } from '../server/features/tenant/isolation/probe-client.ts'
import type { ScopeQuestion, ScopeWorld } from './support/out-of-scope.ts'
import { buildScopeWorld, ownedNouns, scopeQuestions, storedOutOfScope } from './support/out-of-scope.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { amount, sampleOf } from './support/thorough.ts'
import { absentId, nounNamed } from './support/values.ts'

interface Scope {
  table?: ScopedTable
  kind: ScopeKind
  organisations?: (string | undefined)[]
  projects?: (string | undefined)[]
  sites?: (string | undefined)[]
}

let server: TestServer
let world: ScopeWorld

beforeAll(async () => {
  server = await sharedServer()
  world = await buildScopeWorld(server)
}, 120_000)
afterAll(() => server.stop())

const scopes: [string, (mine: ScopeWorld['mine']) => Scope[]][] = [
  ['own records', () => [{ kind: 'own' }]],
  ['own organisation', () => [{ kind: 'organisation' }]],
  ['own organisation and below', () => [{ kind: 'below' }]],
  ['an organisation that is named', ({ organisations }) => [{ kind: 'some', organisations: [organisations] }]],
  ['a project that is named', ({ projects }) => [{ kind: 'some', projects: [projects] }]],
  ['a site that is named', ({ sites }) => [{ kind: 'some', sites: [sites] }]],
  ['own records, and a site for devices', ({ sites }) => [{ kind: 'own' }, { table: 'devices', kind: 'some', sites: [sites] }]],
  [
    'own records, and a site for machines and their orders',
    ({ sites }) => [{ kind: 'own' }, ...['equipment', 'work_orders'].map((table): Scope => ({ table, kind: 'some', sites: [sites] }))],
  ],
  // Every rule comes down to one of a noun that may differ: of the rest nothing is left to see.
  [
    'all, and own records of each noun that may differ',
    () => [{ kind: 'all' }, ...SCOPED_NOUNS.map(({ table }): Scope => ({ table, kind: 'own' }))],
  ],
]

/** Questions that a run asks in each scope, of more than two thousand. */
const asked = amount({ quick: 25, ci: 40, touched: 60, thorough: Infinity })

/** What an answer to the questions tells, and how it differs from that about a row that is not there. */
async function findings(caller: Caller, questions: readonly ScopeQuestion[]): Promise<string[]> {
  const { far, canary, ids } = world
  const bodies = new Map<object, Record<string, unknown>>()
  const found: string[] = []
  for (const { target, noun, body, value } of questions) {
    const { route, parameter } = target
    const report: RouteReport = { method: route.method, path: route.path, parameters: [], calls: 0, findings: [] }
    const given = bodies.get(route) ?? (await body())
    // Of what says the noun beside the row each noun has another.
    if (!('noun' in given)) bodies.set(route, given)
    const question = questionOf({ world: { other: { canary }, ids }, caller, target, body: given, report })
    await question.compare({ kind: noun, foreign: value(far.get(noun) as string), absent: value(absentId()) })
    found.push(...report.findings.map(({ code }) => `${code} ${route.path} ${parameter} ${noun}`))
  }
  return found
}

describe('what is out of scope', () => {
  it('is there, of every noun that is somebody’s, and every kind of scope is asked about', () => {
    expect([...world.far.keys()].sort()).toEqual(ownedNouns.map(({ name }) => name).sort())
    expect(new Set(scopes.flatMap(([, of]) => of(world.mine).map(({ kind }) => kind)))).toEqual(new Set(SCOPE_KINDS))
  })

  it('is told to whoever sees all: the questions are right', async () => {
    const questions = scopeQuestions(world).filter(({ target: { route, parameter }, noun }) => {
      const of = nounNamed(noun)
      return of !== undefined && parameter === 'id' && route.path === pathOf(of, 'query')
    })
    const found = await findings(world.admin, questions)
    // Of a tree an id asks for what is below it.
    const flat = questions.map(({ noun }) => noun).filter((noun) => noun !== 'organisations')
    for (const noun of flat) expect(found.join('\n')).toMatch(new RegExp(`^differs .* id ${noun}$`, 'm'))
    expect(flat.length).toBeGreaterThan(20)
  })

  it.each(scopes)(
    '%s: answers like what is not there, shows nothing and stays as it is',
    async (name, scopesOf) => {
      const { tenant, admin, ned, mine } = world
      const given = { roleId: tenant.roles['SCOPED'], scopes: scopesOf(mine).map((scope) => ({ table: '', ...scope })) }
      expect(await admin.post('/api/admin/sysrole/authorizeDataScope', given)).toMatchObject({ http: 200 })
      const before = await storedOutOfScope(server, world)
      expect(await findings(ned, sampleOf(`rows out of scope: ${name}`, scopeQuestions(world), asked))).toEqual([])
      expect(await storedOutOfScope(server, world)).toBe(before)
    },
    600_000,
  )
})

describe('a noun that has another scope than the rest', () => {
  const give = async (...wanted: Scope[]) => {
    const given = { roleId: world.tenant.roles['SCOPED'], scopes: wanted.map((scope) => ({ table: '', ...scope })) }
    expect(await world.admin.post('/api/admin/sysrole/authorizeDataScope', given)).toMatchObject({ http: 200 })
  }
  /** Whether ned is told of the row of the other side; of a tree, where an id asks for what is below it, all are looked through. */
  async function isDisclosed(of: Resource): Promise<boolean> {
    const id = world.far.get(of.name) as string
    const answer = await world.ned.ask({
      method: 'GET',
      path: `/api${pathOf(of, 'query')}?${of.parent === undefined ? `id=${id}` : 'pageSize=1000'}`,
    })
    expect(answer, of.name).toMatchObject({ http: 200 })
    return answer.text.includes(id)
  }
  const pairs = SCOPED_NOUNS.map((of, at) => [of.name, of, SCOPED_NOUNS[(at + 1) % SCOPED_NOUNS.length] as Resource] as const)

  it.each(pairs)('%s: it is seen, or is not, by that scope, and no other noun is', async (_name, of, other) => {
    await give({ kind: 'own' }, { table: of.table, kind: 'all' })
    expect([await isDisclosed(of), await isDisclosed(other)]).toEqual([true, false])
    await give({ kind: 'all' }, { table: of.table, kind: 'own' })
    expect([await isDisclosed(of), await isDisclosed(other)]).toEqual([false, true])
  })

  it('takes along what follows it, and leaves the rest: certificates with machines, tests with components', async () => {
    const { calibrations, equipment, specimens, components } = resources
    await give({ kind: 'own' }, { table: equipment.table, kind: 'all' })
    expect([await isDisclosed(calibrations), await isDisclosed(specimens)]).toEqual([true, false])
    await give({ kind: 'all' }, { table: components.table, kind: 'own' })
    expect([await isDisclosed(calibrations), await isDisclosed(specimens)]).toEqual([true, false])
  })
})
