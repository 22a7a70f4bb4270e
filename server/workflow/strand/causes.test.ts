/** Nothing strands: each way in which those who are asked can be lost, in each state in which an instance can be, and each of them comes to its end. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { PersonRule } from '../../../model/workflow/settings.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../tests/support/builders.ts'
import { bpmn, inTenant, instanceRow, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { deploy } from '../deployment/deploy.ts'
import type { TaskAct } from '../tasks/acts.ts'
import { ableFor, stranded, unableTasks } from './unable.ts'

const STATES = ['open', 'claimed', 'delegated', 'half of a countersign', 'suspended', 'at a timer'] as const
type State = (typeof STATES)[number]
/** Those who are asked. */
const ASKED = ['lead', 'mate'] as const

let server: TestServer
let tenant: BuiltTenant
let post: string
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  const orgs: Readonly<Record<string, string>> = { worker: 'team', chief: 'root' }
  tenant = await buildTenant(server, {
    users: ['lead', 'mate', 'helper', 'chief', 'worker'].map((username) =>
      buildUser({ username, roles: ['ROLE_VIEWER'], org: orgs[username] ?? 'branch' }),
    ),
  })
  // The role and the post are those of whoever is asked, and of nobody else.
  await inTenant(server, tenant, async (tx) => {
    post = (await tx.first(build.selectFrom('posts').select('id')))?.id ?? ''
    await tx.run(build.deleteFrom('user_posts').where('user_id', '=', user('admin')))
    for (const name of ASKED)
      await tx.run(build.insertInto('user_posts').values({ tenant_id: tenant.id, user_id: user(name), post_id: post, post_type: 1 }))
    await tx.run(build.deleteFrom('user_roles').where('user_id', 'in', ['viewer', 'helper', 'chief', 'worker'].map(user)))
  })
})

const user = (name: string) => tenant.users[name] ?? ''
const byName = (): PersonRule[] => ASKED.map((username) => ({ kind: 'user', username }))
const byRole = (): PersonRule[] => [{ kind: 'role', code: 'ROLE_VIEWER' }]
const byPost = (where: 'anywhere' | 'above') => (): PersonRule[] => [{ kind: 'post', code: `post-${tenant.code}`, where }]

const disable = (names: readonly string[]) => (tx: Transaction) =>
  tx.run(build.updateTable('users').set({ status: 0 }).where('id', 'in', names.map(user)))
const emptyRole = (tx: Transaction) => tx.run(build.deleteFrom('user_roles').where('role_id', '=', tenant.roles['ROLE_VIEWER'] ?? ''))

interface Cause {
  readonly people: () => PersonRule[]
  /** After it nobody can do some of the tasks, before anybody else is asked. */
  readonly happens?: (tx: Transaction) => Promise<unknown>
  /** Changes nothing about the tasks at once. */
  readonly also?: () => Promise<unknown>
}
const CAUSES: Readonly<Record<string, Cause>> = {
  'those who are asked are disabled': { people: byName, happens: disable(ASKED) },
  'they are deleted': { people: byName, happens: (tx) => tx.run(build.deleteFrom('users').where('id', 'in', ASKED.map(user))) },
  'nobody holds their role any more': { people: byRole, happens: emptyRole },
  'their role is deleted': {
    people: byRole,
    async happens(tx) {
      await emptyRole(tx)
      await tx.run(build.deleteFrom('roles').where('id', '=', tenant.roles['ROLE_VIEWER'] ?? ''))
    },
  },
  'their post is switched off': {
    people: byPost('anywhere'),
    happens: (tx) => tx.run(build.updateTable('user_posts').set({ status: 0 }).where('post_id', '=', post)),
  },
  'they move, and so does the organisation of the starter': {
    people: byPost('above'),
    async happens(tx) {
      const [team, root] = [tenant.organisations['team'] ?? '', tenant.organisations['root'] ?? '']
      await tx.run(build.updateTable('users').set({ org_id: team }).where('id', 'in', ASKED.map(user)))
      await tx.run(build.updateTable('organisations').set({ parent_id: root }).where('id', '=', team))
    },
  },
  'the package of the tenant is cut': {
    people: byName,
    also: () =>
      server.services.transactions.inPlatform('a test sells a package', async (tx) => {
        const package_id = newId()
        await tx.run(build.insertInto('packages').values({ id: package_id, package_name: `P ${unique()}`, package_description: '' }))
        await tx.run(build.updateTable('tenants').set({ package_id }).where('id', '=', tenant.id))
      }),
  },
  'everybody goes but the last administrator': {
    people: byName,
    happens: disable([...ASKED, 'helper', 'chief', 'worker', 'editor', 'viewer']),
  },
  'the deputy of a deputy, who are both on leave, goes': {
    people: byName,
    async also() {
      for (const [name, deputy] of [
        ['lead', 'mate'],
        ['mate', 'helper'],
      ] as const) {
        const id = newId()
        const whom = { tenant_id: tenant.id, id, user_id: user(name), deputy_id: user(deputy), categories: [], open_tasks: true }
        const values = { ...whom, way: 'instead' as const, start_time: new Date('2020-01-01'), end_time: null, comment: null }
        await inTenant(server, tenant, (tx) => tx.run(build.insertInto('process_absences').values(values)))
        await carryOut('process-absence', id, { absence: id })
      }
    },
    happens: disable(['helper']),
  },
}

/** As the scheduler does it. */
async function carryOut(kind: string, key: string, payload: object): Promise<void> {
  const piece = { tenantId: tenant.id, kind, key, payload, dueAt: new Date(), attempt: 1 }
  await server.services.workflow.handlers[kind]?.({ ...piece, signal: new AbortController().signal, finish: () => Promise.resolve() })
}
const recheck = () => carryOut('process-recheck', 'people', {})
const nobodys = () => inTenant(server, tenant, async (tx) => [await unableTasks(tx, 50), await stranded(tx, 50)])

const openTasks = (instance: string) =>
  inTenant(server, tenant, (tx) =>
    tx.all(
      build
        .selectFrom('process_tasks')
        .select(['id', 'assignee_id', 'delegation_state'])
        .where('instance_id', '=', instance)
        .where('task_state', '=', 'open')
        .orderBy('id'),
    ),
  )
const act = (userId: string, taskId: string, what: TaskAct) =>
  server.services.workflow.act({ tenantId: tenant.id, userId }, { taskId, act: what, comment: 'so' })

const TIMER =
  '<intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>P9D</timeDuration></timerEventDefinition></intermediateCatchEvent>'

/** An instance in the state; chief manages it. */
async function instanceIn(state: State, people: PersonRule[]): Promise<string> {
  const key = `c_${unique()}`
  const asks = { people, ...(state === 'half of a countersign' ? { group: { mode: 'all' } } : {}) }
  const ways = state === 'at a timer' ? `${TIMER}${way('start > wait > approve > end')}` : way('start > approve > end')
  const settings = { managers: [{ kind: 'user', username: 'chief' }] }
  const xml = bpmn(key, `${task('approve', asks)}<endEvent id="end"/>${ways}`, { settings })
  const deployed = await inTenant(server, tenant, (tx) =>
    deploy(tx, server.services, { xml, key, name: key, category: null, deployedBy: null }),
  )
  if (!('definitionId' in deployed)) return expect.fail(JSON.stringify(deployed))
  const { id } = await server.services.workflow.start(person(tenant, 'worker'), { of: { definition: deployed.definitionId } })
  const tasks = await openTasks(id)
  const [first] = tasks
  if (state === 'claimed' || state === 'delegated') await act(user('lead'), first?.id ?? '', { do: 'claim' })
  if (state === 'delegated') await act(user('lead'), first?.id ?? '', { do: 'delegate', to: 'mate' })
  if (state === 'half of a countersign') {
    expect(tasks).toHaveLength(2)
    await act(user('lead'), tasks.find(({ assignee_id: has }) => has === user('lead'))?.id ?? '', { do: 'complete' })
  }
  if (state === 'suspended') await server.services.workflow.suspend(person(tenant, 'admin'), { instanceId: id })
  return id
}

/** Whoever has a task, or can take it, does it, until nothing is left to do. */
async function bringToItsEnd(id: string): Promise<void> {
  for (let left = 10; (await instanceRow(server, tenant, id))?.instance_state !== 'ended'; left -= 1) {
    expect(left, 'it comes to its end').toBeGreaterThan(0)
    const one = (await openTasks(id))[0] ?? expect.fail('nothing is open')
    const [able = ''] = await inTenant(server, tenant, (tx) => ableFor(tx, one.id, []))
    if (one.assignee_id === null) await act(able, one.id, { do: 'claim' })
    await act(one.assignee_id ?? able, one.id, { do: one.delegation_state === 'PENDING' ? 'resolve' : 'complete' })
    await recheck()
    expect(await nobodys()).toEqual([[], []])
  }
}

it.each(Object.keys(CAUSES))(
  '%s: somebody can lead on whatever was under way, and it comes to its end',
  { timeout: 60_000 },
  async (name) => {
    const { people, happens, also } = CAUSES[name] ?? expect.fail(name)
    const ids = new Map<State, string>()
    for (const state of STATES) ids.set(state, await instanceIn(state, people()))
    expect(await nobodys()).toEqual([[], []])
    await also?.()
    // Judged before it is committed: the server that runs beside this test asks anew by itself as soon as it is.
    if (happens)
      await inTenant(server, tenant, async (tx) => {
        await happens(tx)
        expect(await unableTasks(tx, 50)).not.toEqual([])
      })
    await recheck()
    expect(await nobodys()).toEqual([[], []])
    const [suspended, waiting] = [ids.get('suspended') ?? '', ids.get('at a timer') ?? '']
    await server.services.workflow.activate(person(tenant, 'admin'), { instanceId: suspended })
    const wait = await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('process_waits').select('number').where('instance_id', '=', waiting)),
    )
    await server.services.workflow.occur(person(tenant, 'admin'), { instanceId: waiting, wait: wait?.number ?? 0, comment: 'it is time' })
    await recheck()
    expect(await nobodys()).toEqual([[], []])
    for (const [state, id] of ids) {
      await bringToItsEnd(id)
      expect(await instanceRow(server, tenant, id), state).toMatchObject({ outcome: 'approved', incidents: [] })
    }
  },
)
