/** Whoever comes to have a task, or can take it from now on, is told of it, whichever way it came to them; and nobody for whom nothing is new. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../tests/support/builders.ts'
import type { OpenTask } from '../../../tests/support/processes.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import type { DomainEvent } from '../../kernel/runtime/domain-events.ts'
import type { TaskAct } from './acts.ts'
import type { NewTasks } from './new-tasks.ts'
import { newTasks } from './new-tasks.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  tenant = await buildTenant(server, {
    users: ['ann', 'ben', 'cid', 'dan'].map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })),
  })
})

const user = (name: string) => tenant.users[name] ?? ''
const people = (...names: string[]) => names.map((username) => ({ kind: 'user', username }))
const act = (by: string, { id }: OpenTask, what: TaskAct) =>
  server.services.workflow.act(person(tenant, by), { taskId: id, act: what, comment: 'so' })

async function started(settings: object, managers: object[] = people('dan')): Promise<OpenTask> {
  const xml = bpmn('p', `${task('one', settings)}<endEvent id="end"/>${way('start > one > end')}`, { settings: { managers } })
  const { id } = await server.services.workflow.start(person(tenant, 'admin'), {
    of: { definition: await deployRows(server, tenant, xml) },
  })
  return (await openTasksOf(server, tenant, id))[0] ?? expect.fail('there is no task')
}

/** Whom the subscriber tells of what is in the log about a task, by usernames: since it was opened, or of its opening. */
async function informedOf({ id }: OpenTask, kind: 'task-given' | 'task-opened' = 'task-given'): Promise<string[]> {
  const informed: NewTasks[] = []
  const { handle } = newTasks((_, of) => Promise.resolve(void informed.push(...of)))
  await inTenant(server, tenant, async (tx) => {
    const rows = await tx.all(
      build.selectFrom('domain_events').select(['id', 'payload']).where('subject', '=', id).where('kind', '=', kind),
    )
    const events = rows.map((row) => ({ ...row, tenantId: tenant.id, kind, subject: id, happenedAt: new Date() }))
    await handle(tx, events as unknown as DomainEvent<'task-opened' | 'task-given'>[])
  })
  const names = new Map(Object.entries(tenant.users).map(([name, of]): [string, string] => [of, name]))
  return informed.flatMap(({ receivers }) => receivers.userIds.map((of) => names.get(of) ?? of)).sort()
}

/** As the scheduler does it. */
async function carryOut(kind: string, key: string, payload: object): Promise<void> {
  const work = { tenantId: tenant.id, kind, key, payload, dueAt: new Date(), attempt: 1, signal: new AbortController().signal }
  await server.services.workflow.handlers[kind]?.({ ...work, finish: () => Promise.resolve() })
}
const late = ({ id }: OpenTask) => carryOut('process-late', id, { task: id, index: 0, since: new Date().toISOString() })

async function away(name: string, deputy: string, way: 'instead' | 'also', categories: string[] = []): Promise<void> {
  const id = crypto.randomUUID()
  await inTenant(server, tenant, (tx) =>
    tx.run(
      build.insertInto('process_absences').values({
        ...{ tenant_id: tenant.id, id, user_id: user(name), deputy_id: user(deputy), way, categories, comment: null },
        ...{ start_time: new Date('2020-01-01'), end_time: null, open_tasks: true },
      }),
    ),
  )
  await carryOut('process-absence', id, { absence: id })
}

it('by the rule of a late task: one who is named, several, and the managers', async () => {
  const due = { after: 'PT1H' }
  const one = await started({ people: people('ann'), due, late: [{ do: 'transfer', to: people('ben') }] })
  expect(await informedOf(one)).toEqual([])
  await late(one)
  expect(await informedOf(one)).toEqual(['ben'])
  const several = await started({ people: people('ann'), due, late: [{ do: 'transfer', to: people('ben', 'cid') }] })
  await late(several)
  expect(await informedOf(several)).toEqual(expect.arrayContaining(['ben', 'cid']))
  const managed = await started({ people: people('ann'), due, late: [{ do: 'managers' }] })
  await late(managed)
  expect(await informedOf(managed)).toEqual(['dan'])
})

it('by the rule of a late task, and nobody else has it or can take it; of a group each has one place', async () => {
  const [due, rule] = [{ after: 'PT1H' }, [{ do: 'transfer', to: people('cid') }]]
  const pool = await started({ people: people('ann', 'ben'), due, late: rule })
  await late(pool)
  const candidates = await inTenant(server, tenant, (tx) =>
    tx.all(build.selectFrom('process_task_people').select(['person_id', 'is_free']).where('task_id', '=', pool.id)),
  )
  expect(candidates).toEqual([{ person_id: user('cid'), is_free: false }])
  const one = await started({ people: people('ann', 'ben'), group: { mode: 'all' }, due, late: rule })
  const members = () =>
    inTenant(server, tenant, (tx) =>
      tx.all(
        build
          .selectFrom('process_tasks as task')
          .innerJoin('process_tasks as same', 'same.instance_id', 'task.instance_id')
          .select(['task.id', 'task.assignee_id'])
          .where('same.id', '=', one.id)
          .orderBy('task.member'),
      ),
    )
  for (const task of await members()) await late({ ...one, id: task.id })
  expect((await members()).map(({ assignee_id }) => assignee_id)).toEqual(['cid', 'ben'].map(user))
})

it.each([
  ['one', 'dan', ['dan']],
  ['several', 'cid,dan', ['cid', 'dan']],
])('because nobody else was left who could do it: %s', async (_, managers, expected) => {
  const gone = await started({ people: people('ann') }, people(...managers.split(',')))
  await inTenant(server, tenant, (tx) => tx.run(build.updateTable('users').set({ status: 0 }).where('id', '=', user('ann'))))
  await carryOut('process-recheck', 'people', {})
  expect(await informedOf(gone)).toEqual(expected)
})

it('because whoever had taken it is gone: those who are left, or the last of them', async () => {
  const pool = await started({ people: people('ann', 'ben', 'cid') })
  await act('ann', pool, { do: 'claim' })
  await inTenant(server, tenant, (tx) => tx.run(build.updateTable('users').set({ status: 0 }).where('id', '=', user('ann'))))
  await carryOut('process-recheck', 'people', {})
  expect(await informedOf(pool)).toEqual(expect.arrayContaining(['ben', 'cid']))
})

it('for somebody who is away: the deputy in their place, the deputy alone where it is there for both', async () => {
  const [one, other] = [await started({ people: people('ann') }), await started({ people: people('ben') })]
  await away('ann', 'cid', 'instead')
  await away('ben', 'cid', 'also')
  expect(await informedOf(one)).toEqual(['cid'])
  expect(await informedOf(other)).toEqual(['cid'])
})

it('for somebody of several who is away when it is opened: deputies of processes of the kind', async () => {
  await away('ann', 'cid', 'also')
  await away('ben', 'dan', 'instead', ['travel'])
  const pool = await started({ people: people('ann', 'ben') })
  expect(await informedOf(pool, 'task-opened')).toEqual(['ann', 'ben', 'cid'])
})

it('from somebody who leaves: the successor, who has it or can take it now', async () => {
  const [theirs, pool] = [await started({ people: people('ann') }), await started({ people: people('ann', 'ben') })]
  const handed = { userId: user('ann'), assigneeId: user('cid'), taskIds: [theirs.id, pool.id], comment: 'leaves' }
  expect(await server.services.workflow.handOverAll(person(tenant, 'admin'), handed)).toEqual({ changed: 2, left: 0 })
  expect(await informedOf(theirs)).toEqual(['cid'])
  expect(await informedOf(pool)).toEqual(['cid'])
})

it('by somebody who gives it to them; not whoever takes it themselves', async () => {
  const pool = await started({ people: people('ann', 'ben') })
  await act('ann', pool, { do: 'claim' })
  expect(await informedOf(pool)).toEqual([])
  await act('ann', pool, { do: 'transfer', to: 'cid' })
  expect(await informedOf(pool)).toEqual(['cid'])
  await act('admin', pool, { do: 'hand-over', to: 'admin' })
  const given = await inTenant(server, tenant, (tx) =>
    tx.all(build.selectFrom('domain_events').select('id').where('subject', '=', pool.id).where('kind', '=', 'task-given')),
  )
  expect(given).toHaveLength(1)
})
