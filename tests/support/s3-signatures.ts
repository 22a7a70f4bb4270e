/**
 * Whether a request is signed as Signature Version 4 wants it, by somebody who knows the secret: s3rver takes every signature for right. Worked out from
 * the description (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), by nothing that the product uses.
 */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const FORM = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

export function isSigned({ method = '', url = '', headers }: IncomingMessage, secret: string): boolean {
  const [, , day = '', region = '', names = '', signature] = FORM.exec(headers.authorization ?? '') ?? []
  const { pathname, searchParams } = new URL(url, 'http://store.invalid')
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return false
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const lines = signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('')
  const request = [method, pathname, query, lines, names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, createHash('sha256').update(request).digest('hex')].join('\n')
  const key = ['s3', 'aws4_request'].reduce((known, part) => hmac(known, part), hmac(hmac(`AWS4${secret}`, day), region))
  return hmac(key, text).toString('hex') === signature
}
