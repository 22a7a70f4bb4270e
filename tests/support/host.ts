/** Servers of the whole product in a process that starts once for all the files of a worker: its modules are loaded and its code is compiled already. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Variables } from './process.ts'
import { COMPILED, kept } from './process.ts'

export type HostRequest = { readonly id: number } & ({ readonly open: Variables } | { readonly close: string })
export interface HostAnswer {
  readonly id: number
  /** Where the opened server listens. */
  readonly url?: string
  readonly failed?: string
}

export interface HostedServer {
  readonly url: string
  /** Waits for running requests and closes its database, as the product does when it is told to stop. */
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./host-program.ts', import.meta.url))
let host: ChildProcess | undefined
let asked = 0
const waiting = new Map<number, { resolve: (answer: HostAnswer) => void; reject: (error: Error) => void }>()

/** Starts a server on a free port of 127.0.0.1, unless the variables say otherwise. @throws Error with the reason when it does not become ready. */
export async function openHosted(variables: Variables): Promise<HostedServer> {
  const open = { PORT: '0', MQTT_PORT: 'off', MODBUS: 'off', SIMULATOR_PORT: 'off', ...variables }
  const { url } = await ask({ open })
  if (url === undefined) throw new Error('the process of the servers gave no address')
  return { url, stop: async () => void (await ask({ close: url })) }
}

async function ask(request: { open: Variables } | { close: string }): Promise<HostAnswer> {
  host ??= startHost()
  const running = host
  const id = (asked += 1)
  const answer = await new Promise<HostAnswer>((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    running.send({ id, ...request } satisfies HostRequest)
  }).finally(() => waiting.delete(id))
  if (answer.failed !== undefined) throw new Error(`a server for the tests: ${answer.failed}`)
  return answer
}

function startHost(): ChildProcess {
  const child = fork(PROGRAM, {
    execArgv: [],
    env: { ...kept, NODE_COMPILE_CACHE: COMPILED },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.on('message', (answer: HostAnswer) => waiting.get(answer.id)?.resolve(answer))
  child.once('exit', (code, signal) => {
    if (host === child) host = undefined
    for (const { reject } of waiting.values()) reject(new Error(`the process of the servers ended with ${code ?? signal}`))
  })
  return child
}
