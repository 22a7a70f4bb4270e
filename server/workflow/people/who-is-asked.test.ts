/** Who is asked for a task: by each kind of rule, and where nobody of the rules can be. */
import { beforeAll, expect, it } from 'vitest'
import type { TaskSettings } from '../../../model/workflow/settings.ts'
import { taskSettings } from '../../../model/workflow/settings.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../tests/support/builders.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import type { DeployedRule } from '../definition-rules.ts'
import type { AskedAbout, TaskAnswer, TaskQuestion } from '../people.ts'
import { whoIsAsked } from './who-is-asked.ts'

let server: TestServer
let tenant: BuiltTenant
let post: string
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    users: [
      buildUser({ username: 'chief', roles: ['ROLE_VIEWER'], org: 'root' }),
      buildUser({ username: 'lead', roles: ['ROLE_VIEWER'], org: 'branch' }),
      buildUser({ username: 'away', roles: ['ROLE_OPERATOR'], org: 'branch', status: 0 }),
      buildUser({ username: 'worker', roles: ['ROLE_VIEWER'], org: 'team' }),
    ],
  })
  post = await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
    const found = await tx.first(build.selectFrom('posts').select('id'))
    const id = found?.id ?? ''
    await tx.run(build.deleteFrom('user_posts'))
    await tx.run(
      build.insertInto('user_posts').values(
        (['chief', 'away'] as const).map((name) => ({
          tenant_id: tenant.id,
          user_id: tenant.users[name] ?? '',
          post_id: id,
          post_type: 1,
        })),
      ),
    )
    return id
  })
})

const user = (name: string) => tenant.users[name] ?? ''
const role = (code: string): DeployedRule => ({ kind: 'role', id: tenant.roles[code] ?? '' })
const one = (name: string): DeployedRule => ({ kind: 'user', id: user(name) })

const about = (more: Partial<AskedAbout> = {}): AskedAbout => ({
  modelId: null,
  rules: { managers: [], tasks: {}, receivers: {} },
  starterId: user('worker'),
  variable: () => undefined,
  doneBy: () => undefined,
  approvers: [],
  evaluate: () => null,
  ...more,
})
type Asking = { settings?: Partial<TaskSettings>; picked?: string } & Partial<AskedAbout>
const question = (rules: readonly DeployedRule[], { settings, picked, ...more }: Asking = {}): TaskQuestion => ({
  node: 'approve',
  rules,
  settings: { ...taskSettings.parse({}), ...settings },
  about: about(more),
  picked,
})
async function ask(...questions: TaskQuestion[]): Promise<readonly TaskAnswer[]> {
  return server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => whoIsAsked(tx, questions), 'read')
}
const asked = async (rules: readonly DeployedRule[], asking: Asking = {}) => (await ask(question(rules, asking)))[0]

it('gives a task to the one who can do it, and leaves it to several', async () => {
  const [single, several] = await ask(question([one('lead')]), question([role('ROLE_VIEWER')]))
  expect(single).toEqual({ asked: [{ kind: 'user', id: user('lead') }], assigneeId: user('lead') })
  expect(several).toEqual({ asked: [{ kind: 'role', id: tenant.roles['ROLE_VIEWER'] }] })
})

it('looks for a post where its holders count: anywhere, with the starter, nearest above', async () => {
  const rule = (where: 'anywhere' | 'starter' | 'above', levels?: number): DeployedRule => ({ kind: 'post', id: post, where, levels })
  // Of the two holders one is disabled, so that the nearest above is two levels up.
  expect(await asked([rule('anywhere')])).toEqual({ asked: [{ kind: 'post', id: post }], assigneeId: user('chief') })
  expect(await asked([rule('above')])).toEqual({
    asked: [{ kind: 'post', id: post, within: tenant.organisations['root'] }],
    assigneeId: user('chief'),
  })
  expect(await asked([rule('above', 1)], { settings: { whenNobody: 'pass' } })).toEqual({ skip: 'approved' })
  expect(await asked([rule('starter')], { settings: { whenNobody: 'reject' } })).toEqual({ skip: 'rejected' })
})

it('asks people of an organisation and of those below, and whom variables and expressions name', async () => {
  const branch = tenant.organisations['branch'] ?? ''
  expect(await asked([{ kind: 'organisation', id: branch }], { settings: { group: { mode: 'all' } } })).toMatchObject({
    members: ['editor', 'lead', 'viewer', 'worker'].map(user),
  })
  expect(await asked([{ kind: 'variable', variable: 'who' }], { variable: () => ['LEAD', user('chief'), 'nobody'] })).toEqual({
    asked: [
      { kind: 'user', id: user('lead') },
      { kind: 'user', id: user('chief') },
    ],
  })
  expect(await asked([{ kind: 'expression', expression: '= team' }], { evaluate: () => branch })).toEqual({
    asked: [{ kind: 'organisation', id: branch }],
  })
  expect(await asked([{ kind: 'same-as', node: 'first' }], { doneBy: () => user('lead') })).toMatchObject({ assigneeId: user('lead') })
  expect(await asked([{ kind: 'starter' }])).toMatchObject({ assigneeId: user('worker') })
  expect(await asked([{ kind: 'pool' }])).toEqual({ asked: [{ kind: 'organisation', id: tenant.organisations['root'] }] })
})

it('asks somebody else where nobody can be: people of the rule, managers, administrators', async () => {
  const rules = { managers: [one('chief')], tasks: { approve: { people: [], nobodyPeople: [one('lead')] } }, receivers: {} }
  expect(await asked([one('away')], { rules, settings: { whenNobody: 'people' } })).toMatchObject({
    assigneeId: user('lead'),
    instead: 'people',
  })
  expect(await asked([one('away')], { rules })).toMatchObject({ assigneeId: user('chief'), instead: 'managers' })
  expect(await asked([])).toMatchObject({ assigneeId: user('admin'), instead: 'administrators' })
  expect(await asked([one('away')], { settings: { group: { mode: 'all' } } })).toMatchObject({
    members: [user('admin')],
    instead: 'administrators',
  })
  // Managers who are disabled are no way out.
  expect(await asked([], { rules: { managers: [one('away')], tasks: {}, receivers: {} } })).toMatchObject({ assigneeId: user('admin') })
})

it('keeps a starter from approving, and does not ask the same person again, where the model says so', async () => {
  const above: DeployedRule = { kind: 'post', id: post, where: 'anywhere' }
  expect(await asked([{ kind: 'starter' }], { settings: { whenStarter: 'skip' } })).toEqual({ skip: 'approved' })
  expect(await asked([{ kind: 'starter' }], { settings: { whenStarter: 'above' } })).toMatchObject({ instead: 'administrators' })
  expect(await asked([{ kind: 'starter' }, above], { settings: { whenStarter: 'above', group: { mode: 'all' } } })).toMatchObject({
    members: [user('chief')],
  })
  expect(await asked([one('lead')], { approvers: [user('lead'), user('chief')], settings: { whenSame: 'skip-ever' } })).toEqual({
    skip: 'approved',
  })
  expect(
    await asked([one('lead')], { approvers: [user('lead'), user('chief')], settings: { whenSame: 'skip-consecutive' } }),
  ).toMatchObject({
    assigneeId: user('lead'),
  })
  expect(
    await asked([one('lead'), one('chief')], { approvers: [user('lead')], settings: { whenSame: 'skip-ever', group: { mode: 'all' } } }),
  ).toMatchObject({
    members: [user('chief')],
  })
})

it('leaves to several what one of them may decide, and asks otherwise where the model bars each of them', async () => {
  const viewers = role('ROLE_VIEWER')
  const settings = { whenStarter: 'skip', whenSame: 'skip-ever' } as const
  const approvers = [user('chief'), user('lead')]
  // Viewers are these two, the starter, and the one whom each tenant has.
  expect(await asked([viewers], { approvers, settings })).toEqual({ asked: [{ kind: 'role', id: tenant.roles['ROLE_VIEWER'] }] })
  expect(await asked([viewers], { approvers: [...approvers, user('viewer')], settings })).toEqual({ skip: 'approved' })
  const several = [one('worker'), one('lead')]
  const all = { approvers, settings: { ...settings, whenStarter: 'above' } as const }
  expect(await asked(several, all)).toEqual({ skip: 'approved' })
  expect(await asked([...several, { kind: 'post', id: post, where: 'anywhere' }], { ...all, approvers: [user('lead')] })).toMatchObject({
    asked: [{ kind: 'user' }, { kind: 'user' }, { kind: 'post' }],
  })
  const managed = { managers: several, tasks: {}, receivers: {} }
  expect(await asked([one('away')], { ...all, rules: managed })).toMatchObject({ assigneeId: user('admin'), instead: 'administrators' })
  // What the starter has approved before, where that was left to them, is no approval here.
  const own = { approvers: [user('worker')], settings: { whenStarter: 'above', whenSame: 'skip-ever' } as const }
  expect(await asked([one('worker')], own)).toMatchObject({ assigneeId: user('admin'), instead: 'administrators' })
  expect(await asked([one('worker')], { ...own, settings: { ...own.settings, whenNobody: 'reject' } })).toEqual({ skip: 'rejected' })
  // Whoever has approved last is asked no second time in a row; what lies further back bars nobody.
  const twice = { approvers: [user('lead'), user('chief')], settings: { whenSame: 'skip-consecutive' } as const }
  expect(await asked([one('lead'), one('chief')], twice)).toMatchObject({ asked: [{ kind: 'user' }, { kind: 'user' }] })
})

it('takes whom somebody picks, if they are able and among those who can be asked', async () => {
  const pick: Partial<TaskSettings> = { pick: 'starter' }
  expect(await asked([], { settings: pick, picked: 'lead' })).toEqual({
    asked: [{ kind: 'user', id: user('lead') }],
    assigneeId: user('lead'),
  })
  expect(await asked([role('ROLE_VIEWER')], { settings: pick, picked: user('lead') })).toMatchObject({ assigneeId: user('lead') })
  await expect(asked([], { settings: pick, picked: 'away' })).rejects.toMatchObject({ code: 'process-task.candidate' })
  await expect(asked([role('ROLE_VIEWER')], { settings: pick, picked: 'admin' })).rejects.toMatchObject({ code: 'process-task.candidate' })
  await expect(asked([], { settings: { ...pick, whenStarter: 'above' }, picked: 'worker' })).rejects.toMatchObject({
    code: 'process-task.candidate',
  })
  // Done again, it is for whoever did it before, as long as they can.
  expect(await asked([], { settings: pick, doneBy: () => user('lead') })).toMatchObject({ assigneeId: user('lead') })
  expect(await asked([], { settings: pick, doneBy: () => user('away') })).toMatchObject({ instead: 'administrators' })
})

it('knows nobody of another tenant', async () => {
  const other = await buildTenant(server)
  const theirs: DeployedRule[] = [
    { kind: 'user', id: other.users['admin'] ?? '' },
    { kind: 'role', id: other.roles['ROLE_ADMIN'] ?? '' },
    { kind: 'organisation', id: other.organisations['root'] ?? '' },
  ]
  for (const rule of theirs) expect(await asked([rule])).toMatchObject({ assigneeId: user('admin'), instead: 'administrators' })
})
