/** Processes with forms, for those who start them and those who are asked: what is checked, who sees what of it, and that for all others nothing is there. */
import { beforeAll, expect, it } from 'vitest'
import type { FormField } from '../../../../model/form/definition.ts'
import type { MyProcess, MyProcessDetails, PersonalTaskDetails, StartForm } from '../../../../model/contract/workflow/office.ts'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import type { TaskSettings } from '../../../../model/workflow/settings.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { drawn } from '../../../../tests/support/drawn-process.ts'
import { aField, aForm, buildForm, dataOf, faultsIn, publish } from '../../../../tests/support/forms.ts'
import { wordsOfPdf } from '../../../../tests/support/pdf-words.ts'
import { unzip } from '../../../../tests/support/files.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { deploy } from '../../../workflow/index.ts'

const PROCESS = '/api/activiti/process'
const TASK = '/api/activiti/task'
const RANGE = { startTime: '2026-03-02 09:00:00', endTime: '2026-03-04 18:00:00' }

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let worker: Client
let lead: Client
let second: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    users: ['worker', 'lead', 'second', 'stranger'].map((username) => buildUser({ username, roles: ['ROLE_VIEWER'] })),
  })
  ;[admin, worker, lead, second, stranger] = await Promise.all([
    tenant.signIn('admin'),
    tenant.signIn('worker'),
    tenant.signIn('lead'),
    tenant.signIn('second'),
    tenant.signIn('stranger'),
  ])
})

const FIELDS: readonly FormField[] = [
  aField('f1', 'integer', { name: 'days', required: true, least: '1' }),
  aField('f2', 'lines', { name: 'reason', required: true }),
  aField('f3', 'text', { name: 'salary', seenBy: ['ROLE_ADMIN'], initial: { value: 'confidential' } }),
  aField('f4', 'text', { name: 'illness' }),
  aField('f5', 'text', { name: 'verdict' }),
  aField('f6', 'files', { name: 'papers' }),
]
const asks = (username: string, more: Partial<TaskSettings> = {}): Partial<TaskSettings> => ({
  people: [{ kind: 'user', username }],
  ...more,
})
const TASKS = {
  approve: asks('lead', { fields: { f5: 'write' } }),
  confirm: asks('second', { fields: { f4: 'hidden' } }),
}

interface Deployed {
  readonly id: string
  readonly key: string
  readonly formId: string
}
async function deployed(tasks: Readonly<Record<string, Partial<TaskSettings>>> = TASKS, fields = FIELDS): Promise<Deployed> {
  const form = await buildForm(admin, aForm(...fields))
  const key = `m_${unique()}`
  const given = { xml: drawn({ tasks })(key), key, name: `Process ${key}`, category: 'people', formId: form.id, deployedBy: null }
  const answer = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => deploy(tx, server.services, given))
  return 'definitionId' in answer ? { id: answer.definitionId, key, formId: form.id } : expect.fail(JSON.stringify(answer))
}
const attempt = (client: Client, definition: string, formData: object, more: object = {}) =>
  client.post<{ id: string }>(`${PROCESS}/startProcessInstance`, {
    processDefinitionId: definition,
    description: 'two days off',
    ...RANGE,
    formData,
    ...more,
  })
const GOOD = { f1: 2, f2: 'family', f4: 'a cold' }
const start = async (definition: string, formData: object = GOOD) => dataOf<{ id: string }>(await attempt(worker, definition, formData)).id
const taskOf = async (client: Client, instance: string) => {
  const { list } = dataOf<{ list: PersonalTask[] }>(
    await client.get(`${TASK}/queryPersonalTask`, { taskStatus: 'assignee', pageSize: 200 }),
  )
  return list.find(({ processInstanceId }) => processInstanceId === instance)?.id ?? expect.fail('there is no such task')
}
const taskDetails = async (client: Client, taskId: string) =>
  dataOf<PersonalTaskDetails>(await client.get(`${TASK}/queryPersonalTaskDetails`, { taskId }))
const complete = (client: Client, taskId: string, more: object = {}) =>
  client.post(`${TASK}/completeTask`, { taskId, comment: 'agreed', ...more })
const details = async (client: Client, processInstanceId: string) =>
  dataOf<MyProcessDetails>(await client.get(`${PROCESS}/queryMyProcessDetails`, { processInstanceId }))

it('what a field begins with is judged at a start with nothing filled in as well', async () => {
  const { id } = await deployed(TASKS, [aField('d1', 'dictionary', { name: 'pump', dictionary: 'pumps', initial: { value: 'gone' } })])
  expect(faultsIn(await attempt(worker, id, {}))).toEqual([['d1', 'choice']])
  await start(id, { d1: '' })
})

it('a start is checked by the form, field by field, and nothing of it is stored otherwise', async () => {
  const { id } = await deployed()
  const mine = async () => dataOf<{ total: number }>(await worker.get(`${PROCESS}/queryMyProcess`)).total
  const before = await mine()
  const wrong = await attempt(worker, id, { f1: 0, f9: 'x' })
  expect(wrong).toMatchObject({ http: 422 })
  expect(faultsIn(wrong).toSorted()).toEqual([
    ['f1', 'least'],
    ['f2', 'required'],
    ['f9', 'unknown'],
  ])
  // What the roles of the starter do not show answers like what there is not.
  expect(faultsIn(await attempt(worker, id, { ...GOOD, f3: 'mine' }))).toEqual([['f3', 'unknown']])
  expect(faultsIn(await attempt(worker, id, GOOD, { variables: { salary: 'mine' } }))).toEqual([['f3', 'unknown']])
  expect(await attempt(worker, id, GOOD, { variables: { _picked: 'x' } })).toMatchObject({ http: 422 })
  expect(await mine()).toBe(before)
  const instance = await start(id)
  const stored = await server.database.asOwner((client) =>
    client.query<{ name: string; variable_type: string; value: unknown }>(
      'select name, variable_type, value from process_variables where instance_id = $1 and value is not null order by name',
      [instance],
    ),
  )
  expect(stored.rows.filter(({ value }) => value !== null)).toEqual([
    { name: 'days', variable_type: 'number', value: '2' },
    { name: 'illness', variable_type: 'text', value: 'a cold' },
    { name: 'reason', variable_type: 'text', value: 'family' },
    { name: 'salary', variable_type: 'text', value: 'confidential' },
  ])
})

it('a start is described, in 512 characters at most', async () => {
  const { id } = await deployed()
  for (const description of ['', '  ', 'x'.repeat(513)])
    expect(await attempt(worker, id, GOOD, { description })).toMatchObject({ http: 422, errors: [{ field: 'description' }] })
  expect((await attempt(worker, id, GOOD, { description: 'x'.repeat(512) })).http).toBe(200)
})

it('a start says from when to when, and whom it asks where the starter picks', async () => {
  const { id } = await deployed({
    approve: {
      people: [
        { kind: 'user', username: 'lead' },
        { kind: 'user', username: 'second' },
      ],
      pick: 'starter',
    },
  })
  const picked = (more: object) => attempt(worker, id, GOOD, more)
  expect(await picked({ startTime: '', candidate: 'lead' })).toMatchObject({ http: 422, errors: [{ field: 'startTime' }] })
  expect(await picked({ endTime: '', candidate: 'lead' })).toMatchObject({ http: 422, errors: [{ field: 'endTime' }] })
  expect(await picked({ endTime: '2026-03-01 09:00:00', candidate: 'lead' })).toMatchObject({ http: 422, errors: [{ field: 'endTime' }] })
  expect(await picked({})).toMatchObject({ http: 422, errors: [{ field: 'candidate' }] })
  expect(await picked({ candidate: 'stranger' })).toMatchObject({ http: 422, errors: [{ field: 'candidate' }] })
  const form = dataOf<StartForm>(await worker.get(`${PROCESS}/queryStartForm`, { processDefinitionId: id }))
  expect(form).toMatchObject({ picks: true, candidates: [{ username: 'lead' }, { username: 'second' }] })
  const started = dataOf<{ id: string }>(await picked({ candidate: 'lead' }))
  expect(await taskOf(lead, started.id)).toBeTruthy()
})

it('a task shows what it and the roles let be seen, and takes what they let be written', async () => {
  const { id } = await deployed()
  const instance = await start(id)
  const task = await taskOf(lead, instance)
  const seen = await taskDetails(lead, task)
  expect(seen.form).toMatchObject({ data: { f1: 2, f2: 'family', f4: 'a cold' }, writable: ['f5'] })
  expect(seen.form?.definition.fields.map((field) => field.id)).toEqual(['f1', 'f2', 'f4', 'f5', 'f6'])
  expect(seen.acts).toEqual(expect.arrayContaining(['complete', 'reject', 'delegate']))
  expect(faultsIn(await complete(lead, task, { formData: { f1: 9 } }))).toEqual([['f1', 'read-only']])
  expect(faultsIn(await complete(lead, task, { variables: { days: 9 } }))).toEqual([['f1', 'read-only']])
  expect(faultsIn(await complete(lead, task, { formData: { f3: 'x' } }))).toEqual([['f3', 'unknown']])
  dataOf(await complete(lead, task, { formData: { f5: 'fine' } }))
  const next = await taskDetails(second, await taskOf(second, instance))
  expect(next.form).toMatchObject({ data: { f1: 2, f5: 'fine' }, writable: [] })
  const whole = JSON.stringify(next)
  for (const hidden of ['a cold', 'Field f4', 'confidential', 'Field f3']) expect(whole).not.toContain(hidden)
})

it('what a task has to be told is told before it is done', async () => {
  const fields = [
    aField('f1', 'text', { name: 'note' }),
    aField('f2', 'text', { name: 'verdict', writtenBy: ['ROLE_ADMIN'], required: true }),
  ]
  const { id } = await deployed({ approve: asks('admin', { fields: { f2: 'write' } }) }, fields)
  const instance = await start(id, { f1: 'x' })
  const task = await taskOf(admin, instance)
  expect(faultsIn(await complete(admin, task))).toEqual([['f2', 'required']])
  expect(dataOf(await complete(admin, task, { formData: { f2: 'yes' } }))).toMatchObject({ processStatus: 'approved' })
})

it('an open instance keeps the version of the form that it began with; roles are asked of the newest', async () => {
  const { id, formId } = await deployed()
  const instance = await start(id)
  const { revision, definition } = dataOf<{ revision: number; definition: { fields: FormField[] } }>(
    await admin.get('/api/generator/generatorform/queryFormDesign', { id: formId }),
  )
  const changed = aForm(
    ...definition.fields.map((field) => (field.id === 'f4' ? { ...field, seenBy: ['ROLE_ADMIN'] } : field)),
    aField('f8', 'text', { name: 'added' }),
  )
  dataOf(await admin.post('/api/generator/generatorform/saveFormDraft', { id: formId, revision, definition: changed }))
  expect(await publish(admin, formId)).toBe(2)
  const { form } = await taskDetails(lead, await taskOf(lead, instance))
  expect(form).toMatchObject({ formVersion: 1 })
  expect(form?.definition.fields.map((field) => field.id)).toEqual(['f1', 'f2', 'f5', 'f6'])
})

it('an instance is seen by its starter and by those who take part, each as far as their tasks show it, and by nobody else', async () => {
  const { id, key } = await deployed()
  const instance = await start(id)
  dataOf(await complete(lead, await taskOf(lead, instance), { formData: { f5: 'fine' } }))
  const own = await details(worker, instance)
  expect(own).toMatchObject({
    isMine: true,
    process: { processStatus: 'running', open: [{ name: 'confirm', people: ['second'] }], rangeStart: RANGE.startTime },
    form: { data: { f1: 2, f4: 'a cold', f5: 'fine' }, writable: [] },
  })
  expect(own.acts).toEqual(['cancel', 'remind', 'copy', 'print', 'start-again'])
  expect(own.record.map(({ command }) => command)).toEqual(['start', 'complete'])
  expect((await details(lead, instance)).form?.data).toMatchObject({ f4: 'a cold' })
  const other = await details(second, instance)
  expect(other.isMine).toBe(false)
  expect(JSON.stringify(other)).not.toMatch(/a cold|Field f4|confidential|Field f3/)
  for (const call of ['queryMyProcessDetails', 'printProcessInstance'])
    expect(
      await (call.startsWith('query') ? stranger.get : stranger.post)(`${PROCESS}/${call}`, { processInstanceId: instance }),
      call,
    ).toMatchObject({ http: 404 })
  expect(await stranger.get(`${TASK}/queryPersonalTaskDetails`, { taskId: await taskOf(second, instance) })).toMatchObject({ http: 404 })
  const listed = async (client: Client) =>
    dataOf<{ list: MyProcess[]; total: number }>(await client.get(`${PROCESS}/queryMyProcess`, { processDefinitionName: key }))
  expect(await listed(worker)).toMatchObject({ total: 1, list: [{ id: instance, category: 'people' }] })
  expect(await listed(lead)).toMatchObject({ total: 0 })
})

it('the diagram of those who take part says nothing of the settings, conditions and fields of the model', async () => {
  const { id } = await deployed()
  const { picture } = dataOf<StartForm>(await worker.get(`${PROCESS}/queryStartForm`, { processDefinitionId: id }))
  expect(picture).toMatch(/^<svg /)
  expect(picture).not.toMatch(/settings|hidden|"f4"/)
  const details = await worker.get(`${PROCESS}/queryMyProcessDetails`, { processInstanceId: await start(id) })
  const { xml } = dataOf<{ track: { xml: string } }>(details).track
  expect(xml).toContain('userTask')
  expect(xml).not.toMatch(/settings|hidden|"f4"/)
})

it('a process whose title tells a hidden field is not deployed', async () => {
  const form = await buildForm(admin, aForm(...FIELDS))
  const key = `m_${unique()}`
  for (const [title, isFine] of [
    ['= reason', true],
    ['= salary', false],
    ['= illness', false],
  ] as const) {
    const xml = drawn({ tasks: TASKS, process: { title } })(key)
    const answer = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      deploy(tx, server.services, { xml, key, name: key, category: null, formId: form.id, deployedBy: null }),
    )
    expect('definitionId' in answer, title).toBe(isFine)
  }
})

it('my processes are filtered by what they are and when they began', async () => {
  const { id, key } = await deployed()
  const [one] = [await start(id), await start(id)]
  const task = await taskOf(lead, one)
  dataOf(await lead.post(`${TASK}/rejectTask`, { taskId: task, comment: 'no' }))
  const found = async (more: object) =>
    dataOf<{ total: number }>(await worker.get(`${PROCESS}/queryMyProcess`, { processDefinitionName: key, ...more })).total
  expect(await found({})).toBe(2)
  expect(await found({ processStatus: 'rejected' })).toBe(1)
  expect(await found({ processStatus: 'running' })).toBe(1)
  expect(await found({ description: 'DAYS OFF' })).toBe(2)
  expect(await found({ startTimeStart: '2100-01-01 00:00:00' })).toBe(0)
})

it('a draft is kept, one a process and person, and goes with the start', async () => {
  const { id } = await deployed()
  const draft = { processDefinitionId: id, description: 'not yet', startTime: RANGE.startTime, formData: { f1: 'many', f3: 'mine' } }
  dataOf(await worker.post(`${PROCESS}/saveStartDraft`, draft))
  dataOf(await worker.post(`${PROCESS}/saveStartDraft`, { ...draft, formData: { f1: 3, f3: 'mine' } }))
  const form = async (client: Client) => dataOf<StartForm>(await client.get(`${PROCESS}/queryStartForm`, { processDefinitionId: id }))
  expect((await form(worker)).draft).toMatchObject({ description: 'not yet', startTime: RANGE.startTime, endTime: null, data: { f1: 3 } })
  expect((await form(worker)).draft?.data).not.toHaveProperty('f3')
  expect((await form(lead)).draft).toBeNull()
  expect(dataOf(await worker.post(`${PROCESS}/deleteStartDraft`, { processDefinitionId: id }))).toEqual({ changed: 1 })
  dataOf(await worker.post(`${PROCESS}/saveStartDraft`, draft))
  const again = { processDefinitionId: id, description: 'once', ...RANGE, formData: GOOD, commandKey: 'once and a draft after it' }
  const begun = dataOf<{ id: string }>(await worker.post(`${PROCESS}/startProcessInstance`, again))
  expect((await form(worker)).draft).toBeNull()
  // The draft goes in the transaction of the start: what is answered once more has not begun, and leaves what was kept since.
  dataOf(await worker.post(`${PROCESS}/saveStartDraft`, draft))
  expect(dataOf(await worker.post(`${PROCESS}/startProcessInstance`, again))).toMatchObject({ id: begun.id })
  expect((await form(worker)).draft).toMatchObject({ description: 'not yet' })
  const instance = await start(id)
  expect((await form(worker)).draft).toBeNull()
  const task = await taskOf(lead, instance)
  dataOf(await lead.post(`${TASK}/saveTaskDraft`, { taskId: task, comment: 'thinking', formData: { f5: 'maybe', f1: 9 } }))
  expect((await taskDetails(lead, task)).draft).toMatchObject({ comment: 'thinking', data: { f5: 'maybe' } })
  expect(await worker.post(`${TASK}/saveTaskDraft`, { taskId: task, formData: {} })).toMatchObject({ http: 404 })
  dataOf(await complete(lead, task))
  const left = await server.database.asOwner((client) => client.query('select from process_drafts where tenant_id = $1', [tenant.id]))
  expect(left.rowCount).toBe(0)
})

it('files are bound to the instance, and fetched by whoever sees it and the field', async () => {
  const { id } = await deployed({ approve: asks('lead'), confirm: asks('second', { fields: { f6: 'hidden' } }) })
  const brought = dataOf<{ id: string; name: string }>(
    (await upload(server.url, worker, `${PROCESS}/uploadProcessFile`, Buffer.from('a letter'), {
      name: 'letter.txt',
      fields: { processDefinitionId: id, field: 'f6' },
    })) as never,
  )
  const file = { id: brought.id, name: brought.name }
  const fetch = (client: Client) => client.post(`${PROCESS}/downloadProcessFile`, { id: file.id })
  expect(await fetch(lead)).toMatchObject({ http: 404 })
  // Nobody sends what somebody else has brought.
  expect(faultsIn(await attempt(lead, id, { ...GOOD, f6: [file] }))).toEqual([['f6', 'files']])
  const instance = await start(id, { ...GOOD, f6: [file] })
  expect((await fetch(worker)).http).toBe(200)
  expect((await fetch(lead)).http).toBe(200)
  expect(await fetch(stranger)).toMatchObject({ http: 404 })
  dataOf(await complete(lead, await taskOf(lead, instance)))
  expect(await fetch(second)).toMatchObject({ http: 404 })
  expect(await admin.post('/api/generator/formentry/downloadEntryFile', { id: file.id })).toMatchObject({ http: 404 })
})

it('who would be asked is told beforehand, by what is filled in', async () => {
  const { id } = await deployed()
  expect(dataOf(await worker.post(`${PROCESS}/previewStart`, { processDefinitionId: id, formData: GOOD }))).toEqual({
    tasks: [
      { node: 'approve', name: 'approve', people: ['lead'], total: 1 },
      { node: 'confirm', name: 'confirm', people: ['second'], total: 1 },
    ],
  })
})

it('an instance is printed with its form, its opinions and its times, without what is hidden from its reader', async () => {
  const { id } = await deployed()
  const instance = await start(id)
  dataOf(await complete(lead, await taskOf(lead, instance), { comment: 'take care' }))
  const printed = async (client: Client, fileFormat: string) => {
    const answer = await fetch(`${server.url}${PROCESS}/printProcessInstance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ processInstanceId: instance, fileFormat }),
    })
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer())
  }
  const pdf = await wordsOfPdf(await printed(worker, 'pdf'))
  for (const words of ['take care', 'a cold', 'family', 'two days off']) expect(pdf).toContain(words)
  expect(pdf).not.toContain('confidential')
  const word = (await unzip(await printed(second, 'docx'))).get('word/document.xml') ?? ''
  expect(word).toContain('take care')
  expect(word).not.toMatch(/a cold|Field f4|confidential/)
})
