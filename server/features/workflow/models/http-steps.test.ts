/** Steps that call HTTP: off until the tenant opens a host by its parameter, and judged with each call where an expression says whom they call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { until } from '../../../../tests/support/process.ts'
import { bpmn, instanceRow, service, way } from '../../../../tests/support/processes.ts'
import type { Receiver } from '../../../../tests/support/receiver.ts'
import { openReceiver } from '../../../../tests/support/receiver.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { build } from '../../../kernel/database/sql.ts'

const MODEL = '/api/activiti/model'
const DEPLOYMENT = '/api/activiti/deployment'
const english = { 'accept-language': 'en' }

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let receiver: Receiver
beforeAll(async () => {
  server = await sharedServer()
  receiver = await openReceiver('{"price": 12}')
  // What the operator gives to the tenant; which hosts processes may call is the tenant's own decision.
  tenant = await buildTenant(server, { parameters: { 'password.changeFirst': 'false', 'process.httpHosts': '' } })
  await server.services.transactions.inPlatform('a test opens a network', (tx) =>
    tx.run(
      build
        .updateTable('tenants')
        .set({ webhook_networks: `127.0.0.1:${receiver.port}` })
        .where('id', '=', tenant.id),
    ),
  )
  admin = await tenant.signIn('admin')
})
afterAll(() => receiver.close())

const calling = (url: string) => (key: string) =>
  bpmn(
    key,
    `${service('ask', { do: 'http', method: 'POST', url, body: '= "hello"', into: 'answer' })}<endEvent id="end"/>${way('start > ask > end')}`,
  )

async function openHosts(hosts: string): Promise<void> {
  const { list } = dataOf<{ list: { id: string }[] }>(
    await admin.get('/api/admin/sysparam/querySysParam', { paramKey: 'process.httpHosts' }),
  )
  dataOf(await admin.put('/api/admin/sysparam/updateSysParam', { id: list[0]?.id, paramValue: hosts }))
}

async function modelOf(xml: (key: string) => string): Promise<string> {
  const key = `p_${unique()}`
  const values = { name: `model ${key}`, key, category: 'test', orgId: tenant.organisations['root'] }
  const { id } = dataOf<{ id: string }>(await admin.post(`${MODEL}/addModel`, values))
  dataOf(await admin.post(`${MODEL}/saveProcessDesign`, { id, xml: xml(key), revision: 1 }))
  return id
}
const deploy = (modelId: string) => admin.post<{ id: string }>(`${MODEL}/deployModel`, { modelId }, english)
const start = async (processDefinitionId: string, variables: object = {}) =>
  dataOf<{ id: string }>(
    await admin.post('/api/activiti/process/startProcessInstance', {
      processDefinitionId,
      startTime: '2026-11-26 08:00:00',
      endTime: '2026-11-26 09:00:00',
      description: 'a call',
      variables,
    }),
  ).id

describe('a step that calls HTTP', () => {
  it('is refused by its name while its host is closed: by the check, by deploying, and by deploying a file', async () => {
    await openHosts('')
    const url = `${receiver.url}/price`
    const refusal = { code: 'closed-host', element: 'ask', message: expect.stringContaining(`“ask”: ${url} is no address`) }
    const checked = await admin.post(`${MODEL}/checkModel`, { xml: calling(url)('closed') }, english)
    expect(dataOf(checked)).toMatchObject({ faults: [refusal] })
    expect(await deploy(await modelOf(calling(url)))).toMatchObject({ http: 422, faults: [refusal] })
    const file = { xml: calling(url)(`p_${unique()}`), fileName: 'call.bpmn' }
    expect(await admin.post(`${DEPLOYMENT}/deployFile`, file, english)).toMatchObject({ http: 422, faults: [refusal] })
  })

  it('is made once the tenant has opened its host, and goes on with the answer', async () => {
    await openHosts('api.example.com, 127.0.0.1')
    const url = `${receiver.url}/price`
    expect(dataOf(await admin.post(`${MODEL}/checkModel`, { xml: calling(url)('open') }))).toMatchObject({ faults: [] })
    const file = { xml: calling(url)(`p_${unique()}`), fileName: 'call.bpmn' }
    expect((await admin.post(`${DEPLOYMENT}/deployFile`, file)).http).toBe(200)
    const before = receiver.taken.length
    const instance = await start(dataOf<{ id: string }>(await deploy(await modelOf(calling(url)))).id)
    await until('it has ended', async () => (await instanceRow(server, tenant, instance))?.outcome === 'ended')
    expect(receiver.taken.slice(before)).toMatchObject([{ path: '/price', body: '"hello"' }])
  })

  it('whose address an expression gives is deployed, and judged when it is made', async () => {
    await openHosts('127.0.0.1')
    const definition = dataOf<{ id: string }>(await deploy(await modelOf(calling('= target')))).id
    const open = await start(definition, { target: `${receiver.url}/open` })
    await until('it has ended', async () => (await instanceRow(server, tenant, open))?.outcome === 'ended')
    await openHosts('api.example.com')
    const before = receiver.asked.length
    const closed = await start(definition, { target: `${receiver.url}/closed` })
    await until('it was refused', async () => {
      const rows = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
        tx.all(build.selectFrom('process_outside').select('last_error').where('instance_id', '=', closed)),
      )
      // By the expression: what it gives may be hidden from whoever looks at incidents.
      return rows.some(({ last_error }) => last_error === '= target is not open to processes')
    })
    expect(receiver.asked).toHaveLength(before)
  })
})
