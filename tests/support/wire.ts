/** Calls whose bytes the test decides, and answers as the bytes that came. */
import type { Answer, Client } from './client.ts'

export interface RawAnswer {
  http: number
  headers: Headers
  text: string
}

export async function send(
  url: string,
  method: string,
  path: string,
  options: { body?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const { body, headers = {} } = options
  // As bytes: for a text `fetch` would add a content type of its own.
  const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) })
  return { http: response.status, headers: response.headers, text: await response.text() }
}

export function sendJson(
  client: Client,
  url: string,
  method: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return send(url, method, path, {
    body,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}`, ...headers },
  })
}

/** Status and body of an answer as one text: two calls that must not be told apart give the same. */
export function answerText({ headers: _headers, ...answer }: Answer): string {
  return JSON.stringify(answer)
}
