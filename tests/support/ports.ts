/** A mailbox and an SMS gateway of the test's own: a real SMTP server and a real HTTP server, in this process. */
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'
import type { MailPort, SmsPort } from '../../server/messaging/config.ts'

export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
  readonly text: string
}

export interface Mailbox {
  readonly port: MailPort
  readonly mails: Mail[]
  /** Says no to the next so many. */
  refuse(times: number): void
  /** The first mail to this address, as soon as it is there. */
  mailTo(address: string): Promise<Mail>
  close(): Promise<void>
}

const USER = 'postman'
const PASS = 'secret-of-the-postman'

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = []
  let refusals = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === USER && password === PASS ? done(null, { user: USER }) : done(new Error('who are you')),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1
          return done(Object.assign(new Error('mailbox busy'), { responseCode: 451 }))
        }
        const source = Buffer.concat(parts).toString()
        const { mailFrom, rcptTo } = session.envelope
        mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source, text: textOf(source) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.server.address() as AddressInfo
  return {
    port: { url: `smtp://${USER}:${PASS}@127.0.0.1:${port}`, from: 'Outstation <no-reply@example.com>' },
    mails,
    refuse(times) {
      refusals = times
    },
    mailTo: (address) => found(() => mails.find(({ to }) => to.includes(address))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}

/** The body, out of the transfer encoding it came in. */
function textOf(source: string): string {
  const at = source.indexOf('\r\n\r\n')
  const [head, body] = [source.slice(0, at), source.slice(at + 4)]
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

export interface Sms {
  readonly to: string
  readonly text: string
  readonly code: string
}

export interface Gateway {
  readonly port: SmsPort
  readonly taken: Sms[]
  /** Answers the next messages so. */
  answer(status: number, body?: string, times?: number): void
  smsTo(number: string, after?: number): Promise<Sms>
  close(): Promise<void>
}

export async function openGateway(): Promise<Gateway> {
  const taken: Sms[] = []
  let bad: { status: number; body: string; times: number } = { status: 200, body: '', times: 0 }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (bad.times > 0) {
        bad.times -= 1
        response.writeHead(bad.status).end(bad.body)
        return
      }
      if (request.headers.authorization !== 'Bearer key-of-the-gateway') return void response.writeHead(401).end()
      taken.push(JSON.parse(Buffer.concat(parts).toString()) as Sms)
      response.writeHead(200).end('{"result":"OK"}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    port: {
      url: `http://127.0.0.1:${port}/send?from={{tenant}}`,
      method: 'POST',
      expect: '"OK"',
      headers: { 'content-type': 'application/json', authorization: 'Bearer key-of-the-gateway' },
      body: '{"to":"{{to}}","text":"{{text}}","code":"{{code}}"}',
    },
    taken,
    answer(status, body = '', times = 1) {
      bad = { status, body, times }
    },
    smsTo: (number, after = 0) => found(() => taken.filter(({ to }) => to.endsWith(number))[after]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}

async function found<Found>(look: () => Found | undefined): Promise<Found> {
  await expect.poll(look, { timeout: 10_000, interval: 20 }).toBeDefined()
  return look() as Found
}
