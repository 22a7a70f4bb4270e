/** Hands one message to the port of its channel. What goes wrong is said in a few words that carry no secret. */
import type { Port } from '../../../model/admin/messages.ts'
import type { MailPort, MessagingConfig, SmsPort } from '../config.ts'
import { Refused } from './refused.ts'

export interface Letter {
  readonly id: string
  readonly channel: Port
  readonly recipient: string
  readonly subject: string | null
  /** With its secret filled in. */
  readonly text: string
  readonly secret: string | null
  readonly tenant: string
  readonly language: string
}

/** A port that does not answer within this time has not taken the message. */
const TIMEOUT_MS = 10_000
const MAX_REASON_CHARACTERS = 200

export interface Ports {
  /** @throws Refused */
  send(letter: Letter): Promise<void>
  close(): void
}

/** The gateways for mail (SMTP) and SMS (HTTP), as configured; a channel without one refuses what it is to send. */
export function openPorts({ mail, sms }: Pick<MessagingConfig, 'mail' | 'sms'>): Ports {
  const transport = mail && openMail(mail)
  return {
    async send(letter) {
      if (letter.channel === 'mail' && mail && transport) return sendMail(await transport, mail, letter)
      if (letter.channel === 'sms' && sms) return sendSms(sms, letter)
      throw new Refused('not configured')
    },
    close: () => void transport?.then((open) => open.close()),
  }
}

type Transport = Awaited<ReturnType<typeof openMail>>

async function openMail({ url }: MailPort) {
  // Loaded where mail is configured: it takes the start a fortieth of a second.
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS })
}

async function sendMail(transport: Transport, { from }: MailPort, { id, recipient, subject, text }: Letter): Promise<void> {
  // The same message has the same id however often it is tried, so that a mailbox can tell a repetition.
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  const sending = transport.sendMail({
    from,
    to: { name: '', address: recipient },
    subject: subject ?? '',
    text,
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  await sending.catch((error: unknown) => {
    throw new Refused(reasonOf(error, text))
  })
}

async function sendSms({ url, method, headers, body, expect }: SmsPort, letter: Letter): Promise<void> {
  const values = valuesOf(letter)
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const answer = await fetch(filled(url, values, encodeURIComponent), {
    method,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(method === 'GET' ? {} : { body: filled(body, values, escapeFor(type)) }),
  }).catch((error: unknown) => {
    throw new Refused(reasonOf(error, letter.text))
  })
  const responseText = await answer.text().catch(() => '')
  if (!answer.ok) throw new Refused(`HTTP ${answer.status}`)
  if (expect !== undefined && !responseText.includes(expect))
    throw new Refused(cut(`HTTP ${answer.status}: ${without(responseText, letter)}`))
}

function valuesOf({ recipient, text, secret, tenant, language }: Letter): Record<string, string> {
  const [prefix = '', mobile = ''] = recipient.replace(/^\+/, '').split(' ')
  return { to: `${prefix}${mobile}`, prefix, mobile, text, code: secret ?? '', tenant, language }
}

/** Logic-less: a name in double braces is replaced by its value, escaped for where it stands. */
export function filled(template: string, values: Readonly<Record<string, string>>, escape: (value: string) => string): string {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? escape(values[name] as string) : whole))
}

function escapeFor(type: string): (value: string) => string {
  if (/json/i.test(type)) return (value) => JSON.stringify(value).slice(1, -1)
  if (/x-www-form-urlencoded/i.test(type)) return encodeURIComponent
  if (/xml/i.test(type)) return (value) => value.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
  return (value) => value
}

/** Of an error of the driver or of the SMTP server the code and the sentence, never the message it was about. */
function reasonOf(error: unknown, text: string): string {
  const { name, message, cause, code, response } = error as {
    name?: string
    message?: string
    cause?: { code?: string }
    code?: string
    response?: string
  }
  if (name === 'TimeoutError') return 'timeout'
  const reason = response ?? cause?.code ?? message ?? 'failed'
  return cut(
    [code, reason]
      .filter((part) => (part && part !== code) || part === code)
      .join(' ')
      .replaceAll(text, '…'),
  )
}

const without = (content: string, { text, secret }: Letter) =>
  [text, secret ?? ''].filter(Boolean).reduce((rest, part) => rest.replaceAll(part, '…'), content)

function cut(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, MAX_REASON_CHARACTERS)
}
