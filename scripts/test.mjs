/**
 * `npm test`: installs what is missing, then runs every check and ends with the plain line `N passed, N failed`.
 * `npm run test:services`: the tests that need a database server, on the PostgreSQL of TEST_DATABASE_URL.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, install, root, run, say } from './bootstrap.mjs'

const bin = (...parts) => join(root, 'node_modules', ...parts)
const results = join(root, '.cache', 'tests.json')
const checks = [
  ['lint', [bin('eslint', 'bin', 'eslint.js'), '.']],
  ['types', [bin('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json']],
  ['types of the web', [bin('typescript', 'bin', 'tsc'), '-p', join('web', 'tsconfig.json')]],
  ['import rules', [bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'), 'model', 'server', 'web', 'seeds', '--config', 'dependency-cruiser.config.mjs']],
]

const onServices = process.argv.includes('--services')
install()
if (onServices && !process.env.TEST_DATABASE_URL) {
  process.stderr.write('TEST_DATABASE_URL must name a PostgreSQL server on which databases may be made.\n')
  process.exit(1)
}
const total = { passed: 0, failed: 0 }
if (!onServices) {
  await buildWeb()
  await run([join(root, 'scripts', 'ensure-chromium.ts')])
  for (const [name, args] of checks) await check(name, args)
}
await vitest(onServices ? ['http', 'process'] : ['unit', 'http', 'process', 'browser'])
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function check(name, args) {
  const code = await run(args)
  total[code === 0 ? 'passed' : 'failed'] += 1
  say(`${code === 0 ? 'passed' : 'FAILED'}: ${name}`)
}

async function vitest(projects) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(results, { force: true })
  const code = await run([bin('vitest', 'vitest.mjs'), 'run', ...projects.flatMap((name) => ['--project', name]), '--reporter=default', '--reporter=json', `--outputFile.json=${results}`])
  const found = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : { numPassedTests: 0, numFailedTests: 0 }
  total.passed += found.numPassedTests
  total.failed += found.numFailedTests
  // A file that does not even load, an unhandled error, or a run that did not finish is a failure too.
  if (code !== 0 && found.numFailedTests === 0) total.failed += 1
}
