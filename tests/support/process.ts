/** The server as operators run it: a process of its own, started, spoken to over HTTP, stopped and killed. */
import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/start.ts', import.meta.url))

export type Variables = Readonly<Record<string, string>>

/** A started process, which may be about to refuse. */
export interface Started {
  readonly pid: number
  output(): string
  errors(): string
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  signal(signal: NodeJS.Signals): void
}

export interface Running extends Started {
  readonly url: string
  /** From the start of the process until `/readyz` said 200. */
  readonly readyAfterMs: number
  /** `kill -9`, and gone when this resolves. */
  kill(): Promise<void>
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | NodeJS.Signals>
}

/** Variables of this process that a server needs to run at all; none of its settings comes from outside the test. */
export const kept: Variables = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'NODE_OPTIONS'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)
/** What `npm start` uses as well: a start loads its modules in half the time. */
export const COMPILED = fileURLToPath(new URL('../../.cache/compiled', import.meta.url))

/**
 * For servers that live for seconds: optimising the embedded engine, which pays off within minutes, was a quarter of the processor time of these
 * tests (perf: V8Worker). What serves many files does without this, and so does what measures, unless it only shows that it still runs.
 */
export const QUICK = ['--liftoff-only'] as const

interface LaunchOptions {
  /** Arguments for node itself, such as `--cpu-prof`. */
  nodeOptions?: readonly string[]
  /** A file for the standard output, so that this process is not kept busy with reading it. */
  logFile?: string
  /** Another copy of the product, whose server is started; this one when absent. */
  root?: string
  /** Another program that starts a server, in place of `server/start.ts`. */
  program?: string
}

/** Whether what runs here judges no speed: the tests, and smoke runs of the measurements (bench/support/smoke.ts). */
const judgesNoSpeed = (): boolean => process.env['VITEST'] !== undefined || process.env['BENCH_SMOKE'] === '1'

/** Starts `node server/start.ts` on a free port of 127.0.0.1, unless the variables say otherwise. */
export function launch(
  variables: Variables,
  { nodeOptions = [], logFile, root, program = root === undefined ? MAIN : join(root, 'server/main.ts') }: LaunchOptions = {},
): Started {
  const child = spawn(process.execPath, [...(judgesNoSpeed() ? QUICK : []), ...nodeOptions, program], {
    env: { ...kept, NODE_COMPILE_CACHE: COMPILED, PORT: '0', MQTT_PORT: 'off', MODBUS: 'off', SIMULATOR_PORT: 'off', ...variables },
    stdio: ['ignore', logFile === undefined ? 'pipe' : openSync(logFile, 'w'), 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? (signal as NodeJS.Signals))),
  )
  return {
    pid: child.pid as number,
    output: () => (logFile === undefined ? output : readFileSync(logFile, 'utf8')),
    errors: () => errors,
    ended,
    signal: (signal) => void child.kill(signal),
  }
}

/** A first start takes ten seconds; among other tests on a machine that is half as quick, it took two minutes. */
const READY_MS = 4 * 60_000

/** Starts a server and waits until it is ready. @throws Error with what it wrote when it ends before. */
export async function run(variables: Variables, options?: LaunchOptions): Promise<Running> {
  const before = performance.now()
  const started = launch(variables, options)
  let hasEnded = false
  void started.ended.then(() => {
    hasEnded = true
  })
  let url: string | undefined
  while (url === undefined || !(await isReady(url))) {
    if (hasEnded) throw new Error(`the server ended before it was ready:\n${started.output()}${started.errors()}`)
    if (performance.now() - before > READY_MS) {
      started.signal('SIGKILL')
      throw new Error(`the server was not ready after ${READY_MS / 60_000} minutes:\n${started.output()}${started.errors()}`)
    }
    await sleep(20)
    // Two servers of a test never meet on one port: the operating system chooses it, and the log tells.
    url ??= /Server listening at (http:\/\/[^"\s]+)/.exec(started.output())?.[1]
  }
  const end = (signal: NodeJS.Signals) => {
    started.signal(signal)
    return started.ended
  }
  return {
    ...started,
    url,
    readyAfterMs: performance.now() - before,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (answer) => answer.status === 200,
    () => false,
  )
}

/** Waits until `condition` holds. @throws Error naming `what` after `patience` ms. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, patience = 50_000): Promise<void> {
  const end = performance.now() + patience
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`this did not happen within ${patience / 1000} s: ${what}`)
    await sleep(20)
  }
}

/** A new empty folder; call what it gives back to delete it with everything inside. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'outstation-process-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
