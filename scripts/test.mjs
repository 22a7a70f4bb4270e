/**
 * `npm test`: installs what is missing, then runs every check and ends with the plain line `N passed, N failed`.
 * `npm run test:services`: the tests that need a database server, on the PostgreSQL of TEST_DATABASE_URL.
 * `npm run test:thorough`: everything there is, on the embedded engine and, where TEST_DATABASE_URL names one, on PostgreSQL, with a smoke run of every measurement.
 * `--ring=quick`, `ci` or `thorough` says how much of it (tests/support/ring.ts); `--list` names the files, each behind its
 * project, and runs none.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildWeb, install, quietly, root, run, print, seconds } from './bootstrap.mjs'

const bin = (...parts) => join(root, 'node_modules', ...parts)
const report = join(root, '.cache', 'tests.json')
/** Where each file notes what processor time it took (tests/support/runner.ts). */
const notes = join(root, '.cache', 'processor.txt')
/** What is told again at the very end, where it is seen. */
const endings = []
/** How long the tests of each file took, what they all wait for at its beginning aside. */
const slowest = []
/** And what processor time each took, its browsers and servers included. */
const costliest = []
/** What each of them found out about files that have not changed since is kept below .cache, and the next run is quick. */
const kept = (name) => join('.cache', name)
/** One thread each, since the tests run beside them: several checkers of one program look at the same types several times. */
const tsc = (name, config) => [
  bin('typescript-native', 'bin', 'tsc'),
  '-p',
  config,
  '--singleThreaded',
  '--incremental',
  '--tsBuildInfoFile',
  join(root, kept(`${name}.tsbuildinfo`)),
]
/** One after the other, beside the build and then beside the tests, which leave processors idle while they wait; the longest first. */
const checks = [
  ['lint', [join('scripts', 'check-lint.ts')]],
  ['types', tsc('server', 'tsconfig.json')],
  ['format', [join('scripts', 'check-format.ts')]],
  ['types of the web', tsc('web', join('web', 'tsconfig.json'))],
  ['types of the kernel alone', tsc('kernel', join('server', 'kernel', 'tsconfig.json'))],
  [
    'import rules',
    [
      bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      'model',
      'server',
      'web',
      'seeds',
      '--config',
      'dependency-cruiser.config.mjs',
      '--cache',
      kept('dependency-cruiser'),
      '--cache-strategy',
      'content',
    ],
  ],
]

const databaseUrl = process.env.TEST_DATABASE_URL
const isForServices = process.argv.includes('--services')
const ring =
  process.argv.find((word) => word.startsWith('--ring='))?.slice('--ring='.length) ?? process.env.RING ?? (isForServices ? 'ci' : 'quick')
process.env.RING = ring
if (ring === 'thorough') process.env.AXE ??= 'all'
let projects = []
install()
if (isForServices && !databaseUrl) {
  process.stderr.write('TEST_DATABASE_URL must name a PostgreSQL server on which databases may be made.\n')
  process.exit(1)
}
takeEngine(isForServices ? 'PostgreSQL' : 'embedded')
// Before anything else takes processor time.
process.env.PACE ??= (await quietly([join(root, 'scripts', 'pace.ts')])).output.trim()
if (process.argv.includes('--list')) process.exit(await run([bin('vitest', 'vitest.mjs'), 'list', '--filesOnly', ...only(projects)]))
const total = { passed: 0, failed: 0 }
mkdirSync(join(root, '.cache'), { recursive: true })
const checking = isForServices ? undefined : checkAll()
if (!isForServices) await Promise.all([buildWeb(), run([join(root, 'scripts', 'ensure-chromium.ts')])])
await vitest()
await checking
if (ring === 'thorough' && !isForServices) {
  if (databaseUrl) {
    takeEngine('PostgreSQL')
    await vitest()
    process.env.BENCH_DATABASE_URL ??= databaseUrl
    await check('each measurement still runs', [join('bench', 'smoke.ts')])
  } else print('NOT TESTED HERE: anything on PostgreSQL, and whether the measurements still run. Set TEST_DATABASE_URL to do that.')
}
print(`The slowest files:\n${tenLongest(slowest)}`)
if (costliest.length > 0)
  print(`In processor time, ${seconds(costliest.reduce((sum, { ms }) => sum + ms, 0))} in all:\n${tenLongest(costliest)}`)
for (const line of endings) print(line)
print(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** The engine of the tests that follow, whatever the environment names, and the projects that concern it. */
function takeEngine(engine) {
  projects = engine === 'embedded' ? ['unit', 'http', 'process', 'browser'] : ['http', 'process']
  if (engine === 'embedded') delete process.env.TEST_DATABASE_URL
  else process.env.TEST_DATABASE_URL = withoutWaitingForDisk(databaseUrl)
}

/**
 * The address of the same database server, whose commits do not wait for its disk. Tests kill servers of the product, and what those
 * have committed stays in the memory of this one; where a database is killed, it is one of the test's own (own-postgres.ts). Nor does it compile statements or share them among
 * processes: those that look at all tables before and after a call are long and read little.
 */
function withoutWaitingForDisk(address) {
  const url = new URL(address)
  if (!url.searchParams.has('options'))
    url.searchParams.set('options', '-c synchronous_commit=off -c jit=off -c max_parallel_workers_per_gather=0')
  // URL writes a space as +, which libpq takes for a plus sign.
  return url.href.replaceAll('+', '%20')
}

function tenLongest(files) {
  return files
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ name, ms }) => `  ${seconds(ms).padStart(8)}  ${name}`)
    .join('\n')
}

async function checkAll() {
  for (const [name, args] of checks) await check(name, args)
}

async function check(name, args) {
  const began = performance.now()
  // Those that run beside each other would mix their lines.
  const { code, output } = await quietly(args)
  if (code !== 0) print(output)
  total[code === 0 ? 'passed' : 'failed'] += 1
  if (code !== 0) endings.push(`FAILED: ${name}`)
  print(`${code === 0 ? 'passed' : 'FAILED'}: ${name} (${seconds(performance.now() - began)})`)
}

/**
 * Runs the projects. Files with a failure run once more, alone: on a busy machine a browser may be starved, and a failure
 * that stays says something about the product. What passed only alone is named at the end, never passed over in silence;
 * more than a handful of such files is a failure without a second try.
 */
async function vitest() {
  const first = await results([])
  let files = first.files
  const broken = [...files].filter(([, file]) => file.failures.length > 0).map(([name]) => name)
  if (broken.length > 0 && broken.length <= 5) {
    const again = await results(['--maxWorkers=1', ...broken])
    for (const name of broken) {
      const second = again.files.get(name)
      if (!second) continue
      if (second.failures.length === 0) endings.push(...files.get(name).failures.map((failure) => `FLAKY (passed on retry): ${failure}`))
      files.set(name, second)
    }
  }
  const failures = [...files.values()].flatMap((file) => file.failures)
  total.passed += [...files.values()].reduce((sum, file) => sum + file.passed, 0)
  total.failed += failures.length
  endings.push(...failures.map((failure) => `FAILED: ${failure}`))
  // A run that did not finish, or an error outside of every test, is a failure too.
  if (first.code !== 0 && broken.length === 0) {
    total.failed += 1
    endings.push('FAILED: the run ended with an error outside of every test')
  }
}

/** What each file gave: how many tests passed, and each failure as `file › test: first line of its message`. */
async function results(args) {
  for (const former of [report, notes]) rmSync(former, { force: true })
  const code = await run(
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      ...only(projects),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    { env: { PROCESSOR_NOTES: notes } },
  )
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
  slowest.push(
    ...found.map(({ name, startTime, endTime }) => ({
      name: `${relative(root, name)}${args.length > 0 ? ' (once more)' : ''}`,
      ms: endTime - startTime,
    })),
  )
  if (existsSync(notes))
    for (const [, taken, name] of readFileSync(notes, 'utf8').matchAll(/^(\S+) (.+)$/gm)) costliest.push({ name, ms: Number(taken) * 1000 })
  const files = new Map(
    found.map((file) => {
      const name = relative(root, file.name)
      const tests = file.assertionResults ?? []
      const failures = tests
        .filter((test) => test.status === 'failed')
        .map((test) => `${name} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
      // A file that does not even load has no test that could fail.
      if (file.status === 'failed' && failures.length === 0) failures.push(`${name}: ${firstLine(file.message)}`)
      return [name, { passed: tests.filter((test) => test.status === 'passed').length, failures }]
    }),
  )
  return { code, files }
}

function only(names) {
  return names.flatMap((name) => ['--project', name])
}

function firstLine(text) {
  return (text ?? '').split('\n')[0].slice(0, 300)
}
