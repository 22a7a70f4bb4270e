/** Whoever is asked for a task is told of it, with a link that opens it, and without what roles hide. */
import { beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { processInstances, processTasks } from '../../../model/index.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../tests/support/builders.ts'
import { hiding as hidingRole } from '../../../tests/support/hiding.ts'
import type { OpenTask } from '../../../tests/support/processes.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import type { DomainEvent } from '../../kernel/runtime/domain-events.ts'
import { informOfTasks } from '../../process-notices.ts'
import type { TaskAct } from './acts.ts'
import { newTasks } from './new-tasks.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    users: ['ann', 'ben', 'cid'].map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })),
  })
})

async function started(key: string, settings: object, of = tenant): Promise<OpenTask[]> {
  const id = await deployRows(
    server,
    of,
    bpmn(`process-${key}`, `${task(key, settings)}<endEvent id="end"/>${way(`start > ${key} > end`)}`),
  )
  const { id: instance } = await server.services.workflow.start(person(of, 'admin'), { of: { definition: id } })
  return openTasksOf(server, of, instance)
}

/** Hands the subscriber the events of these tasks, as the log would. */
async function hear(tasks: readonly OpenTask[], of = tenant, kind: 'task-opened' | 'task-given' = 'task-opened'): Promise<void> {
  const { handle } = newTasks(informOfTasks(server.services.invalidations))
  const events = tasks.map(({ id, instance_id }, at): DomainEvent<'task-opened' | 'task-given'> => ({
    tenantId: of.id,
    id: String(at),
    kind,
    subject: id,
    payload: { id, instanceId: instance_id },
    happenedAt: new Date(),
  }))
  await inTenant(server, of, (tx) => handle(tx, events))
}

/** Titles, contents and receivers of what links to a task. */
const noticesOf = (taskId: string, of = tenant) =>
  inTenant(server, of, (tx) =>
    tx.all(
      build
        .selectFrom('notifications as n')
        .select(['n.title', 'n.content', 'n.status'])
        .select(
          sql<
            string[]
          >`array(select u.username from notification_users l join users u on u.id = l.user_id where l.notification_id = n.id order by 1)`.as(
            'users',
          ),
        )
        .select(
          sql<
            string[]
          >`array(select r.role_code from notification_roles l join roles r on r.id = l.role_id where l.notification_id = n.id)`.as(
            'roles',
          ),
        )
        .where('n.content', 'like', `%/personaloa/mytaskdetails?id=${taskId}%`),
    ),
  )

it('all who can take a task are told once, in each language, with a link to it', async () => {
  const [one] = await started('pool', {
    people: [
      { kind: 'user', username: 'ann' },
      { kind: 'user', username: 'ben' },
      { kind: 'role', code: 'ROLE_OPERATOR' },
    ],
  })
  if (!one) return expect.fail('there is no task')
  await hear([one])
  const notices = await noticesOf(one.id)
  expect(notices).toMatchObject([{ status: 'published', users: ['ann', 'ben'], roles: ['ROLE_OPERATOR'] }])
  expect(notices[0]?.title).toMatch(/^(?=.*新任务)(?=.*新任務).*New task: pool$/)
})

it('each member of a group is told of their own task, and of several at once in one notification', async () => {
  const members = ['ann', 'ben', 'cid'].map((username) => ({ kind: 'user', username }))
  const first = await started('group', { people: members, group: { mode: 'all' } })
  const second = await started('group-again', { people: members, group: { mode: 'all' } })
  expect(first).toHaveLength(3)
  await hear([...first, ...second])
  for (const { id, assignee_id } of first) {
    const notices = await noticesOf(id)
    expect(notices.map(({ users }) => users.map((name) => tenant.users[name]))).toEqual([[assignee_id]])
    expect(notices[0]?.title).toMatch(/New tasks: 2$/)
  }
})

it('what was done or claimed meanwhile nobody is told of', async () => {
  const [done] = await started('done', { people: [{ kind: 'user', username: 'ann' }] })
  const [claimed] = await started('claimed', {
    people: [
      { kind: 'user', username: 'ann' },
      { kind: 'user', username: 'ben' },
    ],
  })
  if (!done || !claimed) return expect.fail('there are no tasks')
  const ann = person(tenant, 'ann')
  await server.services.workflow.act(ann, { taskId: done.id, act: { do: 'complete' }, comment: 'so' })
  await server.services.workflow.act(ann, { taskId: claimed.id, act: { do: 'claim' } })
  await hear([done, claimed])
  expect([...(await noticesOf(done.id)), ...(await noticesOf(claimed.id))]).toEqual([])
})

it('whom a claimed task is handed on to is told of it, and whoever had delegated it when it is back', async () => {
  const [one] = await started('given', { people: ['ann', 'ben'].map((username) => ({ kind: 'user', username })) })
  if (!one) return expect.fail('there is no task')
  const act = (by: string, what: TaskAct) => server.services.workflow.act(person(tenant, by), { taskId: one.id, act: what, comment: 'so' })
  await act('ann', { do: 'claim' })
  await act('ann', { do: 'delegate', to: 'cid' })
  await hear([one], tenant, 'task-given')
  expect((await noticesOf(one.id)).map(({ users }) => users)).toEqual([['cid']])
  await act('cid', { do: 'resolve' })
  await hear([one], tenant, 'task-given')
  expect((await noticesOf(one.id)).flatMap(({ users }) => users).sort()).toEqual(['ann', 'cid'])
  const emitted = await inTenant(server, tenant, (tx) =>
    tx.all(build.selectFrom('domain_events').select('kind').where('subject', '=', one.id).where('kind', '=', 'task-given')),
  )
  expect(emitted).toHaveLength(2)
})

it('a name that some role hides is in no notification', async () => {
  const hiding = await buildTenant(server, {
    roles: [hidingRole(processTasks, 'name'), hidingRole(processInstances, 'name')],
    users: [buildUser({ username: 'ann', org: 'branch' })],
  })
  const [one] = await started('secret', { people: [{ kind: 'user', username: 'ann' }] }, hiding)
  if (!one) return expect.fail('there is no task')
  await hear([one], hiding)
  const [notice] = await noticesOf(one.id, hiding)
  expect(notice).toMatchObject({ users: ['ann'] })
  expect(`${notice?.title} ${notice?.content}`).not.toMatch(/secret/)
})
