/**
 * `npm run bench:smoke`: runs every `bench:…` of package.json once as a smoke run (see support/smoke.ts), so that none is found
 * broken on the day its figures are needed. Prints what each gave, what a broken one wrote, and at the end `N passed, N failed`.
 * Names as arguments (`-- list web`) run only those; `-- --drawn` those that have changed themselves and a third of the others, which the commit draws (`.ci/run`). Where several run, the demonstration is made once for all (support/furnished.ts).
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { changedPaths } from '../tests/support/git.ts'
import { COMPILED } from '../tests/support/process.ts'
import type { Variables } from '../tests/support/process.ts'
import { seedOfRun } from '../tests/support/ring.ts'
import { leftToOthers } from '../tests/support/selection.ts'
import type { Furnished } from './support/furnished.ts'
import { furnishDatabase, furnishFolder } from './support/furnished.ts'

/** A measurement that takes longer has not heard that it is a smoke run. */
const MAX_MS = 180_000
/** Those that need nothing but the database, which is there sooner than the folder; the longest of them first. */
const EARLY = ['pages', 'watching', 'import', 'notify', 'export', 'overload', 'mixed']
/** The longest of the others: one that begins last is waited for by itself. */
const LONG = ['list', 'console', 'memory']
const ROOT = fileURLToPath(new URL('..', import.meta.url))

const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { scripts: Record<string, string> }
const isDrawn = process.argv.includes('--drawn')
const chosen = process.argv.slice(2).filter((word) => word !== '--drawn')
const known = Object.keys(scripts).filter(
  (name) => name.startsWith('bench:') && name !== 'bench:smoke' && (chosen.length === 0 || chosen.includes(name.slice('bench:'.length))),
)
const fileOf = (name: string) => (scripts[name] as string).split(' ').find((word) => word.startsWith('bench/')) as string
const left = isDrawn ? leftToOthers(known.map(fileOf), changedPaths(), seedOfRun()) : []
const names = known.filter((name) => !left.includes(fileOf(name)))
if (isDrawn) process.stdout.write(`${names.length} of ${known.length} measurements; ${left.length} are left to other landings.\n`)

// For the servers that are furnished here, and for each measurement.
process.env['BENCH_SMOKE'] = '1'
const tally = { passed: 0, failed: 0 }
const order = [...EARLY, ...LONG].map((name) => `bench:${name}`)
const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
const queue = names.toSorted((one, other) => placeOf(one) - placeOf(other))
/** What the measurements begin with, as far as it is there. */
let furnished: Variables = {}
const furnishing: Promise<void>[] = []
const removals: Furnished['remove'][] = []
/** What ends each that is under way, with everything it has started. */
const running = new Set<() => void>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const end of running) end()
    // A server that is being furnished ends by itself; nothing of it is left behind.
    void Promise.all(furnishing)
      .then(removeAll)
      .finally(() => process.exit(1))
  })
}
// Nothing is measured, so two may run beside each other: they wait for browsers and databases most of the time.
if (names.length > 1) furnishing.push(furnish('folder', furnishFolder), furnish('database', furnishDatabase))
await Promise.all([0, 1].map((lane) => Promise.resolve(furnishing[lane]).then(runQueued))).finally(removeAll)
if (names.length === 0) process.stdout.write('FAILED: there is no such measurement\n')
process.stdout.write(`${tally.passed} passed, ${names.length === 0 ? 1 : tally.failed} failed\n`)
process.exitCode = tally.failed > 0 || names.length === 0 ? 1 : 0

/** Where it cannot be made, each measurement makes its own, and says itself what is wrong. */
async function furnish(what: string, make: () => Promise<Furnished>): Promise<void> {
  try {
    const { variables, remove } = await make()
    removals.push(remove)
    furnished = { ...furnished, ...variables }
  } catch (error) {
    process.stdout.write(`The ${what} of the demonstration could not be made for all: ${(error as Error).message}\n`)
  }
}

async function removeAll(): Promise<void> {
  for (const remove of removals.splice(0)) await remove()
}

async function runQueued(): Promise<void> {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) await smoke(name)
}

async function smoke(name: string): Promise<void> {
  const began = performance.now()
  const reason = await problemOf(scripts[name] as string)
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s`
  if (reason === undefined) {
    tally.passed += 1
    process.stdout.write(`passed: ${name}, ${took}\n`)
  } else {
    tally.failed += 1
    process.stdout.write(`${reason.output}\nFAILED: ${name}, ${took}: ${reason.sentence}\n`)
  }
}
/** Why it is broken; nothing when it went through to its end. */
function problemOf(script: string): Promise<{ sentence: string; output: string } | undefined> {
  const [program, ...words] = script.split(' ')
  if (program !== 'node') return Promise.resolve({ sentence: `its script does not begin with node: ${script}`, output: '' })
  // A process group of its own, so that what it has started ends with it also where it is cut short.
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, ...furnished, NODE_COMPILE_CACHE: COMPILED },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  let isLate = false
  const end = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      /* nothing of it is left */
    }
  }
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, MAX_MS)
  running.add(end)
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      running.delete(end)
      end()
      if (isLate)
        resolve({ sentence: `it took longer than ${MAX_MS / 1000} s; does it ask bench/support/smoke.ts how much to do?`, output })
      else if (code !== 0) resolve({ sentence: `it ended with ${code ?? signal}`, output })
      else
        resolve(
          output.includes('A smoke run')
            ? undefined
            : { sentence: 'it went through, but not as a smoke run; does it end with conclude() of bench/support/smoke.ts?', output },
        )
    })
  })
}
