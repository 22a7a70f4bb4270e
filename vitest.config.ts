import { configDefaults, defineConfig } from 'vitest/config'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { pace } from './tests/support/pace.ts'
import { COMPILED } from './tests/support/process.ts'
import { settleRing } from './tests/support/ring.ts'

const { ring, without, only, left } = settleRing()
/** Whoever waits on a slow machine waits longer. */
const slow = pace()
if (process.argv.includes('run'))
  process.stdout.write(
    `The ${ring} ring of the tests. Samples are drawn with SEED=${process.env['SEED']}${slow > 1 ? `; the machine takes ${slow} times as long as usual` : ''}${process.env['TOUCHED'] ? `; changed: ${process.env['TOUCHED']}` : ''}${process.env['TOUCHED_PAGES'] ? `; pages: ${process.env['TOUCHED_PAGES']}` : ''}.${left.length > 0 ? ` Left to other landings, since nothing has changed that they are about: ${left.length} files.` : ''}\n`,
  )
const shared = {
  testTimeout: 60_000 * slow,
  hookTimeout: 120_000 * slow,
  // What is waited for comes at once, or later where four workers share two processors; a second is too short for that.
  expect: { poll: { timeout: 20_000 * slow, interval: 50 } },
  exclude: [...configDefaults.exclude, ...without, ...left],
  runner: './tests/support/runner.ts',
}
/**
 * Node loads the product as it does in production, and what it has compiled is kept: less than a third of the time that it takes Vite, which
 * what is written for the browser needs.
 */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }
process.env['NODE_COMPILE_CACHE'] ??= COMPILED
/** With a database server only what concerns it; `npm test` has shown the rest. */
const onServices = process.env['TEST_DATABASE_URL'] !== undefined

/** One project after the other, so that what its workers have loaded and started serves them to the end; what waits most, and what takes longest, first. */
const ORDER = ['process', 'browser', 'http', 'unit']
/** Files of minutes: one that begins last is waited for by itself. Each run names the slowest at its end. */
const LONG = [
  'tests/process/delivery-killed.test.ts',
  'tests/process/kill.test.ts',
  'tests/process/readings-killed.test.ts',
  'tests/process/uploads-killed.test.ts',
  'tests/browser/every-page-1.test.ts',
  'tests/browser/every-page-2.test.ts',
  'tests/browser/template.test.ts',
  'server/features/tenant/isolation/isolation.test.ts',
  'tests/isolation.test.ts',
  'tests/fuzz.test.ts',
  'tests/hidden-everywhere.test.ts',
  'tests/hidden-fields.test.ts',
  'tests/every-resource.test.ts',
  'tests/exports.test.ts',
  'tests/injection.test.ts',
  'tests/grant-sequences.test.ts',
  'tests/export-jobs.test.ts',
  'tests/isolation-broken.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}`))
      return ORDER.indexOf(project.name) * 100 + (at < 0 ? LONG.length : at)
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/**
 * `unit`: pure functions, and whether documents say what is so. `http`: the real server on a real database (embedded, or
 * PostgreSQL with TEST_DATABASE_URL).
 * `process`: the server as its own process, killed and started again. `browser`: a real Chromium against the real server.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'unit', isolate: false, include: ['{model,seeds,web}/**/*.test.ts', 'tests/unit/*.test.ts'] } },
      // The product is loaded once for all the files of a worker, and one server serves those that need nothing of their own but a tenant.
      {
        test: {
          ...shared,
          ...native,
          name: 'http',
          isolate: false,
          include: only?.filter((name) => !name.startsWith('tests/process/')) ?? ['server/**/*.test.ts', 'tests/*.test.ts'],
          globalSetup: ['tests/support/template.ts'],
        },
      },
      {
        test: {
          ...shared,
          ...native,
          name: 'process',
          isolate: false,
          include: only?.filter((name) => name.startsWith('tests/process/')) ?? [
            'tests/process/*.test.ts',
            ...(onServices ? [] : ['tests/process/embedded/*.test.ts']),
          ],
          globalSetup: ['tests/support/furnished.ts'],
          testTimeout: 300_000 * slow,
        },
      },
      // One browser serves the files of a worker (tests/browser/support.ts).
      {
        test: {
          ...shared,
          ...native,
          name: 'browser',
          isolate: false,
          include: ['tests/browser/*.test.ts'],
          globalSetup: ['tests/support/furnished.ts'],
          testTimeout: 120_000 * slow,
          hookTimeout: 240_000 * slow,
        },
      },
    ],
    // Every file has servers, ports, folders and browsers of its own, and waits a third of its time for timers, disks and each other's processes: two at a
    // time kept 1.4 of 2 processors at work, of which four may keep 1.9 and three 1.8 (docs/decisions/0125-what-runs-beside-what.md). A database server
    // works for its tests as well.
    maxWorkers: onServices ? 3 : 4,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: false,
    restoreMocks: true,
  },
})
