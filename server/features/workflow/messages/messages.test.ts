/** Messages and signals that other systems send: whom they reach, and who may send them. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { until } from '../../../../tests/support/process.ts'
import { bpmn, instanceRow, openTasksOf, settingsElement, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const API = '/api/activiti'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let plain: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: [buildUser({ username: 'plain', roles: [] })] })
  admin = await tenant.signIn('admin')
  plain = await tenant.signIn('plain')
  stranger = await (await buildTenant(server)).signIn('admin')
})

const mine = { people: [{ kind: 'user', username: 'admin' }] }
const before = '<message id="m" name="Paid"/><message id="n" name="Ordered"/><signal id="s" name="Loud"/>'
const catching = (on: string, settings = '') =>
  `<intermediateCatchEvent id="wait" name="Wait">${settings}${on}</intermediateCatchEvent>${task('one', mine)}<endEvent id="end"/>${way('start > wait > one > end')}`
const MESSAGE = '<messageEventDefinition messageRef="m"/>'

async function deployed(inside: string, start?: string): Promise<string> {
  const drawn = bpmn(`m_${unique()}`, inside, { before })
  const xml = start === undefined ? drawn : drawn.replace('<startEvent id="start"/>', `<startEvent id="start">${start}</startEvent>`)
  const { key } = dataOf<{ key: string }>(await admin.post(`${API}/deployment/deployFile`, { fileName: 'a.bpmn', xml }))
  const { list } = dataOf<{ list: { id: string }[] }>(await admin.get(`${API}/process/queryProcessDefinition`, { key }))
  return list[0]?.id ?? ''
}
const begin = async (processDefinitionId: string, variables: object = {}) =>
  dataOf<{ id: string; businessNumber: string }>(
    await admin.post(`${API}/process/startProcessInstance`, {
      ...{ processDefinitionId, variables, description: 'x', startTime: '2026-01-01 08:00:00', endTime: '2026-01-02 18:00:00' },
    }),
  )
const nodes = async (id: string) => (await openTasksOf(server, tenant, id)).map(({ node }) => node)
const goesOn = (id: string) => until('it goes on', async () => (await nodes(id)).includes('one'))
const correlate = (body: object, by = admin) => by.post<{ changed: number }>(`${API}/message/correlateMessage`, body)
const broadcast = (body: object, by = admin) => by.post<{ changed: number }>(`${API}/message/broadcastSignal`, body)
const valueOf = async (id: string, name: string) => {
  const { list } = dataOf<{ list: { variableName: string; value: unknown }[] }>(
    await admin.get(`${API}/history/queryHistoricVariableInstance`, { processInstanceId: id }),
  )
  return list.find(({ variableName }) => variableName === name)?.value
}

describe('a message', () => {
  it('reaches one instance by its business number or its id, with what comes along', async () => {
    const definition = await deployed(catching(MESSAGE))
    const [one, other, third] = [await begin(definition), await begin(definition), await begin(definition)]
    expect(dataOf(await correlate({ messageName: 'Paid', businessKey: one.businessNumber, variables: { sum: 3 } }))).toEqual({ changed: 1 })
    expect(dataOf(await correlate({ messageName: 'Paid', processInstanceId: other.id }))).toEqual({ changed: 1 })
    await goesOn(one.id)
    await goesOn(other.id)
    expect(await nodes(third.id)).toEqual([])
    expect(await valueOf(one.id, 'sum')).toBe('3')
    // Whoever waited has gone on: nobody waits for another one, and that is no failure.
    expect(dataOf(await correlate({ messageName: 'Paid', processInstanceId: one.id }))).toEqual({ changed: 0 })
  })

  it('reaches those that wait under its value', async () => {
    const definition = await deployed(catching(MESSAGE, settingsElement({ correlation: '= order' })))
    const [first, second] = [await begin(definition, { order: 'A1' }), await begin(definition, { order: 'A2' })]
    expect(dataOf(await correlate({ messageName: 'Paid', correlation: 'A9' }))).toEqual({ changed: 0 })
    expect(dataOf(await correlate({ messageName: 'Paid', correlation: 'A2' }))).toEqual({ changed: 1 })
    await goesOn(second.id)
    expect(await nodes(first.id)).toEqual([])
    // The instance says which is meant: its value need not be known.
    expect(dataOf(await correlate({ messageName: 'Paid', processInstanceId: first.id }))).toEqual({ changed: 1 })
  })

  it('begins processes that begin with it, unless an instance is meant', async () => {
    const definition = await deployed(
      `${task('one', mine)}<endEvent id="end"/>${way('start > one > end')}`,
      '<messageEventDefinition messageRef="n"/>',
    )
    const waits = await begin(await deployed(catching(MESSAGE)))
    expect(dataOf(await correlate({ messageName: 'Ordered', processInstanceId: waits.id }))).toEqual({ changed: 0 })
    expect(dataOf(await correlate({ messageName: 'Ordered', variables: { sum: 7 } }))).toEqual({ changed: 1 })
    const { list } = dataOf<{ list: { id: string }[] }>(
      await admin.get(`${API}/process/queryProcessInstance`, { definitionId: definition }),
    )
    expect(list).toHaveLength(1)
    expect(await valueOf(list[0]?.id ?? '', 'sum')).toBe('7')
  })

  it('says what is wrong with it: no name, no such instance, a variable that cannot be', async () => {
    const { id } = await begin(await deployed(catching(MESSAGE)))
    expect((await correlate({ processInstanceId: id })).http).toBe(422)
    expect((await correlate({ messageName: 'Paid', businessKey: 'none-000000-0000' })).http).toBe(404)
    expect((await correlate({ messageName: 'Paid', processInstanceId: id, variables: { '1st': 1 } })).http).toBe(422)
    expect(await nodes(id)).toEqual([])
  })

  it('is sent by whoever is granted it, in their tenant', async () => {
    const { id } = await begin(await deployed(catching(MESSAGE)))
    expect((await correlate({ messageName: 'Paid', processInstanceId: id }, plain)).http).toBe(403)
    expect((await broadcast({ signalName: 'Loud' }, plain)).http).toBe(403)
    expect((await correlate({ messageName: 'Paid', processInstanceId: id }, stranger)).http).toBe(404)
    expect(dataOf(await correlate({ messageName: 'Paid' }, stranger))).toEqual({ changed: 0 })
    expect(await nodes(id)).toEqual([])
  })
})

it('a signal reaches all that wait for it', async () => {
  const definition = await deployed(catching('<signalEventDefinition signalRef="s"/>'))
  const [one, other] = [await begin(definition), await begin(definition)]
  expect(dataOf(await broadcast({ signalName: 'Loud' }))).toEqual({ changed: 2 })
  await goesOn(one.id)
  await goesOn(other.id)
})

it('an awaited event happens by hand for whoever is granted that: the path of the instance says what is waited for', async () => {
  const { id } = await begin(await deployed(catching(MESSAGE)))
  const path = dataOf<{ list: { waits: { number: number; kind: string; name: string }[] }[]; allowed: string[] }>(
    await admin.get(`${API}/process/queryExecution`, { processInstanceId: id }),
  )
  expect(path).toMatchObject({ list: [{ activityId: 'wait', waits: [{ kind: 'message', name: 'Paid' }] }] })
  expect(path.allowed).toContain('occur')
  const wait = path.list[0]?.waits[0]?.number
  const occur = (by: Client, comment = 'by phone') => by.post(`${API}/process/occurEvent`, { processInstanceId: id, wait, comment })
  expect((await occur(plain)).http).toBe(403)
  expect((await occur(stranger)).http).toBe(404)
  expect((await occur(admin, ' ')).http).toBe(422)
  dataOf(await occur(admin))
  expect(await nodes(id)).toEqual(['one'])
  expect((await occur(admin)).http).toBe(409)
  expect(await instanceRow(server, tenant, id)).toMatchObject({ instance_state: 'running', incidents: [] })
})
