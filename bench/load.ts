/** Program: sends requests as fast as they are answered and prints what came of it as JSON. A process of its own. */
import autocannon from 'autocannon'

/** Given as JSON on the standard input. */
export interface Load {
  url: string
  connections: number
  seconds: number
  /** Requests a second over all connections; as many as are answered when absent. */
  rate?: number
  /** Sent in turn, each connection beginning somewhere else. `counted` in a body is another number each time, in no other load the same. */
  requests: { method: 'GET' | 'PUT' | 'POST'; path: string; headers: Record<string, string>; body?: string; counted?: string }[]
}

export interface Measured {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  /** Answers other than 2xx, errors and timeouts: a measurement with any of them measures nothing. */
  failed: number
  /** What the first of them said. */
  failure?: string
}

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
const { url, connections, seconds, rate, requests } = JSON.parse(Buffer.concat(chunks).toString()) as Load

let count = Date.now() * 1000
const prepared = requests.map(({ counted, body, ...request }): autocannon.Request => {
  if (body === undefined || counted === undefined) return { ...request, ...(body === undefined ? {} : { body }) }
  return { ...request, setupRequest: (again) => ({ ...again, body: body.replace(counted, String((count += 1))) }) }
})

const times: number[] = []
let connection = 0
let failure: string | undefined
const instance = autocannon(
  {
    url,
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    setupClient(client) {
      const start = Math.floor(requests.length / connections) * (connection += 1)
      client.setRequests([...prepared.slice(start), ...prepared.slice(0, start)])
      let body: Buffer | undefined
      client.on('body', (part) => {
        body = part
      })
      client.on('response', (status) => {
        if (status < 200 || status > 299) failure ??= `status ${status}: ${String(body).slice(0, 1000)}`
      })
    },
  },
  (error, result) => {
    if (error) throw error as Error
    times.sort((a, b) => a - b)
    const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN
    const measured: Measured = {
      perSecond: times.length / result.duration,
      p50: percentile(0.5),
      p95: percentile(0.95),
      p99: percentile(0.99),
      failed: result.non2xx + result.errors + result.timeouts,
      ...(failure === undefined ? {} : { failure }),
    }
    process.stdout.write(JSON.stringify(measured))
  },
)
instance.on('response', (_client, _status, _bytes, time) => void times.push(time))
instance.on('reqError', (error) => {
  failure ??= String(error)
})
