/** One POST of JSON to an address that was judged before: pinned, without redirects, bounded in time and size. */
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { Refused } from './refused.ts'

export interface JsonPost {
  readonly url: URL
  /** Where the connection goes, whatever the name in the URL means by now. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Whoever does not answer within this time has not taken it. */
const TIMEOUT_MS = 10_000
/** Of an answer; robots say in a few words whether they took the message. */
const MAX_ANSWER_BYTES = 16_384

/**
 * The answer's status and the beginning of its body; whatever the status is, a redirect as well.
 * @throws Refused where there is none
 */
export function postJson({ url, address, headers, body }: JsonPost): Promise<{ status: number; text: string }> {
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const refuse = ({ name, code }: { name?: string; code?: string }) =>
      reject(new Refused(name === 'TimeoutError' ? 'timeout' : (code ?? 'connection failed')))
    const sending = (isSecure ? requestSecure : requestPlain)({
      host: address,
      port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
      // The certificate is that of the name, and the connection that of the address.
      ...(isSecure && isIP(url.hostname) === 0 ? { servername: url.hostname } : {}),
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        host: url.host,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Outstation',
        ...headers,
      },
    })
    sending.on('error', refuse)
    sending.on('response', (answer) => {
      let text = ''
      const done = () => resolve({ status: answer.statusCode ?? 0, text })
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
        if (text.length <= MAX_ANSWER_BYTES) return
        text = text.slice(0, MAX_ANSWER_BYTES)
        done()
        sending.destroy()
      })
      answer.on('end', done)
      answer.on('error', refuse)
    })
    sending.end(body)
  })
}
