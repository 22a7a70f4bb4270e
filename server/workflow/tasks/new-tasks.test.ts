/** Whoever is asked for a task is told of it, with a link that opens it, and without what roles hide. */
import { beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { processInstances, processTasks, users } from '../../../model/index.ts'
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
import type { NewTasks } from './new-tasks.ts'
import { newTasks } from './new-tasks.ts'

/** Somebody is told a moment after the task is there. */
const WAITING = { timeout: 20_000, interval: 50 }

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    users: ['ann', 'ben', 'cid'].map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })),
  })
})

const names = () => new Map(Object.entries(tenant.users).map(([name, id]): [string, string] => [id, name]))

async function started(key: string, settings: object, of = tenant): Promise<OpenTask[]> {
  const id = await deployRows(
    server,
    of,
    bpmn(`process-${key}`, `${task(key, settings)}<endEvent id="end"/>${way(`start > ${key} > end`)}`),
  )
  const { id: instance } = await server.services.workflow.start(person(of, 'admin'), { of: { definition: id } })
  return openTasksOf(server, of, instance)
}

/** What the subscriber would tell of these tasks, given their events as the log gives them. */
async function received(tasks: readonly OpenTask[], kind: 'task-opened' | 'task-given' = 'task-opened'): Promise<readonly NewTasks[]> {
  const all: NewTasks[] = []
  const { handle } = newTasks((_, of) => Promise.resolve(void all.push(...of)))
  const events = tasks.map(({ id, instance_id }, at): DomainEvent<'task-opened' | 'task-given'> => ({
    tenantId: tenant.id,
    id: String(at),
    kind,
    subject: id,
    payload: { id, instanceId: instance_id },
    happenedAt: new Date(),
  }))
  await inTenant(server, tenant, (tx) => handle(tx, events))
  return all
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
  await expect
    .poll(() => noticesOf(one.id), WAITING)
    .toMatchObject([{ status: 'published', users: ['ann', 'ben'], roles: ['ROLE_OPERATOR'] }])
  expect((await noticesOf(one.id))[0]?.title).toMatch(/^(?=.*新任务)(?=.*新任務).*New task: pool$/)
})

it('each member of a group is told of their own tasks, of those that come together at once', async () => {
  const members = ['ann', 'ben', 'cid'].map((username) => ({ kind: 'user', username }))
  const first = await started('group', { people: members, group: { mode: 'all' } })
  const second = await started('group-again', { people: members, group: { mode: 'all' } })
  expect(first).toHaveLength(3)
  const informed = await received([...first, ...second])
  expect(informed.map(({ receivers }) => receivers.userIds.map((id) => names().get(id))).sort()).toEqual([['ann'], ['ben'], ['cid']])
  for (const { receivers, tasks } of informed)
    expect(tasks.map(({ id }) => id).sort()).toEqual(
      [...first, ...second].flatMap(({ id, assignee_id }) => (assignee_id === receivers.userIds[0] ? [id] : [])).sort(),
    )
})

it('several at once are one notification with a link to each', async () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  const receivers = { userIds: [tenant.users['ann'] ?? ''], roleIds: [], organisationIds: [] }
  const tasks = ids.map((id) => ({ id, name: 'Check', instance: 'Pump <7>' }))
  await inTenant(server, tenant, (tx) => informOfTasks(server.services.invalidations)(tx, [{ receivers, tasks }]))
  const [[one], [other]] = [await noticesOf(ids[0] ?? ''), await noticesOf(ids[1] ?? '')]
  expect(one).toEqual(other)
  expect(one?.title).toMatch(/New tasks: 2$/)
  expect(one?.content).toContain('Check · Pump &lt;7&gt;')
})

it('what was done or claimed meanwhile nobody is told of', async () => {
  const [done] = await started('done', { people: [{ kind: 'user', username: 'ann' }] })
  const [claimed] = await started('claimed', { people: ['ann', 'ben'].map((username) => ({ kind: 'user', username })) })
  if (!done || !claimed) return expect.fail('there are no tasks')
  expect(await received([done, claimed])).toHaveLength(2)
  const ann = person(tenant, 'ann')
  await server.services.workflow.act(ann, { taskId: done.id, act: { do: 'complete' }, comment: 'so' })
  await server.services.workflow.act(ann, { taskId: claimed.id, act: { do: 'claim' } })
  expect(await received([done, claimed])).toEqual([])
})

it('whom a claimed task is handed on to is told of it, and whoever had delegated it when it is back', async () => {
  const [one] = await started('given', { people: ['ann', 'ben'].map((username) => ({ kind: 'user', username })) })
  if (!one) return expect.fail('there is no task')
  const act = (by: string, what: TaskAct) => server.services.workflow.act(person(tenant, by), { taskId: one.id, act: what, comment: 'so' })
  const notifiedOf = async () =>
    (await received([one], 'task-given')).flatMap(({ receivers }) => receivers.userIds.map((id) => names().get(id)))
  await act('ann', { do: 'claim' })
  await act('ann', { do: 'delegate', to: 'cid' })
  expect(await notifiedOf()).toEqual(['cid'])
  await act('cid', { do: 'resolve' })
  expect(await notifiedOf()).toEqual(['ann'])
  const emitted = await inTenant(server, tenant, (tx) =>
    tx.all(build.selectFrom('domain_events').select('kind').where('subject', '=', one.id).where('kind', '=', 'task-given')),
  )
  expect(emitted).toHaveLength(2)
})

it('a name that some role hides is in no notification', async () => {
  const hiding = await buildTenant(server, {
    roles: [hidingRole(processTasks, 'name'), hidingRole(processInstances, 'name'), hidingRole(users, 'nickname')],
    users: [buildUser({ username: 'ann', org: 'branch' })],
  })
  const [one] = await started('secret', { people: [{ kind: 'user', username: 'ann' }] }, hiding)
  if (!one) return expect.fail('there is no task')
  await expect.poll(() => noticesOf(one.id, hiding), WAITING).toMatchObject([{ users: ['ann'] }])
  const [notice] = await noticesOf(one.id, hiding)
  expect(`${notice?.title} ${notice?.content}`).not.toMatch(/secret/)
  await server.services.workflow.remind(person(hiding, 'admin'), { instanceId: one.instance_id, comment: 'please' })
  await server.services.workflow.copy(person(hiding, 'admin'), { instanceId: one.instance_id, people: ['ann'], comment: undefined })
  const notified = await inTenant(server, hiding, (tx) => tx.all(build.selectFrom('notifications').select(['title', 'content'])))
  expect(notified.filter(({ title }) => title.includes('admin'))).toHaveLength(2)
  // The nickname of the administrator is the canary.
  expect(JSON.stringify(notified)).not.toMatch(new RegExp(`secret|${hiding.canary}`))
})
