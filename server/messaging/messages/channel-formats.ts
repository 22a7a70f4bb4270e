/**
 * What each kind of channel is sent, and how it says that it took it.
 *
 * - Webhook: JSON, signed as Standard Webhooks says (https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp` and, over both and the body,
 *   `webhook-signature` with HMAC-SHA256. The id is the same however often it is tried, and stands as `Idempotency-Key` as well.
 * - WeCom, group robots (https://developer.work.weixin.qq.com/document/path/91770): `msgtype` text of 2,048 bytes at most, 20 messages a minute, `errcode` 0.
 * - DingTalk, custom robots (https://open.dingtalk.com/document/robots/custom-robot-access): 20 messages a minute; with 加签 the URL has `timestamp` in milliseconds and `sign`,
 *   the base64 of HMAC-SHA256 with the secret over timestamp, line feed and secret; `errcode` 0.
 * - Feishu, custom bots (https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot): 100 messages a minute; with 签名校验 the body has `timestamp` in seconds and `sign`, the
 *   base64 of HMAC-SHA256 of nothing, with timestamp, line feed and secret as its key; `code` 0, formerly `StatusCode`.
 */
import { createHmac } from 'node:crypto'
import type { ChannelKind } from '../../../model/acquisition/alarm-channels.ts'
import { signedHeaders } from '../../kernel/network/webhook-signature.ts'

export type AddressedKind = Exclude<ChannelKind, 'mail' | 'sms'>

export interface Outgoing {
  readonly kind: AddressedKind
  readonly url: string
  readonly secret: string | undefined
  /** Of the message: the same for each attempt. */
  readonly id: string
  /** JSON for webhooks, words for robots. */
  readonly body: string
  /** Milliseconds since 1970. */
  readonly now: number
}

interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const WECOM_BYTES = 2048
/** Both take 20 KB of JSON; people read less. */
const ROBOT_BYTES = 4096

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

/** The request that carries the message. */
export function requestOf({ kind, url, secret, id, body, now }: Outgoing): Request {
  const seconds = String(Math.floor(now / 1000))
  switch (kind) {
    case 'webhook':
      return {
        url,
        body,
        headers: {
          'idempotency-key': id,
          ...signedHeaders({ secret, id, body, now }),
        },
      }
    case 'wecom':
      return { url, headers: {}, body: JSON.stringify({ msgtype: 'text', text: { content: shortened(body, WECOM_BYTES) } }) }
    case 'dingtalk': {
      const signed = new URL(url)
      if (secret !== undefined) {
        signed.searchParams.set('timestamp', String(now))
        signed.searchParams.set('sign', hmac(secret, `${now}\n${secret}`))
      }
      return {
        url: signed.href,
        headers: {},
        body: JSON.stringify({ msgtype: 'text', text: { content: shortened(body, ROBOT_BYTES) } }),
      }
    }
    case 'feishu':
      return {
        url,
        headers: {},
        body: JSON.stringify({
          ...(secret === undefined ? {} : { timestamp: seconds, sign: hmac(`${seconds}\n${secret}`, '') }),
          msg_type: 'text',
          content: { text: shortened(body, ROBOT_BYTES) },
        }),
      }
  }
}

/** Why the answer is no; nothing where the message was taken. Of what a webhook says only the status is told: it may come from anywhere. */
export function refusalIn(kind: AddressedKind, status: number, text: string): string | undefined {
  if (status < 200 || status > 299) return `HTTP ${status}`
  if (kind === 'webhook') return undefined
  const answer = parsed(text)
  const code = kind === 'feishu' ? (answer['code'] ?? answer['StatusCode']) : answer['errcode']
  if (code === 0) return undefined
  const reason = answer[kind === 'feishu' ? 'msg' : 'errmsg']
  return typeof code === 'number' ? `${code}${typeof reason === 'string' ? ` ${reason}` : ''}` : 'no answer of a robot'
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The text cut at the end of a line, where it would be longer than so many bytes of UTF-8. */
export function shortened(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const lines = text.split('\n')
  let kept = ''
  for (const line of lines) {
    const next = kept === '' ? line : `${kept}\n${line}`
    if (Buffer.byteLength(next) + 4 > maxBytes) break
    kept = next
  }
  if (kept !== '') return `${kept}\n…`
  return `${Buffer.from(text)
    .subarray(0, maxBytes - 6)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}…`
}
