/** Nothing strands: whoever can be asked no more is replaced, in whichever state the task is, and the database itself says that people have changed. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { PersonRule, TaskSettings } from '../../../model/workflow/settings.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../tests/support/builders.ts'
import { drawn } from '../../../tests/support/drawn-process.ts'
import { bpmn, task as drawnTask, way } from '../../../tests/support/processes.ts'
import { until } from '../../../tests/support/process.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { deploy } from '../deployment/deploy.ts'
import { statement } from '../statement.ts'
import { stranded, unableTasks } from './unable.ts'

let server: TestServer
let tenant: BuiltTenant
let post: string
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  tenant = await buildTenant(server, {
    users: ['chief', 'lead', 'mate', 'worker'].map((username) =>
      buildUser({ username, roles: ['ROLE_VIEWER'], org: username === 'worker' ? 'team' : username === 'chief' ? 'root' : 'branch' }),
    ),
  })
  post = await inTenant(async (tx) => {
    const id = (await tx.first(build.selectFrom('posts').select('id')))?.id ?? ''
    for (const name of ['lead', 'chief'])
      await tx.run(build.insertInto('user_posts').values({ tenant_id: tenant.id, user_id: user(name), post_id: id, post_type: 1 }))
    await tx.run(build.deleteFrom('user_roles').where('user_id', 'in', [user('viewer'), user('lead'), user('chief'), user('worker')]))
    return id
  })
})

const user = (name: string) => tenant.users[name] ?? ''
const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, work)
const person = (name: string) => ({ tenantId: tenant.id, userId: user(name) })

async function started(
  people: PersonRule[],
  more: Partial<TaskSettings> = {},
  managers: PersonRule[] = [{ kind: 'user', username: 'chief' }],
  by = 'worker',
) {
  const key = `s_${unique()}`
  const xml = drawn({ tasks: { approve: { people, ...more } }, process: { managers } })(key)
  const deployed = await inTenant((tx) => deploy(tx, server.services, { xml, key, name: key, category: null, deployedBy: null }))
  if (!('definitionId' in deployed)) throw new Error(JSON.stringify(deployed))
  await server.services.workflow.start(person(by), { of: { definition: deployed.definitionId } })
}

const tasks = () =>
  inTenant((tx) =>
    tx.all(
      build
        .selectFrom('process_tasks')
        .select(['id', 'assignee_id', 'owner_id', 'delegation_state', 'task_state', 'outcome', 'member'])
        .orderBy('member')
        .orderBy('id'),
    ),
  )
const task = async () => (await tasks())[0] ?? expect.fail('there is no task')
/** As the scheduler does it. */
async function carryOut(kind: string, key: string, payload: object): Promise<void> {
  const handler = server.services.workflow.handlers[kind] ?? expect.fail('nobody does the work')
  const piece = { tenantId: tenant.id, kind, key, payload, dueAt: new Date(), attempt: 1 }
  await handler({ ...piece, signal: new AbortController().signal, finish: () => Promise.resolve() })
}
const recheck = () => carryOut('process-recheck', 'people', {})
/** Somebody is on leave from now on. Returns the id of the absence. */
async function away(name: string, deputy: string, way: 'instead' | 'also' = 'instead'): Promise<string> {
  const id = crypto.randomUUID()
  const whom = { tenant_id: tenant.id, id, user_id: user(name), deputy_id: user(deputy), way, categories: [], open_tasks: true }
  const values = { ...whom, start_time: new Date('2020-01-01'), end_time: null, comment: null }
  await inTenant((tx) => tx.run(build.insertInto('process_absences').values(values)))
  return id
}
/** After the change nobody can do the task (else the test proves nothing); after the recheck somebody can, and nothing is stranded. */
async function afterChange(change: (tx: Transaction) => Promise<unknown>): Promise<void> {
  expect(await inTenant((tx) => unableTasks(tx, 10))).toEqual([])
  // Judged before it is committed: the server that runs beside this test asks anew by itself as soon as it is.
  await inTenant(async (tx) => {
    await change(tx)
    expect(await unableTasks(tx, 10)).not.toEqual([])
    expect(await stranded(tx, 10)).toHaveLength(1)
  })
  await recheck()
  expect(await inTenant((tx) => unableTasks(tx, 10))).toEqual([])
  expect(await inTenant((tx) => stranded(tx, 10))).toEqual([])
}
const disable = (name: string) => (tx: Transaction) => tx.run(build.updateTable('users').set({ status: 0 }).where('id', '=', user(name)))
const isRecorded = async () =>
  (await inTenant((tx) => tx.all(build.selectFrom('domain_events').select('subject').where('kind', '=', 'people-changed')))).map(
    ({ subject }) => subject,
  )
const remove = (name: string) => (tx: Transaction) => tx.run(build.deleteFrom('users').where('id', '=', user(name)))
const ROLE: PersonRule = { kind: 'role', code: 'ROLE_VIEWER' }
const POST: PersonRule = { kind: 'post', code: '', where: 'anywhere' }
const thePost = () => ({ ...POST, code: `post-${tenant.code}` })

it('an approver who is disabled is replaced by the managers', async () => {
  await started([{ kind: 'user', username: 'lead' }])
  await afterChange(disable('lead'))
  expect(await task()).toMatchObject({ assignee_id: user('chief'), task_state: 'open' })
  expect(await isRecorded()).toContain('users')
})

it('whoever manages the process hears that others are asked, and nobody does where the rules still name somebody', async () => {
  const notices = async () =>
    (
      await inTenant((tx) =>
        tx.all(
          build
            .selectFrom('notifications as notice')
            .innerJoin('notification_users as whom', (on) =>
              on.onRef('whom.tenant_id', '=', 'notice.tenant_id').onRef('whom.notification_id', '=', 'notice.id'),
            )
            .select(['notice.title', 'whom.user_id']),
        ),
      )
    ).filter(({ title }) => title.includes('approve') && !title.includes('New task'))
  await started([ROLE, { kind: 'user', username: 'lead' }])
  await afterChange(async (tx) => {
    await disable('mate')(tx)
    await disable('lead')(tx)
  })
  const [notice, ...more] = await notices()
  expect([notice?.user_id, more]).toEqual([user('chief'), []])
  // In each language of the product.
  for (const words of ['已无人可办', '已無人可辦理', 'Nobody who could do']) expect(notice?.title).toContain(words)
})

it('an approver who is deleted as well', async () => {
  await started([{ kind: 'user', username: 'mate' }])
  await afterChange(remove('mate'))
  expect(await task()).toMatchObject({ assignee_id: user('chief') })
  expect(await isRecorded()).toContain('users')
})

it('somebody else is asked without a wait when whoever changed the roles makes known that grants have changed', async () => {
  const role_id = tenant.roles['ROLE_VIEWER'] ?? ''
  await inTenant((tx) => tx.run(build.insertInto('user_roles').values({ tenant_id: tenant.id, user_id: user('lead'), role_id })))
  await started([ROLE])
  expect(await task()).toMatchObject({ assignee_id: null })
  await inTenant(async (tx) => {
    await tx.run(build.deleteFrom('user_roles').where('role_id', '=', role_id))
    await server.services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id })
  })
  // Otherwise it would be found by a look, half a minute later.
  await until('somebody else is asked', async () => (await task()).assignee_id === user('chief'), 15_000)
})

it('the holders of a role all lose it, or the role goes', async () => {
  await started([ROLE])
  expect(await task()).toMatchObject({ assignee_id: user('mate') })
  await inTenant((tx) =>
    tx.run(
      build.insertInto('user_roles').values({ tenant_id: tenant.id, user_id: user('lead'), role_id: tenant.roles['ROLE_VIEWER'] ?? '' }),
    ),
  )
  await started([ROLE])
  // Free for two; one of them has the other task.
  const free = (await tasks()).find(({ assignee_id }) => assignee_id === null) ?? expect.fail('nothing is free')
  await inTenant(async (tx) => {
    await tx.run(build.deleteFrom('user_roles').where('role_id', '=', tenant.roles['ROLE_VIEWER'] ?? ''))
    expect(await unableTasks(tx, 10)).toEqual([free.id])
  })
  await recheck()
  expect((await tasks()).find(({ id }) => id === free.id)).toMatchObject({ assignee_id: user('chief') })
  expect(await isRecorded()).toContain('user_roles')
  await inTenant((tx) => tx.run(build.deleteFrom('roles').where('id', '=', tenant.roles['ROLE_VIEWER'] ?? '')))
  expect(await isRecorded()).toContain('roles')
})

it('a post is switched off, and taken away', async () => {
  await inTenant((tx) => tx.run(build.deleteFrom('user_posts').where('user_id', '=', user('admin'))))
  await started([thePost()], {}, [{ kind: 'user', username: 'mate' }])
  expect(await task()).toMatchObject({ assignee_id: null })
  await afterChange((tx) => tx.run(build.updateTable('user_posts').set({ status: 0 }).where('post_id', '=', post)))
  expect(await task()).toMatchObject({ assignee_id: user('mate') })
  expect(await isRecorded()).toContain('user_posts')
})

it('whoever holds a post above moves away: the next above is asked', async () => {
  await inTenant((tx) => tx.run(build.deleteFrom('user_posts').where('user_id', '=', user('admin'))))
  await started([{ ...thePost(), kind: 'post', where: 'above' }])
  expect(await task()).toMatchObject({ assignee_id: user('lead') })
  // Given back to the pool, it is one of the organisation where its holder was.
  await inTenant(async (tx) => {
    await tx.run(build.updateTable('process_tasks').set({ assignee_id: null }))
    await tx.run(build.updateTable('process_task_people').set({ is_free: true }))
  })
  await afterChange((tx) =>
    tx.run(
      build
        .updateTable('users')
        .set({ org_id: tenant.organisations['team'] ?? '' })
        .where('id', '=', user('lead')),
    ),
  )
  expect(await task()).toMatchObject({ assignee_id: user('chief') })
  expect(await isRecorded()).toContain('users')
  await inTenant((tx) =>
    tx.run(
      build
        .updateTable('organisations')
        .set({ parent_id: tenant.organisations['root'] ?? '' })
        .where('id', '=', tenant.organisations['team'] ?? ''),
    ),
  )
  expect(await isRecorded()).toContain('organisations')
  // Whoever is asked stays asked while they can do it.
  await recheck()
  expect(await task()).toMatchObject({ assignee_id: user('chief'), task_state: 'open' })
  // The branch is above the team no more: who holds the post there is not the next one when the task is asked anew.
  await inTenant((tx) =>
    tx.run(build.insertInto('user_posts').values({ tenant_id: tenant.id, user_id: user('mate'), post_id: post, post_type: 1 })),
  )
  await afterChange(disable('chief'))
  expect((await task()).assignee_id).toBe(user('admin'))
  expect(await inTenant((tx) => stranded(tx, 10))).toEqual([])
})

it('somebody who has claimed a task goes: the others can take it, and the last one has it', async () => {
  await started([
    { kind: 'user', username: 'lead' },
    { kind: 'user', username: 'mate' },
  ])
  const { id } = await task()
  await server.services.workflow.act(person('lead'), { taskId: id, act: { do: 'claim' }, comment: null })
  await afterChange(disable('lead'))
  expect(await task()).toMatchObject({ assignee_id: user('mate') })
  await afterChange(disable('mate'))
  expect(await task()).toMatchObject({ assignee_id: user('chief') })
  // Managers go too: administrators are left.
  await afterChange(disable('chief'))
  expect(await task()).toMatchObject({ assignee_id: user('admin') })
})

it('a delegate goes: whoever delegated has it again; both go: somebody else has', async () => {
  await started([{ kind: 'user', username: 'lead' }])
  const { id } = await task()
  const delegate = () =>
    server.services.workflow.act(person('lead'), { taskId: id, act: { do: 'delegate', to: 'mate' }, comment: 'please' })
  await delegate()
  await afterChange(disable('mate'))
  expect(await task()).toMatchObject({ assignee_id: user('lead'), owner_id: null, delegation_state: null })
  await inTenant((tx) => tx.run(build.updateTable('users').set({ status: 1 }).where('id', '=', user('mate'))))
  await delegate()
  await afterChange((tx) =>
    tx.run(
      build
        .updateTable('users')
        .set({ status: 0 })
        .where('id', 'in', [user('mate'), user('lead')]),
    ),
  )
  expect(await task()).toMatchObject({ assignee_id: user('chief'), owner_id: null, delegation_state: null })
})

it('a delegate goes, and whoever delegated is on leave: their deputy has it, or the deputy of that one', async () => {
  await started([{ kind: 'user', username: 'lead' }])
  const { id } = await task()
  const act = { taskId: id, comment: 'you' }
  await server.services.workflow.act(person('lead'), { ...act, act: { do: 'delegate', to: 'chief' } })
  await away('lead', 'worker')
  await away('worker', 'mate')
  await afterChange(disable('chief'))
  expect(await task()).toMatchObject({ assignee_id: user('mate'), owner_id: user('lead'), delegation_state: null, task_state: 'open' })
})

it('one of those who decide together goes: a manager stands in, and the others keep their turn', async () => {
  await started(
    [
      { kind: 'user', username: 'lead' },
      { kind: 'user', username: 'mate' },
    ],
    { group: { mode: 'sequential' } },
  )
  await inTenant(disable('mate'))
  await recheck()
  expect(await tasks()).toMatchObject([
    { assignee_id: user('lead'), task_state: 'open' },
    { assignee_id: user('chief'), task_state: 'waiting' },
  ])
  await afterChange(disable('lead'))
})

it('where the rule about nobody lets it pass, it passes', async () => {
  await started([{ kind: 'user', username: 'lead' }], { whenNobody: 'pass' })
  await inTenant(disable('lead'))
  await recheck()
  expect(await task()).toMatchObject({ task_state: 'done', outcome: 'skipped' })
  expect(await inTenant((tx) => tx.first(build.selectFrom('process_instances').select('instance_state')))).toEqual({
    instance_state: 'ended',
  })
})

it.each([
  ['skip', { task_state: 'done', outcome: 'skipped' }],
  ['above', { task_state: 'open', assignee: 'chief' }],
] as const)('of several only whoever has begun it is left, who may not: %s', async (whenStarter, becomes) => {
  await started(
    [
      { kind: 'user', username: 'worker' },
      { kind: 'user', username: 'lead' },
    ],
    { whenStarter },
  )
  await afterChange(disable('lead'))
  const { assignee_id, ...left } = await task()
  expect({ ...left, assignee: Object.keys(tenant.users).find((name) => user(name) === assignee_id) }).toMatchObject(becomes)
})

it('whoever has it as the last resort keeps it while a deputy helps them: it is asked anew once, and not each minute', async () => {
  const admin: PersonRule = { kind: 'user', username: 'admin' }
  await started([admin, { kind: 'user', username: 'lead' }], { whenStarter: 'above' }, [admin], 'admin')
  const absence = await away('admin', 'mate', 'also')
  await afterChange(disable('lead'))
  await recheck()
  await carryOut('process-absence', absence, { absence })
  expect(await task()).toMatchObject({ assignee_id: user('admin'), task_state: 'open' })
  const commands = await inTenant((tx) => tx.all(build.selectFrom('process_events').select('command').orderBy('step_number')))
  expect(commands.map(({ command }) => command)).toEqual(['start', 'reassign'])
})

it.each(['skip-ever', 'skip-consecutive'] as const)('of several only whoever has approved before is left: %s', async (whenSame) => {
  const key = `s_${unique()}`
  const of = (...names: string[]) => names.map((username) => ({ kind: 'user', username }))
  const xml = bpmn(
    key,
    `${drawnTask('one', { people: of('lead') })}${drawnTask('two', { people: of('lead', 'mate'), whenSame })}<endEvent id="end"/>${way('start > one > two > end')}`,
  )
  const deployed = await inTenant((tx) => deploy(tx, server.services, { xml, key, name: key, category: null, deployedBy: null }))
  if (!('definitionId' in deployed)) throw new Error(JSON.stringify(deployed))
  const { id } = await server.services.workflow.start(person('worker'), { of: { definition: deployed.definitionId } })
  await server.services.workflow.act(person('lead'), { taskId: (await task()).id, act: { do: 'complete' } })
  await afterChange(disable('mate'))
  expect(await inTenant((tx) => tx.first(build.selectFrom('process_instances').select('outcome').where('id', '=', id)))).toEqual({
    outcome: 'approved',
  })
})

it('an instance with no way on at all says so', async () => {
  await started([{ kind: 'user', username: 'lead' }])
  await inTenant(async (tx) => {
    await tx.run(build.deleteFrom('process_tasks'))
    expect(await stranded(tx, 10)).toHaveLength(1)
  })
  await recheck()
  expect(await inTenant((tx) => stranded(tx, 10))).toEqual([])
  expect(await inTenant((tx) => tx.all(statement(sql<{ kind: string }>`select incident_kind as kind from process_incidents`)))).toEqual([
    { kind: 'stranded' },
  ])
})
