/** Tasks that are to be signed: one proof of identity a decision, given in the session for it; kept with the act. */
import { beforeAll, expect, it } from 'vitest'
import type { ProcessRecord } from '../../../../model/contract/workflow/tasks.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { drawn } from '../../../../tests/support/drawn-process.ts'
import { bpmn, deployRows, openTasksOf, person, task, way } from '../../../../tests/support/processes.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { wirePassword } from '../../../identity/index.ts'
import { deploy } from '../../../workflow/index.ts'

const TASK = '/api/activiti/task'
let server: TestServer
let tenant: BuiltTenant
let lead: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: [buildUser({ username: 'lead', roles: ['ROLE_VIEWER'] })] })
  lead = await tenant.signIn('lead')
})

const rows = <Row>(text: string, values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows as Row[])

async function begun(signed: boolean): Promise<{ instance: string; taskId: string }> {
  const key = `s_${unique()}`
  const approve = { people: [{ kind: 'user' as const, username: 'lead' }], ...(signed ? { signed } : {}) }
  const given = { xml: drawn({ tasks: { approve } })(key), key, name: key, category: null, deployedBy: null }
  const answer = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => deploy(tx, server.services, given))
  const definition = 'definitionId' in answer ? answer.definitionId : expect.fail(JSON.stringify(answer))
  const { id: instance } = await server.services.workflow.start(
    { tenantId: tenant.id, userId: tenant.users['admin'] ?? '' },
    { of: { definition }, description: 'x' },
  )
  const [task] = await rows<{ id: string }>(`select id from process_tasks where instance_id = $1 and task_state = 'open'`, [instance])
  return { instance, taskId: task?.id ?? '' }
}
const act = (verb: string, taskId: string, more: object = {}) => lead.post(`${TASK}/${verb}`, { taskId, comment: 'so', ...more })
const confirm = async (password = PASSWORD) =>
  (await lead.post('/api/account/secondfactor/confirmIdentity', { password: wirePassword(password) })).http
const lastOf = async (instance: string) =>
  dataOf<{ list: ProcessRecord[] }>(await lead.get(`${TASK}/queryTaskComment`, { processInstanceId: instance })).list.at(-1)

it('having signed in is no signature, a proof is one of one decision, and it stands in the record', async () => {
  const [one, two] = [await begun(true), await begun(true)]
  for (const verb of ['completeTask', 'rejectTask'])
    expect(await act(verb, one.taskId), verb).toMatchObject({ http: 403, errors: [{ field: 'signature' }] })
  expect(await confirm('wrong-horse-1')).toBe(422)
  expect((await act('completeTask', one.taskId)).http, 'after a wrong password').toBe(403)
  expect(await confirm()).toBe(200)
  const answers = await Promise.all([act('completeTask', one.taskId), act('rejectTask', two.taskId)])
  expect(answers.map(({ http }) => http).sort(), 'one proof, one signature').toEqual([200, 403])
  const [signed, open] = answers[0]?.http === 200 ? [one, two] : [two, one]
  expect(await lastOf(signed.instance)).toMatchObject({ userId: 'lead', signature: 'password' })
  expect(await lastOf(open.instance)).toMatchObject({ command: 'start', signature: null })
  expect(await confirm()).toBe(200)
  await rows(`update sessions set confirmed_at = now() - interval '301 seconds' where tenant_id = $1`, [tenant.id])
  expect((await act('completeTask', open.taskId)).http, 'five minutes later').toBe(403)
})

it('what is refused for something else leaves the proof for the next try; a task that is not to be signed takes none', async () => {
  const [signed, plain] = [await begun(true), await begun(false)]
  expect(await confirm()).toBe(200)
  expect((await act('completeTask', plain.taskId)).http).toBe(200)
  expect(await lastOf(plain.instance)).toMatchObject({ signature: null })
  expect((await act('completeTask', signed.taskId, { variables: { _picked: 'x' } })).http).toBe(422)
  expect((await act('completeTask', signed.taskId, { commandKey: 'k' })).http).toBe(200)
  expect((await act('completeTask', signed.taskId, { commandKey: 'k' })).http, 'the same again').toBe(200)
})

it.each<[string, object]>([
  ['where nobody can be asked', { people: [], whenNobody: 'pass' }],
  ['where the starter is asked', { people: [{ kind: 'starter' }], whenStarter: 'skip' }],
  ['where the starter alone decides with others', { people: [{ kind: 'starter' }], whenStarter: 'skip', group: { mode: 'all' } }],
  ['where somebody approved before', { people: [{ kind: 'user', username: 'lead' }], whenSame: 'skip-ever' }],
])('no rule approves what is to be signed in a model of an earlier release: %s', async (_name, rules) => {
  const before = task('before', { people: [{ kind: 'user', username: 'lead' }] })
  const opened = async (signed: boolean) => {
    const inside = `${before}${task('sign', { ...rules, signed })}<endEvent id="end"/>${way('start > before > sign > end')}`
    const definition = await deployRows(server, tenant, bpmn(`e_${unique()}`, inside))
    const { id } = await server.services.workflow.start(person(tenant, 'admin'), { of: { definition } })
    const [first] = await openTasksOf(server, tenant, id)
    expect((await act('completeTask', first?.id ?? '')).http).toBe(200)
    return (await openTasksOf(server, tenant, id)).map(({ node }) => node)
  }
  expect(await opened(true)).toEqual(['sign'])
  expect(await opened(false), 'without a signature it is passed').toEqual([])
})
