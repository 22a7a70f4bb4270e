/** Calls of processes with headers, secrets and signatures, and those that are answered later. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import type { ManualClock } from '../../../../tests/support/clock.ts'
import { runningClock } from '../../../../tests/support/clock.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { until } from '../../../../tests/support/process.ts'
import { bpmn, deployRows, inTenant, instanceRow, person, service, way } from '../../../../tests/support/processes.ts'
import type { Receiver } from '../../../../tests/support/receiver.ts'
import { openReceiver } from '../../../../tests/support/receiver.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { build } from '../../../kernel/database/sql.ts'
import { aboutSecret } from '../../../workflow/index.ts'

const MODEL = '/api/activiti/model'
const SECRET = '/api/activiti/secret'
const english = { 'accept-language': 'en' }

let clock: ManualClock
let server: TestServer
let tenant: BuiltTenant
let admin: Client
let receiver: Receiver
beforeAll(async () => {
  clock = runningClock()
  server = await startServer({}, undefined, undefined, clock)
  receiver = await openReceiver('{"taken": true}')
  tenant = await buildTenant(server, { parameters: { 'password.changeFirst': 'false', 'process.httpHosts': '127.0.0.1, api.example.com' } })
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
afterAll(async () => {
  await receiver.close()
  await server.stop()
})

const calling = (key: string, more: object) => {
  const does = { do: 'http', method: 'POST', url: `${receiver.url}/call`, body: '= "hello"', into: 'answer', ...more }
  return bpmn(key, `${service('ask', does)}<endEvent id="end"/>${way('start > ask > end')}`)
}
async function started(more: object): Promise<string> {
  const definition = await deployRows(server, tenant, calling(`p_${unique()}`, more))
  return (await server.services.workflow.start(person(tenant, 'admin'), { of: { definition } })).id
}
const secret = async (values: object): Promise<{ id: string; name: string }> => {
  const name = `s${unique()}`
  const { id } = dataOf<{ id: string }>(
    await admin.post(`${SECRET}/addProcessSecret`, { secretName: name, secretHosts: '127.0.0.1', ...values }),
  )
  return { id, name }
}
const ended = (instance: string) => until('it has ended', async () => (await instanceRow(server, tenant, instance))?.outcome === 'ended')
const refusedWith = (instance: string, error: string) =>
  until(`it was refused: ${error}`, async () => {
    const rows = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_outside').select('last_error').where('instance_id', '=', instance)),
    )
    return rows.some(({ last_error: failure }) => failure === error)
  })
const answerOf = async (instance: string) =>
  (
    await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('process_variables').select('value').where('instance_id', '=', instance).where('name', '=', 'answer')),
    )
  )?.value

describe('a secret of processes', () => {
  it('is written and stands in no answer, list, file, history or table as it is', async () => {
    const value = `key-${unique()}-${unique()}`
    const { id, name } = await secret({ secretValue: value })
    dataOf(await admin.put(`${SECRET}/updateProcessSecret`, { id, secretDescription: 'of the ERP' }))
    const answers = [
      await admin.get(`${SECRET}/queryProcessSecret`, { secretName: name }),
      await admin.get('/api/admin/syslog/queryHistory', { noun: 'process-secrets', id }),
    ]
    expect(JSON.stringify(answers)).toContain(name)
    expect(JSON.stringify(answers)).not.toContain(value)
    const row = await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('process_secrets').select(['secret_value', 'secret_description']).where('id', '=', id)),
    )
    expect(row?.secret_description).toBe('of the ERP')
    expect(row?.secret_value).not.toBeNull()
    expect(Buffer.from(row?.secret_value ?? '', 'base64').toString('latin1')).not.toContain(value)
  })

  it('needs a value, and hosts that are names', async () => {
    const values = { secretName: `s${unique()}`, secretHosts: '127.0.0.1' }
    expect(await admin.post(`${SECRET}/addProcessSecret`, values, english)).toMatchObject({
      http: 422,
      errors: [{ field: 'secretValue', message: 'A secret needs a value' }],
    })
    const wrong = { ...values, secretValue: 'x', secretHosts: 'https://api.example.com/path' }
    expect(await admin.post(`${SECRET}/addProcessSecret`, wrong, english)).toMatchObject({ http: 422, errors: [{ field: 'secretHosts' }] })
  })

  it('goes to another host only for whoever enters its value again', async () => {
    const { id } = await secret({ secretValue: 'of this one alone', secretHosts: '127.0.0.1, *.example.com' })
    const change = (values: object) => admin.put(`${SECRET}/updateProcessSecret`, { id, ...values }, english)
    for (const [host, secretHosts] of [
      ['mine.example.org', '127.0.0.1, mine.example.org'],
      ['*.com', '*.com'],
      ['example.com', 'api.example.com, example.com'],
    ])
      expect(await change({ secretHosts }), secretHosts).toMatchObject({
        http: 422,
        errors: [{ field: 'secretValue', message: `To have the secret sent to ${String(host)} as well, enter its value again` }],
      })
    expect((await change({ secretHosts: 'API.example.com, *.eu.example.com', secretDescription: 'fewer' })).http).toBe(200)
    expect((await change({ secretHosts: '*.example.com' })).http, 'what was taken away').toBe(422)
    expect((await change({ secretHosts: '*.example.com', secretValue: 'known to me' })).http).toBe(200)
  })

  it('that no header can carry is not taken, and one of an earlier release is a failed call that names it', async () => {
    const values = { secretName: `s${unique()}`, secretHosts: '127.0.0.1', secretValue: 'schlüssel—1' }
    expect(await admin.post(`${SECRET}/addProcessSecret`, values, english)).toMatchObject({ http: 422, errors: [{ field: 'secretValue' }] })
    const { id, name } = await secret({ secretValue: 'key of ours' })
    const sealed = await server.services.secretCipher.seal(Buffer.from('schlüssel—1'), aboutSecret(id))
    await inTenant(server, tenant, (tx) =>
      tx.run(
        build
          .updateTable('process_secrets')
          .set({ secret_value: sealed.toString('base64') })
          .where('id', '=', id),
      ),
    )
    await refusedWith(
      await started({ headers: [{ name: 'X-Key', secret: name }] }),
      `the secret ${name} has characters that no header carries: enter it anew`,
    )
  })

  it('goes with the call as a header and signs it, and an answer that repeats it is kept without it', async () => {
    const key = `token-${unique()}`
    const { name } = await secret({ secretValue: key })
    const signing = await secret({ secretValue: 'signing-key-of-mine' })
    receiver.answer(200, JSON.stringify({ echo: `Bearer ${key}`, [key]: [key] }))
    const headers = [
      { name: 'Authorization', secret: name },
      { name: 'X-Order', value: '= "no 7"' },
    ]
    const before = receiver.asked.length
    const instance = await started({ headers, sign: signing.name })
    await ended(instance)
    const [call] = receiver.asked.slice(before)
    expect(call?.headers).toMatchObject({ authorization: key, 'x-order': 'no 7' })
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature, 'idempotency-key': again } = call?.headers ?? {}
    expect(id).toBe(again)
    const expected = createHmac('sha256', 'signing-key-of-mine')
      .update(`${String(id)}.${String(at)}.${call?.body ?? ''}`)
      .digest('base64')
    expect(signature).toBe(`v1,${expected}`)
    expect(await answerOf(instance)).toEqual({ echo: 'Bearer ***', '***': ['***'] })
    const kept = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_outside').select(['request', 'last_error']).where('instance_id', '=', instance)),
    )
    expect(JSON.stringify(kept)).toContain(name)
    expect(JSON.stringify(kept)).not.toContain(key)
  })

  it('is sent to its hosts and to no others, and one that is gone stops the call', async () => {
    const { id, name } = await secret({ secretValue: 'for another one', secretHosts: 'api.example.com' })
    const before = receiver.asked.length
    await refusedWith(await started({ headers: [{ name: 'X-Key', secret: name }] }), `the secret ${name} is not for this host`)
    dataOf(await admin.post(`${SECRET}/deleteProcessSecret`, { id }))
    await refusedWith(await started({ sign: name }), `there is no secret ${name}`)
    expect(receiver.asked).toHaveLength(before)
  })

  it('is asked for by the check of a model: that there is one, for that host, and for somebody who may see them', async () => {
    const { name } = await secret({ secretValue: 'x', secretHosts: 'api.example.com' })
    const check = async (more: object, by = admin) =>
      dataOf<{ faults: { code: string; element: string }[] }>(await by.post(`${MODEL}/checkModel`, { xml: calling('checked', more) }))
        .faults
    expect(await check({ sign: name })).toMatchObject([{ code: 'secret-host', element: 'ask' }])
    expect(await check({ sign: 'nobody' })).toMatchObject([{ code: 'unknown-secret', element: 'ask' }])
    expect(await check({ sign: name, url: 'https://api.example.com/' })).toEqual([])
    expect(await check({ callback: 'P2Y' })).toMatchObject([{ code: 'callback-time', element: 'ask' }])
    for (const header of ['Host', 'Idempotency-Key', 'webhook-signature', 'X Y'])
      expect(await check({ headers: [{ name: header, value: 'x' }] }), header).toMatchObject([{ code: 'settings', element: 'ask' }])
  })
})

describe('a call that is answered later', () => {
  /** The address that the newest call carried. */
  const address = () => String(receiver.asked.at(-1)?.headers['outstation-callback'] ?? '')
  async function waiting(more: object = {}): Promise<{ instance: string; path: string }> {
    const before = receiver.taken.length
    const instance = await started({ callback: 'PT1H', ...more })
    await until('it was called', () => receiver.taken.length > before)
    await until('that is noted', async () => {
      const events = await inTenant(server, tenant, (tx) =>
        tx.all(build.selectFrom('process_events').select('command').where('instance_id', '=', instance)),
      )
      return events.some(({ command }) => command === 'called')
    })
    return { instance, path: address().replace(/^.*?(?=\/api\/)/, '') }
  }
  const nobody = () => clientWith(server.url, '')

  it('goes on with that answer, once: the same one again changes nothing, and another one is refused', async () => {
    const { instance, path } = await waiting()
    expect(await instanceRow(server, tenant, instance)).toMatchObject({ instance_state: 'running', incidents: [] })
    expect((await nobody().post(path, { price: 12 })).http).toBe(200)
    expect(await instanceRow(server, tenant, instance)).toMatchObject({ outcome: 'ended' })
    expect(await answerOf(instance)).toEqual({ price: 12 })
    expect((await nobody().post(path, { price: 12 })).http).toBe(200)
    expect((await nobody().post(path, { price: 13 })).http).toBe(404)
    expect(await answerOf(instance)).toEqual({ price: 12 })
  })

  it('carries the same address whenever it is tried, which is kept nowhere as it is', async () => {
    receiver.answer(503)
    const before = receiver.asked.length
    const instance = await started({ callback: 'PT1H' })
    await until('it was tried', () => receiver.asked.length > before)
    const first = address()
    expect(first).toMatch(/\/api\/activiti\/message\/answerCall\?token=[A-Za-z0-9_-]{43}$/)
    await refusedWith(instance, 'HTTP 503')
    await clock.advance(11_000)
    await until('it was tried again', () => receiver.asked.length > before + 1)
    expect(address()).toBe(first)
    const token = new URL(first).searchParams.get('token') ?? ''
    const rows = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_outside').selectAll().where('instance_id', '=', instance)),
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await nobody().post(new URL(first).pathname + new URL(first).search, {})).http).toBe(200)
    await ended(instance)
  })

  it('that nobody answers in time is an incident, and its address leads nowhere from then on', async () => {
    const { instance, path } = await waiting()
    await clock.advance(61 * 60_000)
    await until('it is an incident', async () => (await instanceRow(server, tenant, instance))?.incidents.includes('outside') === true)
    expect((await nobody().post(path, { price: 1 })).http).toBe(404)
    expect((await nobody().post(path.replace(/token=.*/, `token=${'x'.repeat(43)}`), {})).http).toBe(404)
  })

  it('while its instance is suspended keeps the answer, and goes on with it afterwards', async () => {
    const { instance, path } = await waiting()
    const ask = { instanceId: instance, comment: 'wait' }
    await server.services.workflow.suspend(person(tenant, 'admin'), ask)
    expect((await nobody().post(path, { price: 3 })).http).toBe(200)
    expect(await instanceRow(server, tenant, instance)).toMatchObject({ instance_state: 'suspended', outcome: null })
    await server.services.workflow.activate(person(tenant, 'admin'), ask)
    await ended(instance)
    expect(await answerOf(instance)).toEqual({ price: 3 })
  })

  it('is kept without the secrets of the call, and with a member that is called as the address says its own', async () => {
    const value = `token-${unique()}`
    const [{ id, name }, gone] = [await secret({ secretValue: value }), await secret({ secretValue: 'signs it' })]
    const more = { headers: [{ name: 'Authorization', secret: name }], sign: gone.name }
    const sent = { echo: [`Bearer ${value}`], token: 'x'.repeat(43) }
    const { instance, path } = await waiting(more)
    dataOf(await admin.post(`${SECRET}/deleteProcessSecret`, { id: gone.id }))
    expect((await nobody().post(`${path}&echo=no`, sent)).http).toBe(200)
    expect(await answerOf(instance)).toEqual({ echo: ['Bearer ***'], token: sent.token })

    const { sign: _, ...headers } = more
    const resting = await waiting(headers)
    const ask = { instanceId: resting.instance, comment: 'wait' }
    await server.services.workflow.suspend(person(tenant, 'admin'), ask)
    expect((await nobody().post(resting.path, sent)).http).toBe(200)
    const kept = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('scheduled_work').select('payload').where('kind', '=', 'process-outside')),
    )
    expect(JSON.stringify(kept)).toContain('Bearer ***')
    expect(JSON.stringify(kept)).not.toContain(value)
    dataOf(await admin.post(`${SECRET}/deleteProcessSecret`, { id }))
  })

  it('is led on by its address, and by no token in what is said', async () => {
    const { instance, path } = await waiting()
    const token = new URL(path, server.url).searchParams.get('token')
    const [bare] = path.split('?')
    expect((await nobody().post(bare ?? '', { token })).http).toBe(404)
    expect((await nobody().post(path, { token: 7 })).http).toBe(200)
    expect(await answerOf(instance)).toEqual({ token: 7 })
  })

  it('of two answers at once one counts', async () => {
    const { instance, path } = await waiting()
    const answers = await Promise.all([1, 2, 3, 4].map((price) => nobody().post(path, { price })))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 404, 404, 404])
    expect(await answerOf(instance)).toEqual({ price: answers.findIndex(({ http }) => http === 200) + 1 })
  })
})
