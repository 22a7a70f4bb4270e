/** What an instance waits for leads it on only where somebody can bring it about; else it says so, and it is let happen by hand. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { correlateMessage } from '../../../model/contract/workflow/messages.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../tests/support/builders.ts'
import { bpmn, inTenant, instanceRow, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import { Failure } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { deploy } from '../deployment/deploy.ts'
import { statement } from '../statement.ts'
import { stranded } from './unable.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  tenant = await buildTenant(server)
})

const mine = { people: [{ kind: 'user', username: 'admin' }] }
const before = '<message id="m" name="Paid"/><signal id="s" name="Loud"/>'
const waiting = (on: string) => (key: string) =>
  bpmn(
    key,
    `<intermediateCatchEvent id="wait" name="Wait">${on}</intermediateCatchEvent>${task('one', mine)}<endEvent id="end"/>${way('start > wait > one > end')}`,
    { before },
  )
const MESSAGE = '<messageEventDefinition messageRef="m"/>'
const SIGNAL = '<signalEventDefinition signalRef="s"/>'
const CONDITION = '<conditionalEventDefinition><condition>= done = true</condition></conditionalEventDefinition>'
const TIMER = '<timerEventDefinition><timeDuration>PT9H</timeDuration></timerEventDefinition>'
/** A process that ends with it. */
const sender = (on: string) => (key: string) => bpmn(key, `<endEvent id="end">${on}</endEvent>${way('start > end')}`, { before })

async function deployed(draw: (key: string) => string): Promise<string> {
  const key = `a_${unique()}`
  const done = await inTenant(server, tenant, (tx) =>
    deploy(tx, server.services, { xml: draw(key), key, name: key, category: null, deployedBy: null }),
  )
  return 'definitionId' in done ? done.definitionId : expect.fail(JSON.stringify(done))
}
const started = async (draw: (key: string) => string) =>
  (await server.services.workflow.start(person(tenant, 'admin'), { of: { definition: await deployed(draw) } })).id
const strandedNow = () => inTenant(server, tenant, (tx) => stranded(tx, 10))
/** As the scheduler does it. */
async function recheck(): Promise<void> {
  const work = { tenantId: tenant.id, kind: 'process-recheck', key: 'people', payload: {}, dueAt: new Date(), attempt: 1 }
  const signal = new AbortController().signal
  await server.services.workflow.handlers['process-recheck']?.({ ...work, signal, finish: () => Promise.resolve() })
}
const incidents = () =>
  inTenant(server, tenant, (tx) =>
    tx.all(
      statement(sql<{ id: string; node: string; kind: string; detail: unknown }>`select id, node, incident_kind as kind, detail
      from process_incidents where resolved_at is null`),
    ),
  )
const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : Promise.reject(error as Error)),
  )

it.each([
  ['a message', MESSAGE, 'Paid'],
  ['a signal', SIGNAL, 'Loud'],
  ['a condition', CONDITION, ''],
])('%s that nothing brings about is an incident that names it, and passing over it lets it happen', async (_, on, about) => {
  const id = await started(waiting(on))
  expect(await strandedNow()).toEqual([id])
  await recheck()
  expect(await strandedNow()).toEqual([])
  const [incident, ...more] = await incidents()
  expect([incident, more]).toMatchObject([{ node: 'wait', kind: 'awaited', detail: { about } }, []])
  await server.services.workflow.resolveIncident(person(tenant, 'admin'), {
    incidentId: incident?.id ?? '',
    way: 'skip',
    comment: 'came by post',
  })
  expect(await openTasksOf(server, tenant, id)).toMatchObject([{ node: 'one' }])
  expect(await instanceRow(server, tenant, id)).toMatchObject({ incidents: [] })
})

it.each([
  ['message', MESSAGE],
  ['signal', SIGNAL],
])('a %s that a process throws leads on, as long as that process can run', async (_, on) => {
  const id = await started(waiting(on))
  const thrower = await deployed(sender(on))
  expect(await strandedNow()).toEqual([])
  await inTenant(server, tenant, (tx) => tx.run(build.updateTable('process_definitions').set({ suspended: 1 }).where('id', '=', thrower)))
  expect(await strandedNow()).toEqual([id])
})

it('a message that an application may send leads on, as long as the application is enabled and the package of the tenant has the call', async () => {
  const id = await started(waiting(MESSAGE))
  const client = crypto.randomUUID()
  await inTenant(server, tenant, async (tx) => {
    const own = { tenant_id: tenant.id, role_id: tenant.roles['ROLE_ADMIN'] ?? '' }
    const url = await tx.first(build.selectFrom('urls').select('id').where('url', '=', correlateMessage.path))
    // The administrators of a tenant are granted whatever is new.
    expect(
      await tx.first(
        build
          .selectFrom('role_urls')
          .select('role_id')
          .where('role_id', '=', own.role_id)
          .where('url_id', '=', url?.id ?? ''),
      ),
    ).toBeDefined()
    await tx.run(
      statement(sql`insert into app_clients (tenant_id, id, client_code, client_description, client_type, auth_type, auth_scope, fallback_url, token_seconds,
        refresh_seconds, first_party, status) values (${tenant.id}, ${client}, 'erp', 'erp', 'confidential', 'client_credentials', 'profile', '', 600, 600, 0, 1)`),
    )
    await tx.run(build.insertInto('app_client_roles').values({ ...own, client_id: client }))
  })
  expect(await strandedNow()).toEqual([])
  const { transactions } = server.services
  const package_id = newId()
  // The grants of roles stay as they are, and give nothing that the package lacks.
  await transactions.inPlatform('a test sells a package', async (tx) => {
    await tx.run(build.insertInto('packages').values({ id: package_id, package_name: `P ${unique()}`, package_description: '' }))
    await tx.run(build.updateTable('tenants').set({ package_id }).where('id', '=', tenant.id))
  })
  expect(await strandedNow()).toEqual([id])
  await transactions.inPlatform('a test adds a call to a package', async (tx) => {
    const url = await tx.first(build.selectFrom('urls').select('id').where('url', '=', correlateMessage.path))
    await tx.run(build.insertInto('package_urls').values({ package_id, url_id: url?.id ?? '' }))
  })
  expect(await strandedNow()).toEqual([])
  await inTenant(server, tenant, (tx) => tx.run(build.updateTable('app_clients').set({ status: 0 }).where('id', '=', client)))
  expect(await strandedNow()).toEqual([id])
})

it.each([
  ['a message', MESSAGE],
  ['a timer', TIMER],
])('%s happens by hand, with a comment in the record; twice it does not, nor while the instance rests', async (_, on) => {
  const id = await started(waiting(on))
  const [wait] = await inTenant(server, tenant, (tx) =>
    tx.all(build.selectFrom('process_waits').select('number').where('instance_id', '=', id)),
  )
  const occur = () =>
    server.services.workflow.occur(person(tenant, 'admin'), { instanceId: id, wait: wait?.number ?? 0, comment: 'by phone' })
  await server.services.workflow.suspend(person(tenant, 'admin'), { instanceId: id })
  expect(await codeOf(occur())).toBe('process.suspended')
  await server.services.workflow.activate(person(tenant, 'admin'), { instanceId: id })
  await occur()
  expect(await openTasksOf(server, tenant, id)).toMatchObject([{ node: 'one', task_state: 'open' }])
  const record = await inTenant(server, tenant, (tx) =>
    tx.all(
      build
        .selectFrom('process_events')
        .select(['command', 'comment', 'actor_id'])
        .where('instance_id', '=', id)
        .where('command', '=', 'occur'),
    ),
  )
  expect(record).toEqual([{ command: 'occur', comment: 'by phone', actor_id: tenant.users['admin'] }])
  expect(await codeOf(occur())).toBe('process.no-wait')
})
