/** What is filled in of a form by whoever rejects a task, or answers about one: it is judged by the same rights of fields as with approving, and nothing is required. */
import { beforeAll, expect, it } from 'vitest'
import type { PersonalTaskDetails } from '../../../../model/contract/workflow/office.ts'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { drawn } from '../../../../tests/support/drawn-process.ts'
import { aField, aForm, buildForm, dataOf, faultsIn } from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { deploy } from '../../../workflow/index.ts'

const TASK = '/api/activiti/task'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let lead: Client
let second: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: ['lead', 'second'].map((username) => buildUser({ username, roles: ['ROLE_VIEWER'] })) })
  ;[admin, lead, second] = await Promise.all([tenant.signIn('admin'), tenant.signIn('lead'), tenant.signIn('second')])
})

const FIELDS = [
  aField('f1', 'integer', { name: 'days' }),
  aField('f2', 'text', { name: 'salary', seenBy: ['ROLE_ADMIN'] }),
  aField('f3', 'text', { name: 'illness' }),
  aField('f4', 'text', { name: 'verdict', required: true }),
  aField('f5', 'integer', { name: 'granted', least: '1' }),
]

interface Begun {
  readonly instance: string
  readonly taskId: string
}

/** An instance whose task the lead has, or one of several can take; of its form two fields are written there, one of them required. */
async function begun(...people: string[]): Promise<Begun> {
  const form = await buildForm(admin, aForm(...FIELDS))
  const key = `m_${unique()}`
  const approve = {
    people: (people.length === 0 ? ['lead'] : people).map((username) => ({ kind: 'user' as const, username })),
    fields: { f3: 'hidden', f4: 'write', f5: 'write' },
  } as const
  const given = { xml: drawn({ tasks: { approve } })(key), key, name: key, category: null, formId: form.id, deployedBy: null }
  const answer = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => deploy(tx, server.services, given))
  const definition = 'definitionId' in answer ? answer.definitionId : expect.fail(JSON.stringify(answer))
  const { id: instance } = await server.services.workflow.start(
    { tenantId: tenant.id, userId: tenant.users['admin'] ?? '' },
    { of: { definition }, description: 'x', variables: { days: 2, salary: 'confidential', illness: 'a cold' } },
  )
  const taskStatus = people.length > 1 ? 'candidate' : 'assignee'
  const { list } = dataOf<{ list: PersonalTask[] }>(await lead.get(`${TASK}/queryPersonalTask`, { taskStatus, pageSize: 200 }))
  const taskId = list.find(({ processInstanceId }) => processInstanceId === instance)?.id ?? expect.fail('there is no such task')
  return { instance, taskId }
}

async function variablesOf(instance: string): Promise<Record<string, unknown>> {
  const { rows } = await server.database.asOwner((client) =>
    client.query<{ name: string; value: unknown }>('select name, value from process_variables where instance_id = $1', [instance]),
  )
  return Object.fromEntries(rows.filter(({ value }) => value !== null).map(({ name, value }) => [name, value]))
}

const BEFORE = { days: '2', salary: 'confidential', illness: 'a cold' }
const act = (client: Client, verb: string, taskId: string, more: object = {}) =>
  client.post(`${TASK}/${verb}`, { taskId, comment: 'so', ...more })

/** A task of somebody who can do the act with it. */
const CASES = [
  { verb: 'rejectTask', ready: async () => ({ ...(await begun()), who: lead }) },
  {
    verb: 'resolveTask',
    ready: async () => {
      const one = await begun()
      dataOf(await act(lead, 'delegateTask', one.taskId, { assignee: 'second' }))
      return { ...one, who: second }
    },
  },
] as const

for (const { verb, ready } of CASES) {
  it(`${verb} keeps what the task lets be written, and nothing is required of it`, async () => {
    const { instance, taskId, who } = await ready()
    const { form } = dataOf<PersonalTaskDetails>(await who.get(`${TASK}/queryPersonalTaskDetails`, { taskId }))
    expect(form?.writable).toEqual(['f4', 'f5'])
    dataOf(await act(who, verb, taskId, { formData: { f5: 3 }, variables: { remark: 'none of the form' } }))
    expect(await variablesOf(instance)).toMatchObject({ ...BEFORE, granted: '3', remark: 'none of the form' })
  })

  it(`${verb} judges what is sent by the rights of fields, and keeps nothing of what it refuses`, async () => {
    const { instance, taskId, who } = await ready()
    const refused = async (more: object) => faultsIn(await act(who, verb, taskId, more))
    expect(await refused({ formData: { f5: 0 } }), 'too few').toEqual([['f5', 'least']])
    expect(await refused({ formData: { f1: 9, f4: 'yes' } }), 'read there').toEqual([['f1', 'read-only']])
    expect(await refused({ variables: { days: 9 } }), 'by its name').toEqual([['f1', 'read-only']])
    expect(await refused({ formData: { f2: 'x' } }), 'hidden from the role').toEqual([['f2', 'unknown']])
    expect(await refused({ variables: { illness: 'x' } }), 'hidden at the task').toEqual([['f3', 'unknown']])
    expect(await act(who, verb, taskId, { variables: { _picked: 'x' } })).toMatchObject({ http: 422, errors: [{ field: 'variables' }] })
    expect(await variablesOf(instance)).toEqual(BEFORE)
  })

  it(`${verb} without anything filled in leaves the form as it is; what was written as a draft is gone`, async () => {
    const { instance, taskId, who } = await ready()
    dataOf(await who.post(`${TASK}/saveTaskDraft`, { taskId, comment: 'hm', formData: { f4: 'perhaps' } }))
    expect(dataOf<PersonalTaskDetails>(await who.get(`${TASK}/queryPersonalTaskDetails`, { taskId })).draft?.data).toEqual({
      f4: 'perhaps',
    })
    dataOf(await act(who, verb, taskId))
    expect(await variablesOf(instance)).toEqual(BEFORE)
    const { rowCount } = await server.database.asOwner((client) => client.query('select from process_drafts where task_id = $1', [taskId]))
    expect(rowCount).toBe(0)
  })
}

it('who takes a task while they act on it writes no more of it than who had it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { instance, taskId } = await begun('lead', 'second')
    const [answer] = await Promise.all([
      act(lead, 'rejectTask', taskId, { variables: { days: 99 } }),
      lead.post(`${TASK}/claimTask`, { taskId }),
    ])
    expect(answer.http, answer.message).toBeGreaterThanOrEqual(400)
    expect(await variablesOf(instance)).toEqual(BEFORE)
  }
})

it('approving asks for what is required, after somebody else has answered as well', async () => {
  const { instance, taskId } = await begun()
  dataOf(await act(lead, 'delegateTask', taskId, { assignee: 'second' }))
  dataOf(await act(second, 'resolveTask', taskId, { formData: { f5: 4 } }))
  expect(faultsIn(await act(lead, 'completeTask', taskId))).toEqual([['f4', 'required']])
  dataOf(await act(lead, 'completeTask', taskId, { formData: { f4: 'yes' } }))
  expect(await variablesOf(instance)).toMatchObject({ verdict: 'yes', granted: '4' })
})
