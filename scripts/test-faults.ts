/**
 * `npm run test:faults`: makes each seeded fault of `tests/faults/` in a copy of this tree, runs the tests that have to notice, and says
 * which ring of tests noticed (docs/decisions/0079-seeded-faults.md). Each test is seen to pass without any fault first. Ends with a
 * table and `N passed, N failed`, and with 1 unless each was noticed in the ring that it names. As many at a time as there are processors, each in a
 * copy of its own. `--only=07,12` tries some, `--shard=2/4` the second quarter, `--changed` those whose files or tests have changed (as `.ci/run` sees
 * it: against `BASE`, or a day ago). The ring `ci` on PostgreSQL needs TEST_DATABASE_URL.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Fault } from '../tests/support/fault-files.ts'
import { readFaults } from '../tests/support/fault-files.ts'
import type { Run } from '../tests/support/faults.ts'
import { runsOf, withEdit } from '../tests/support/faults.ts'
import { changedPaths, commitHash } from '../tests/support/git.ts'
import { SHOWN, featuresOf, settleRing, touched } from '../tests/support/ring.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** A run that is not over by then is ended, and has noticed nothing. */
const MAX_RUN_MS = 15 * 60_000
const REPORT = '.cache/faults.json'
/** What the database of the tests is made of: of a change of it a new one is made. */
const MADE_OF = ['migrations/', 'seeds/', 'server/seed/']
const databaseUrl = process.env['TEST_DATABASE_URL']
const print = (text: string) => void process.stdout.write(`${text}\n`)

interface Outcome {
  /** The first test that failed of each file. */
  readonly failed: readonly { readonly file: string; readonly test: string }[]
  /** Files that did not get as far as their tests, and why: they say nothing. */
  readonly broken: readonly { readonly file: string; readonly reason: string }[]
}

interface Verdict {
  readonly fault: Fault
  /** The ring in which it was noticed. */
  readonly ring?: Run['ring'] | undefined
  readonly isPassed: boolean
  readonly text: string
  readonly seconds: number
}

const chosen = choose(readFaults(), process.argv.slice(2))
settleRing({ env: process.env })
/** A folder for each fault that is tried at a time. */
const copies = Array.from({ length: Math.min(availableParallelism(), chosen.length) }, copyTree)
const removeCopies = () => copies.forEach((copy) => rmSync(copy, { recursive: true, force: true }))
const children = new Set<ReturnType<typeof spawn>>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const child of children) stop(child)
    removeCopies()
    process.exit(1)
  })
/** Why a file fails without a fault; `undefined` of one that passes. */
const sound = new Map<string, string | undefined>()
try {
  print(
    `${chosen.length} seeded faults in a copy of ${commitHash()?.slice(0, 12) ?? 'this tree'} with its changes. SEED=${process.env['SEED']}`,
  )
  const first = chosen.flatMap((fault) => runsOf(fault)[0]?.files ?? []).filter((file) => runsOf({ tests: [file] })[0]?.ring === 'quick')
  await assertSound(copies[0] as string, { ring: 'quick', engine: 'embedded', files: [...new Set(first)] })
  const verdicts: Verdict[] = []
  const left = [...chosen]
  const tryQueued = async (copy: string) => {
    for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
      const verdict = await tried(copy, fault)
      verdicts.push(verdict)
      print(`${fault.number}-${fault.name}: ${verdict.text} (${verdict.seconds} s)`)
    }
  }
  await Promise.all(copies.map(tryQueued))
  conclude(verdicts.toSorted((one, other) => chosen.indexOf(one.fault) - chosen.indexOf(other.fault)))
} finally {
  removeCopies()
}

/** Those that the arguments name; all of them without any. @throws Error for an argument that names none. */
function choose(faults: readonly Fault[], words: readonly string[]): Fault[] {
  const only = words
    .find((word) => word.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',')
  const [, shard, shards] = /^--shard=(\d+)\/(\d+)$/.exec(words.find((word) => word.startsWith('--shard=')) ?? '') ?? []
  const changed = words.includes('--changed') ? changedPaths() : undefined
  const unknown = [
    ...words.filter((word) => !/^--(only=.+|shard=\d+\/\d+|changed)$/.test(word)),
    ...(only?.filter((number) => !faults.some((fault) => fault.number === number)) ?? []),
  ]
  const some = faults
    .filter(({ number }) => only?.includes(number) ?? true)
    .filter(({ edits, tests }) => !changed || [...edits.map(({ file }) => file), ...tests].some((file) => changed.includes(file)))
    .filter((_, at) => shard === undefined || at % Number(shards) === Number(shard) - 1)
  if (unknown.length > 0 || some.length === 0) throw new Error(`no seeded fault is meant by ${words.join(' ')}`)
  return some
}

/** A copy of what git knows or would add, with the packages of this tree. Gives its folder. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outstation-faults-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  mkdirSync(join(folder, '.cache'))
  return folder
}

/**
 * Runs those of the files that have not been tried without a fault yet. One that fails runs once more, as in `npm test`; what fails then
 * proves nothing about a fault.
 */
async function assertSound(copy: string, { ring, engine, files }: Run): Promise<string | undefined> {
  const keyOf = (file: string) => `${ring} ${engine} ${file}`
  const left = files.filter((file) => !sound.has(keyOf(file)))
  if (left.length > 0) {
    const begun = performance.now()
    let why = reasonsOf(await outcomeOf(copy, { ring, engine, files: left }, []))
    if (why.size > 0) why = reasonsOf(await outcomeOf(copy, { ring, engine, files: [...why.keys()] }, []))
    for (const file of left) sound.set(keyOf(file), why.get(file))
    print(`without a fault: ${left.length} files, ${why.size} failed (${ring}, ${engine}; ${secondsSince(begun)} s)`)
  }
  const file = files.find((each) => sound.get(keyOf(each)) !== undefined)
  return file && `${file} fails without any fault: ${sound.get(keyOf(file))}`
}

/** Why files did not pass, by their names. */
function reasonsOf({ failed, broken }: Outcome): Map<string, string> {
  return new Map([...broken.map(({ file, reason }) => [file, reason] as const), ...failed.map(({ file, test }) => [file, test] as const)])
}

/** Makes the fault, runs its tests ring by ring until one fails, and takes the fault back. */
async function tried(copy: string, fault: Fault): Promise<Verdict> {
  const begun = performance.now()
  const verdict = (isPassed: boolean, text: string, ring?: Run['ring']): Verdict => ({
    fault,
    ring,
    isPassed,
    text,
    seconds: secondsSince(begun),
  })
  for (const run of runsOf(fault)) {
    if (run.engine === 'PostgreSQL' && databaseUrl === undefined) return verdict(false, 'NOT TRIED on PostgreSQL: set TEST_DATABASE_URL')
    const unsound = await assertSound(copy, run)
    if (unsound !== undefined) return verdict(false, unsound)
    const takeBack = make(copy, fault)
    const changed = fault.edits.map(({ file }) => file)
    let outcome = await outcomeOf(copy, run, changed)
    // On a busy machine a start may take too long; what is the fault's own doing comes again.
    if (outcome.failed.length === 0 && outcome.broken.length > 0) outcome = await outcomeOf(copy, run, changed)
    takeBack()
    const {
      failed: [failed],
      broken: [broken],
    } = outcome
    if (failed) {
      const where = run.engine === 'PostgreSQL' ? `${run.ring} on PostgreSQL` : run.ring
      const isPassed = run.ring === 'quick' || fault.ring === 'ci'
      return verdict(isPassed, `${isPassed ? '' : 'TOO LATE, '}caught by ${where}: ${failed.file} › ${failed.test}`, run.ring)
    }
    // A fault after which nothing runs any more tells nothing about what the tests see.
    if (broken) return verdict(false, `NOT CAUGHT: ${broken.file} ${broken.reason}`)
  }
  return verdict(false, 'NOT CAUGHT')
}

/** Writes the fault into the copy. Gives what takes it back. */
function make(copy: string, fault: Fault): () => void {
  const before = new Map<string, string>()
  for (const edit of fault.edits) {
    const path = join(copy, edit.file)
    const source = readFileSync(path, 'utf8')
    const faulty = withEdit(fault, edit, source)
    if (!before.has(path)) before.set(path, source)
    writeFileSync(path, faulty)
  }
  return () => {
    for (const [path, source] of before) writeFileSync(path, source)
  }
}

/** Runs tests; with a fault, whose files are `changed`, until the first one fails. */
async function outcomeOf(copy: string, { ring, engine, files }: Run, changed: readonly string[]): Promise<Outcome> {
  const report = join(copy, REPORT)
  rmSync(report, { force: true })
  // The browser is given what was built, which is as old as the last fault otherwise.
  const isBuilt = files.some((file) => file.startsWith('tests/browser/'))
  const nothing = (reason: string): Outcome => ({ failed: [], broken: files.map((file) => ({ file, reason })) })
  if (isBuilt && (await node(copy, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], { NODE_ENV: 'production' })) !== 0)
    return nothing('did not run, since the web cannot be built')
  const isMadeAnew = changed.some((file) => MADE_OF.some((folder) => file.startsWith(folder)))
  const options = ['--reporter=json', `--outputFile.json=${report}`, ...(changed.length > 0 ? ['--bail=1'] : [])]
  const code = await node(copy, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...files], {
    RING: ring,
    // As if the fault were what has changed: `.ci/run` asks more then.
    TOUCHED: touched(changed).join(' '),
    TOUCHED_PAGES: touched(changed, SHOWN).join(' '),
    TOUCHED_FEATURES: featuresOf(changed).join(' '),
    // Nor are the tests that are named left to other landings.
    CHANGED: [...changed, ...files].join(' '),
    TEST_DATABASE_URL: engine === 'PostgreSQL' ? databaseUrl : undefined,
    TEST_TEMPLATE: isMadeAnew ? undefined : join(copy, '.cache', 'template'),
  })
  if (code === undefined) return nothing('did not end')
  if (!existsSync(report)) return nothing('did not run')
  return read(copy, JSON.parse(readFileSync(report, 'utf8')) as VitestReport, files, code)
}

function secondsSince(begun: number): number {
  return Math.round((performance.now() - begun) / 1000)
}

/** As vitest writes it. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

function read(copy: string, { testResults }: VitestReport, files: readonly string[], code: number): Outcome {
  const nameOf = ({ name }: { readonly name: string }) => relative(copy, name)
  const failed = testResults.flatMap((result) => {
    const test = result.assertionResults.find(({ status }) => status === 'failed')
    return test ? [{ file: nameOf(result), test: test.fullName }] : []
  })
  const broken = files.flatMap((file) => {
    const result = testResults.find((each) => nameOf(each) === file)
    if (!result) return [{ file, reason: 'did not run' }]
    const isBroken = result.status === 'failed' && !failed.some((each) => each.file === file)
    return isBroken ? [{ file, reason: `did not get as far as its tests: ${(result.message ?? '').split('\n')[0]}` }] : []
  })
  if (code !== 0 && failed.length + broken.length === 0)
    return { failed, broken: files.map((file) => ({ file, reason: 'ran with an error outside of every test' })) }
  return { failed, broken }
}

/** Runs a program of the copy. Gives its exit code; `undefined` where it was ended because it took too long. */
function node(copy: string, args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<number | undefined> {
  return new Promise((resolve) => {
    // A group of its own, so that what it has started ends with it.
    const child = spawn(process.execPath, args, { cwd: copy, env: { ...process.env, ...env }, stdio: 'ignore', detached: true })
    children.add(child)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      stop(child)
    }, MAX_RUN_MS)
    child.once('close', (code) => {
      clearTimeout(timer)
      children.delete(child)
      resolve(isLate ? undefined : (code ?? 1))
    })
  })
}

function stop({ pid }: { pid?: number | undefined }): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

function conclude(verdicts: readonly Verdict[]): void {
  const caught = (ring: Run['ring']) => verdicts.filter((verdict) => verdict.ring === ring).length
  const width = Math.max(...verdicts.map(({ fault }) => fault.name.length))
  print('')
  for (const { fault, ring = 'none', isPassed } of verdicts)
    print(`  ${fault.number}  ${fault.name.padEnd(width)}  ${ring.padEnd(5)}  ${isPassed ? 'passed' : 'FAILED'}`)
  print(
    `\nCaught by quick: ${caught('quick')} of ${verdicts.length}; by quick or ci: ${caught('quick') + caught('ci')} of ${verdicts.length}.`,
  )
  const failed = verdicts.filter(({ isPassed }) => !isPassed)
  for (const { fault, text } of failed) print(`FAILED: ${fault.number}-${fault.name}: ${text}`)
  print(`${verdicts.length - failed.length} passed, ${failed.length} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
