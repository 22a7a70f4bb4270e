/** What leaves by mail and SMS: that nothing is lost, nothing secret stays, and what goes wrong is seen. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildPlatform, buildTenant } from '../../../tests/support/builders.ts'
import type { Client } from '../../../tests/support/client.ts'
import type { Gateway, Mailbox } from '../../../tests/support/ports.ts'
import { openGateway, openMailbox } from '../../../tests/support/ports.ts'
import { dump } from '../../../tests/support/rows.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { readConfig } from '../../config.ts'
import { build } from '../../kernel/database/sql.ts'
import { newId } from '../../kernel/ids.ts'
import { StartError } from '../../kernel/start-error.ts'
import { expiredMessages } from '../expired.ts'
import { startDeliveryWorker } from './delivery-worker.ts'
import type { NewMessage, ReadyMessage } from './messages.ts'
import { Refused } from './refused.ts'
import { filled, openPorts } from './send.ts'

const OUTBOX = '/api/admin/outbox/queryMessage'
const RETRY = '/api/admin/outbox/retryMessage'
interface Row {
  id: string
  recipient: string
  messageState: string
  body: string
  attempts: number
  lastError: string | null
  tenantCode: string
  sentAt: string | null
}

let gateway: Gateway
let mailbox: Mailbox
/** One server with ports, one without. */
let server: TestServer
let bare: TestServer
let tenant: BuiltTenant
let operator: Client
beforeAll(async () => {
  gateway = await openGateway()
  mailbox = await openMailbox()
  server = await startServer({ sms: gateway.port, mail: mailbox.port })
  tenant = await buildTenant(server)
  operator = await (await buildPlatform(server)).signIn('admin')
  bare = await startServer()
})
afterAll(async () => {
  await server.stop()
  await bare.stop()
  await gateway.close()
  await mailbox.close()
})

let number = 0
const sms = (changes: Partial<NewMessage> = {}): NewMessage => ({
  tenantId: tenant.id,
  channel: 'sms',
  kind: 'sign-in-code',
  recipient: `+86 1390000${String((number += 1)).padStart(4, '0')}`,
  language: 'en',
  values: { tenant: 'Works "A"' },
  secret: `secret-${number}-code`,
  minutes: 5,
  ...changes,
})
async function post(to: TestServer, message: NewMessage): Promise<NewMessage> {
  await to.services.transactions.inTenant({ tenantId: message.tenantId }, (tx) => to.services.messages.post(tx, message))
  return message
}
const rowOf = async (client: Client, { recipient }: NewMessage) =>
  (await client.get<{ list: Row[] }>(OUTBOX, { recipient })).data.list[0] as Row
const stateOf = (message: NewMessage, state: string) =>
  expect.poll(async () => (await rowOf(operator, message))?.messageState, { timeout: 10_000 }).toBe(state)
/** As if the pause before the next try were over. */
const hurry = async () => {
  await server.database.asOwner((owner) => owner.query("update messages set next_at = now() where message_state = 'waiting'"))
  server.services.messages.wake()
}

describe('a message', () => {
  it('leaves by the gateway as its template says, and its secret is gone afterwards', async () => {
    const message = await post(server, sms())
    const { to, text, code } = await gateway.smsTo(message.recipient.slice(4))
    expect([to, code]).toEqual([message.recipient.replace(/[+ ]/g, ''), message.secret])
    expect(text).toBe(`${message.secret} is your code to sign in to Works "A". It is good for 5 minutes. Give it to nobody.`)
    await stateOf(message, 'sent')
    expect(await rowOf(operator, message)).toMatchObject({
      tenantCode: tenant.code,
      attempts: 1,
      lastError: null,
      sentAt: expect.any(String),
      body: expect.stringContaining('••••••'),
    })
    expect(await dump(server)).not.toContain(message.secret)
  })

  it('leaves by mail', async () => {
    const recipient = 'somebody@example.com'
    await post(
      server,
      sms({
        channel: 'mail',
        kind: 'password-link',
        recipient,
        values: { tenant: '水务公司', username: '王' },
        language: 'zh',
        secret: 'https://x.example/#1',
      }),
    )
    const { from, to, source, text } = await mailbox.mailTo(recipient)
    expect([from, to]).toEqual(['no-reply@example.com', [recipient]])
    expect(text).toContain('有人为水务公司的账号 王 申请重设密码')
    expect(text).toContain('https://x.example/#1')
    expect(source).toMatch(/^Auto-Submitted: auto-generated/m)
  })

  it('is part of what causes it: when that is taken back, nothing is sent', async () => {
    const message = sms()
    const before = gateway.taken.length
    await server.services.transactions
      .inTenant({ tenantId: tenant.id }, async (tx) => {
        await server.services.messages.post(tx, message)
        throw new Error('taken back')
      })
      .catch(() => undefined)
    await post(server, sms())
    await expect.poll(() => gateway.taken.length, { timeout: 10_000 }).toBe(before + 1)
    expect(gateway.taken.some(({ to }) => to.endsWith(message.recipient.slice(4)))).toBe(false)
  })

  it('is tried again, and the operator sees why; what failed for good can be sent by hand', async () => {
    gateway.answer(503, 'out of order', 1)
    const message = await post(server, sms({ minutes: 60 }))
    await expect.poll(async () => (await rowOf(operator, message)).lastError, { timeout: 10_000 }).toBe('HTTP 503')
    expect(await rowOf(operator, message)).toMatchObject({ messageState: 'waiting', attempts: 1 })
    await hurry()
    await stateOf(message, 'sent')

    gateway.answer(200, `{"result":"BAD ${sms.name}"}`, 100)
    const refused = await post(server, sms({ minutes: 60 }))
    await expect
      .poll(
        async () => {
          await hurry()
          return (await rowOf(operator, refused)).messageState
        },
        { timeout: 15_000 },
      )
      .toBe('failed')
    expect(await rowOf(operator, refused)).toMatchObject({
      attempts: 6,
      lastError: expect.stringContaining('BAD'),
      body: expect.not.stringContaining(refused.secret as string),
    })
    gateway.answer(200, '', 0)
    expect(await operator.post(RETRY, { id: [(await rowOf(operator, refused)).id] })).toMatchObject({ http: 200, data: { waiting: 1 } })
    await stateOf(refused, 'sent')
    expect(await operator.post(RETRY, { id: [(await rowOf(operator, refused)).id] }), 'not what was sent').toMatchObject({ http: 409 })
  })

  it('that a mail server refuses for now is tried again', async () => {
    mailbox.refuse(1)
    const message = await post(
      server,
      sms({ channel: 'mail', kind: 'password-link', recipient: 'later@example.com', values: { tenant: 't', username: 'u' } }),
    )
    await expect.poll(async () => (await rowOf(operator, message)).lastError, { timeout: 10_000 }).toMatch(/451/)
    await hurry()
    await stateOf(message, 'sent')
  })

  it('that is on its way is not sent a second time by hand, and one that waits for long is not waited for', async () => {
    gateway.answer(503, '', 1)
    const message = await post(server, sms({ minutes: 60 }))
    await expect.poll(async () => (await rowOf(operator, message)).lastError, { timeout: 10_000 }).toBe('HTTP 503')
    const { id } = await rowOf(operator, message)
    const taken = () => gateway.taken.filter(({ to }) => to.endsWith(message.recipient.slice(4))).length
    const leaves = (sentence: string) =>
      server.database.asOwner((owner) => owner.query(`update messages set ${sentence} where recipient = $1`, [message.recipient]))
    // As long as a delivery worker has it under way.
    await leaves("attempts = 2, next_at = now() + interval '55 seconds'")
    expect(await operator.post(RETRY, { id: [id] })).toMatchObject({ http: 200, data: { waiting: 1 } })
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ attempts: number; isHeld: boolean }>(
        `select attempts, next_at > now() + interval '30 seconds' as "isHeld" from messages where recipient = $1`,
        [message.recipient],
      ),
    )
    expect(rows).toEqual([{ attempts: 2, isHeld: true }])
    expect(taken()).toBe(0)
    await leaves("next_at = now() + interval '10 minutes'")
    expect(await operator.post(RETRY, { id: [id] })).toMatchObject({ http: 200, data: { waiting: 1 } })
    await stateOf(message, 'sent')
    expect(taken()).toBe(1)
  })

  it('that comes too late is not sent', async () => {
    gateway.answer(503, '', 1)
    const message = await post(server, sms())
    await expect.poll(async () => (await rowOf(operator, message)).attempts, { timeout: 10_000 }).toBe(1)
    await server.database.asOwner((owner) =>
      owner.query("update messages set expires_at = now() - interval '1 second' where recipient = $1", [message.recipient]),
    )
    await hurry()
    await stateOf(message, 'expired')
    expect(await dump(server)).not.toContain(message.secret)
    expect((await operator.post(RETRY, { id: [(await rowOf(operator, message)).id] })).http).toBe(409)
  })

  it('survives the end of the process that had taken it', async () => {
    gateway.answer(503, '', 1)
    const message = await post(server, sms())
    await expect.poll(async () => (await rowOf(operator, message)).lastError, { timeout: 10_000 }).toBe('HTTP 503')
    // As a process leaves it that dies with the message under way: taken, with a lease that runs out.
    await server.database.asOwner((owner) =>
      owner.query("update messages set last_error = null, next_at = now() - interval '1 second' where recipient = $1", [message.recipient]),
    )
    const { transactions, config, clock, messages, secretCipher } = server.services
    const worker = startDeliveryWorker(
      { transactions, config, clock, secretCipher, messages: { ...messages, onWork: () => undefined } },
      {},
      () => undefined,
    )
    await gateway.smsTo(message.recipient.slice(4))
    await worker.stop()
    await stateOf(message, 'sent')
  })

  it('on its way is not taken by a second delivery worker', async () => {
    const { transactions, config, clock, messages, secretCipher } = server.services
    const workers = Array.from({ length: 3 }, () =>
      startDeliveryWorker(
        { transactions, config, clock, secretCipher, messages: { ...messages, onWork: () => undefined } },
        {},
        () => undefined,
      ),
    )
    const sent = await Promise.all(Array.from({ length: 12 }, () => post(server, sms())))
    for (const message of sent) await stateOf(message, 'sent')
    await Promise.all(workers.map((worker) => worker.stop()))
    for (const { recipient } of sent) expect(gateway.taken.filter(({ to }) => to.endsWith(recipient.slice(4)))).toHaveLength(1)
  })
})

describe('messages with words of their own', () => {
  it('wait for codes, which somebody is waiting for, however many they are and however long they have been there', async () => {
    const [channelId, batchId, recipient] = [newId(), newId(), 'hurried@example.com']
    const messages = Array.from({ length: 1000 }, (_, number): ReadyMessage => ({
      tenantId: tenant.id,
      channel: 'mail',
      channelId,
      batchId,
      kind: 'alarm',
      recipient: `many${number}@example.com`,
      subject: 'many',
      body: 'many',
      language: 'en',
    }))
    const { transactions, messages: outbox } = server.services
    const before = mailbox.mails.length
    await transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
      await outbox.postReady(tx, messages, sql<Date>`now()`)
      await tx.run(
        build
          .updateTable('messages')
          .set({ next_at: sql<Date>`now() - interval '1 hour'` })
          .where('batch_id', '=', batchId),
      )
      await outbox.post(tx, sms({ channel: 'mail', kind: 'password-link', recipient, values: { tenant: 't', username: 'u' } }))
    })
    await mailbox.mailTo(recipient)
    // At most those that were on their way at the same time come before it.
    expect(mailbox.mails.findIndex(({ to }) => to.includes(recipient)) - before).toBeLessThan(6)
    // The rest need not be waited for.
    await server.database.asOwner((owner) => owner.query('delete from messages where batch_id = $1', [batchId]))
  })

  it('are stored for however many people one alarm is told to', async () => {
    const own = await buildTenant(bare)
    const [channelId, batchId] = [newId(), newId()]
    const messages = Array.from({ length: 6000 }, (_, number): ReadyMessage => ({
      tenantId: own.id,
      channel: 'mail',
      channelId,
      batchId,
      kind: 'alarm',
      recipient: `p${number}@example.com`,
      subject: number === 0 ? null : `Alarm, "${number}"`,
      body: `{${number}} \\ \n'told'`,
      language: 'en',
    }))
    const { transactions, messages: outbox } = bare.services
    await transactions.inTenant({ tenantId: own.id }, (tx) => outbox.postReady(tx, messages, sql<Date>`now()`))
    const { rows } = await bare.database.asOwner((owner) =>
      owner.query<Pick<ReadyMessage, 'recipient' | 'subject' | 'body'>>(
        'select recipient, subject, body from messages where tenant_id = $1 and batch_id = $2 and channel_id = $3',
        [own.id, batchId, channelId],
      ),
    )
    const stored = new Map(rows.map(({ recipient, ...words }) => [recipient, words]))
    expect([rows.length, stored.size]).toEqual([6000, 6000])
    expect(stored.get('p0@example.com')).toEqual({ subject: null, body: "{0} \\ \n'told'" })
    expect(stored.get('p5999@example.com')).toEqual({ subject: 'Alarm, "5999"', body: "{5999} \\ \n'told'" })
  })
})

describe('the outbox', () => {
  it('shows what nothing could send, with its secret while that is good; and sends it when there is a port', async () => {
    const own = await buildTenant(bare)
    const platform = await (await buildPlatform(bare)).signIn('admin')
    const message = await post(bare, sms({ tenantId: own.id }))
    const row = await rowOf(platform, message)
    expect(row).toMatchObject({ messageState: 'kept', body: expect.stringContaining(message.secret as string) })
    expect(await platform.post(RETRY, { id: [row.id] })).toMatchObject({ http: 409, message: expect.stringContaining('SMS_URL') })
    expect((await platform.get('/api/admin/outbox/queryPorts')).data).toEqual({
      mail: { configured: false, host: '' },
      sms: { configured: false, host: '' },
    })
    await bare.database.asOwner((owner) => owner.query("update messages set expires_at = now() - interval '1 second'"))
    expect((await rowOf(platform, message)).body).not.toContain(message.secret)
    await expiredMessages(bare.services.transactions)()
    expect(await dump(bare)).not.toContain(message.secret)
  })

  it('keeps no secret that nothing sends, unless the operator is to see them', async () => {
    const closed = await startServer({ outboxSecrets: false })
    try {
      const reader = await (await buildPlatform(closed)).signIn('admin')
      const message = await post(closed, sms({ tenantId: (await buildTenant(closed)).id }))
      const row = await rowOf(reader, message)
      expect(row).toMatchObject({ messageState: 'kept', body: expect.stringContaining('••••••') })
      expect(await dump(closed)).not.toContain(message.secret)
      expect(await reader.post(RETRY, { id: [row.id] }), 'a text without its code is of no use').toMatchObject({ http: 409 })
    } finally {
      await closed.stop()
    }
    const given = (environment: NodeJS.ProcessEnv) => readConfig(environment).outboxSecrets
    const DATABASE_URL = 'postgres://127.0.0.1/x'
    expect([
      given({ DATABASE_URL }),
      given({}),
      given({ DEMO: 'off' }),
      given({ DATABASE_URL, DEMO: 'on' }),
      given({ DATABASE_URL, OUTBOX_SECRETS: 'on' }),
      given({ OUTBOX_SECRETS: 'off' }),
    ]).toEqual([false, true, false, true, true, false])
  })

  it("names the ports without what opens them, and is the operator's alone", async () => {
    const ports = await operator.get('/api/admin/outbox/queryPorts')
    expect(ports.data).toEqual({
      mail: { configured: true, host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) },
      sms: { configured: true, host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) },
    })
    const admin = await tenant.signIn('admin')
    for (const path of [OUTBOX, '/api/admin/outbox/queryPorts']) expect((await admin.get(path)).http).toBe(403)
    expect((await admin.post(RETRY, { id: [tenant.id] })).http).toBe(403)
  })

  it('forgets after thirty days', async () => {
    const message = await post(server, sms())
    await stateOf(message, 'sent')
    await server.database.asOwner((owner) =>
      owner.query("update messages set created_at = now() - interval '31 days' where recipient = $1", [message.recipient]),
    )
    await expiredMessages(server.services.transactions)()
    expect(await rowOf(operator, message)).toBeUndefined()
  })
})

describe('the ports', () => {
  it('are checked at the start, and nothing of them is repeated', () => {
    const wrong = { SMTP_URL: 'http://pass@x', MAIL_FROM: 'nobody', SMS_URL: 'ftp://x', SMS_METHOD: 'DELETE', SMS_HEADERS: '{"a":1}' }
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => readConfig({ [name]: value }), name).toThrow(StartError)
      expect(() => readConfig({ [name]: value }), name).toThrow(new RegExp(`^${name} `))
      expect(() => readConfig({ [name]: value }), name).not.toThrow(value)
    }
    const { mail, sms: port } = readConfig({
      SMTP_URL: 'smtps://u:p@mail.example.com',
      PUBLIC_URL: 'https://console.example.com',
      SMS_URL: 'https://sms.example.com/{{to}}',
      SMS_HEADERS: '{"X-Key":"k"}',
      SMS_METHOD: 'GET',
    })
    expect(mail).toEqual({ url: 'smtps://u:p@mail.example.com', from: 'Outstation <no-reply@console.example.com>' })
    expect(port).toMatchObject({ method: 'GET', headers: { 'X-Key': 'k' } })
    expect(readConfig({})).toMatchObject({ mail: undefined, sms: undefined })
  })

  it('fill a template without running it, escaped for where a value stands', () => {
    const values = { to: '86139', text: 'a "b" & {{to}}\n' }
    expect(filled('x={{to}}&y={{text}}&z={{nothing}}', values, encodeURIComponent)).toBe(
      'x=86139&y=a%20%22b%22%20%26%20%7B%7Bto%7D%7D%0A&z={{nothing}}',
    )
  })

  it('give up on a gateway that cannot be reached or sends one elsewhere', async () => {
    const letter = {
      id: 'x',
      channel: 'sms' as const,
      recipient: '+86 139',
      subject: null,
      text: 'secret text',
      secret: 'secret',
      tenant: '',
      language: 'en',
    }
    const reasonFor = async (url: string) => {
      const { send, close } = openPorts({ mail: undefined, sms: { ...gateway.port, url } })
      const failure: unknown = await send(letter).catch((error: unknown) => error)
      close()
      expect(failure).toBeInstanceOf(Refused)
      return (failure as Refused).message
    }
    expect(await reasonFor('http://127.0.0.1:1/')).toMatch(/ECONNREFUSED|bad port|fetch failed/)
    gateway.answer(302, '', 1)
    expect(await reasonFor(gateway.port.url.replace('?from={{tenant}}', '/{{text}}'))).not.toContain('secret text')
    gateway.answer(200, 'no: secret text', 1)
    expect(await reasonFor(gateway.port.url)).toBe('HTTP 200: no: …')
  })
})
