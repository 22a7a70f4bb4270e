/** What robots and webhooks are sent, by the vectors of their vendors' algorithms, and how their answers are understood. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AddressedKind, Outgoing } from './channel-formats.ts'
import { refusalIn, requestOf, shortened } from './channel-formats.ts'

const NOW = 1_700_000_000_123
const outgoing = (kind: AddressedKind, values: Partial<Outgoing> = {}): Outgoing => ({
  kind,
  url: 'https://robot.example/send?access_token=t',
  secret: 'SEC',
  id: 'message-1',
  body: 'words',
  now: NOW,
  ...values,
})
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64')

describe('a request', () => {
  it('to DingTalk has milliseconds and the signature in its URL', () => {
    const { url, body } = requestOf(outgoing('dingtalk'))
    const query = new URL(url).searchParams
    expect(Object.fromEntries(query)).toEqual({ access_token: 't', timestamp: String(NOW), sign: hmac('SEC', `${NOW}\nSEC`) })
    expect(JSON.parse(body)).toEqual({ msgtype: 'text', text: { content: 'words' } })
    expect(new URL(requestOf(outgoing('dingtalk', { secret: undefined })).url).search).toBe('?access_token=t')
  })

  it('to Feishu has seconds and the signature in its body', () => {
    expect(JSON.parse(requestOf(outgoing('feishu')).body)).toEqual({
      timestamp: '1700000000',
      sign: hmac('1700000000\nSEC', ''),
      msg_type: 'text',
      content: { text: 'words' },
    })
    expect(JSON.parse(requestOf(outgoing('feishu', { secret: undefined })).body)).toEqual({ msg_type: 'text', content: { text: 'words' } })
  })

  it('to WeCom is a text of 2,048 bytes at most', () => {
    const { body } = requestOf(outgoing('wecom', { body: '报警\n'.repeat(1000) }))
    const { text } = JSON.parse(body) as { text: { content: string } }
    expect(Buffer.byteLength(text.content)).toBeLessThanOrEqual(2048)
    expect(text.content).toMatch(/报警\n…$/)
  })

  it('to a webhook is signed as Standard Webhooks says, also with a secret of theirs', () => {
    const signature = (secret: string) => requestOf(outgoing('webhook', { secret, body: '{}' })).headers['webhook-signature']
    expect(signature('plain')).toBe(`v1,${hmac('plain', 'message-1.1700000000.{}')}`)
    expect(signature(`whsec_${Buffer.from('key').toString('base64')}`)).toBe(`v1,${hmac('key', 'message-1.1700000000.{}')}`)
    expect(requestOf(outgoing('webhook', { secret: undefined })).headers).toEqual({
      'idempotency-key': 'message-1',
      'webhook-id': 'message-1',
      'webhook-timestamp': '1700000000',
    })
  })
})

describe('an answer', () => {
  it.each<[AddressedKind, number, string, string | undefined]>([
    ['webhook', 204, '', undefined],
    ['webhook', 500, 'internals', 'HTTP 500'],
    ['webhook', 301, '', 'HTTP 301'],
    ['wecom', 200, '{"errcode":0,"errmsg":"ok"}', undefined],
    ['wecom', 200, '{"errcode":45009,"errmsg":"api freq out of limit"}', '45009 api freq out of limit'],
    ['dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}', '310000 sign not match'],
    ['feishu', 200, '{"code":0,"msg":"success"}', undefined],
    ['feishu', 200, '{"StatusCode":0,"StatusMessage":"success"}', undefined],
    ['feishu', 200, '{"code":9499,"msg":"Bad Request"}', '9499 Bad Request'],
    ['feishu', 200, '<html>', 'no answer of a robot'],
    ['wecom', 200, '[]', 'no answer of a robot'],
  ])('of %s with %i %s is understood', (kind, status, text, refusal) => {
    expect(refusalIn(kind, status, text)).toBe(refusal)
  })
})

describe('a long text', () => {
  it('is cut at the end of a line, or within one that is too long, never within a character', () => {
    expect(shortened('one\ntwo', 100)).toBe('one\ntwo')
    expect(shortened(`one\n${'x'.repeat(50)}`, 20)).toBe('one\n…')
    const cut = shortened('报'.repeat(50), 20)
    expect(cut).toMatch(/^报+…$/)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(20)
  })
})
