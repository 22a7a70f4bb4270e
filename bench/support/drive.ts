/** Calls over kept connections, so many at a time: what is done in turn depends on the answer before, which a load of fixed requests cannot. */
import { Agent, request } from 'node:http'

export interface Answered {
  readonly status: number
  readonly text: string
}

/** A caller that keeps its connections. */
export function caller(url: string, headers: Readonly<Record<string, string>> = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port } = new URL(url)
  return (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const sent = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            ...headers,
            ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          },
        },
        (answer) => {
          let read = ''
          answer.setEncoding('utf8').on('data', (part: string) => (read += part))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: read }))
          answer.on('error', reject)
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })
}
export type Caller = ReturnType<typeof caller>

export interface Driven<Result> {
  readonly results: readonly Result[]
  /** Milliseconds of each. */
  readonly times: readonly number[]
  readonly seconds: number
}

/** Does the work for each, so many at a time. @param rate So many a second at the most. */
export async function drive<Item, Result>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<Result>,
  rate?: number,
): Promise<Driven<Result>> {
  const results: Result[] = []
  const times: number[] = []
  const begin = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (let at = (next += 1) - 1; at < items.length; at = (next += 1) - 1) {
        const due = rate === undefined ? 0 : begin + (at / rate) * 1000 - performance.now()
        if (due > 0) await new Promise((resolve) => setTimeout(resolve, due))
        const start = performance.now()
        results[at] = await work(items[at] as Item)
        times.push(performance.now() - start)
      }
    }),
  )
  return { results, times, seconds: (performance.now() - begin) / 1000 }
}

/** The time that so much of the whole stays below. */
export const share = (times: readonly number[], of: number): number =>
  [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * of))] ?? Number.NaN
