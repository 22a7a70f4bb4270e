/** Migrations as jobs: tried, done, followed, and taken back where nothing has happened since. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { until } from '../../../../tests/support/process.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { build } from '../../../kernel/database/sql.ts'

const PROCESS = '/api/activiti/process'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: [buildUser({ username: 'plain', roles: [] })] })
  admin = await tenant.signIn('admin')
})

const mine = { people: [{ kind: 'user', username: 'admin' }] }
const first = (key: string) => bpmn(key, `${task('a', mine)}${task('b', mine)}<endEvent id="end"/>${way('start > a > b > end')}`)
/** `a` is called `a2`, and there is no `b`. */
const second = (key: string) => bpmn(key, `${task('a2', mine)}${task('c', mine)}<endEvent id="end"/>${way('start > a2 > c > end')}`)

async function versions(): Promise<{ from: string; to: string; instances: string[] }> {
  const key = `m_${unique()}`
  const from = await deployRows(server, tenant, first(key))
  const instances: string[] = []
  for (let at = 0; at < 3; at += 1)
    instances.push((await server.services.workflow.start(person(tenant, 'admin'), { of: { definition: from } })).id)
  return { from, to: await deployRows(server, tenant, second(key)), instances }
}
async function complete(id: string): Promise<void> {
  const [open] = await openTasksOf(server, tenant, id)
  await server.services.workflow.act(person(tenant, 'admin'), { taskId: open?.id ?? '', act: { do: 'complete' }, comment: 'so' })
}
const at = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await openTasksOf(server, tenant, id)).map(({ node }) => node).join()))

interface State {
  readonly status: string
  readonly done: number
  readonly total: number | null
  readonly result: { moved: number; stayed: number; reasons: { node: string; count: number; message: string }[] } | null
}
async function ended(jobId: string): Promise<State> {
  let state: State | undefined
  await until('the job has ended', async () => {
    state = dataOf<State>(await admin.get(`${PROCESS}/queryProcessMigration`, { jobId }, { 'accept-language': 'en' }))
    return !['queued', 'running'].includes(state.status)
  })
  return state ?? expect.fail('there is no such job')
}
const begin = (input: object, by = admin) =>
  by.post<{ jobId: string }>(
    `${PROCESS}/startProcessMigration`,
    { mapping: { a: 'a2' }, comment: 'a new version', ...input },
    { 'accept-language': 'en' },
  )

describe('a migration', () => {
  it('is tried, then done by a job that says how far it is, and each that cannot move stays and says why', async () => {
    const { from, to, instances } = await versions()
    const [one = '', two = '', three = ''] = instances
    await complete(three)
    const tried = await ended(dataOf<{ jobId: string }>(await begin({ from, to, dry: true })).jobId)
    const expected = { moved: 2, stayed: 1, reasons: [{ node: 'b', count: 1, message: '“b” is not in the other version' }] }
    expect(tried).toMatchObject({ status: 'done', done: 3, total: 3, result: expected })
    expect(await at(instances)).toEqual(['a', 'a', 'b'])
    const { jobId } = dataOf<{ jobId: string }>(await begin({ from, to }))
    expect(await ended(jobId)).toMatchObject({ status: 'done', result: expected })
    expect(await at(instances)).toEqual(['a2', 'a2', 'b'])

    // One goes on; the other one is as it was moved.
    await complete(two)
    expect((await admin.post(`${PROCESS}/undoProcessMigration`, { jobId, comment: ' ' })).http).toBe(422)
    const undo = dataOf<{ jobId: string }>(await admin.post(`${PROCESS}/undoProcessMigration`, { jobId, comment: 'too early' }))
    expect(await ended(undo.jobId)).toMatchObject({ status: 'done', result: { moved: 1 } })
    expect(await at(instances)).toEqual(['a', 'c', 'b'])
    const steps = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_events').select(['command', 'comment']).where('instance_id', '=', one).orderBy('step_number')),
    )
    expect(steps.slice(-2)).toEqual([
      { command: 'migrate', comment: 'a new version' },
      { command: 'migrate-back', comment: 'too early' },
    ])
    await complete(one)
    expect(await at([one])).toEqual(['b'])
  })

  it('cannot be taken back where it was a try, or two nodes became one', async () => {
    const { from, to } = await versions()
    const undone = async (input: object) => {
      const { jobId } = dataOf<{ jobId: string }>(await begin({ from, to, ...input }))
      await ended(jobId)
      return admin.post(`${PROCESS}/undoProcessMigration`, { jobId, comment: 'so' })
    }
    expect((await undone({ dry: true })).http).toBe(409)
    expect((await undone({ mapping: { a: 'a2', b: 'a2' } })).http).toBe(409)
  })

  it('is nobody’s but of those who may, and each has their own', async () => {
    const { from, to } = await versions()
    expect((await begin({ from, to }, await tenant.signIn('plain'))).http).toBe(403)
    const other = await buildTenant(server)
    const stranger = await other.signIn('admin')
    expect((await begin({ from, to }, stranger)).http).toBe(404)
    const { jobId } = dataOf<{ jobId: string }>(await begin({ from, to, dry: true }))
    await ended(jobId)
    expect((await stranger.get(`${PROCESS}/queryProcessMigration`, { jobId })).http).toBe(404)
  })
})
