import { defineConfig } from 'vitest/config'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { settleRing } from './tests/support/ring.ts'

const ring = settleRing()
if (process.argv.includes('run'))
  process.stdout.write(
    `The ${ring} ring of the tests. Samples are drawn with SEED=${process.env['SEED']}${process.env['TOUCHED'] ? `; changed: ${process.env['TOUCHED']}` : ''}.\n`,
  )

const shared = { testTimeout: 30_000, hookTimeout: 60_000 }
/** With a database server only what concerns it; `npm test` has shown the rest. */
const onServices = process.env['TEST_DATABASE_URL'] !== undefined

/** Files of several minutes, the longest first: one that begins last is waited for by itself. `npm test` names the slowest at its end. */
const LONG = [
  'tests/process/kill.test.ts',
  'tests/isolation.test.ts',
  'tests/fuzz.test.ts',
  'tests/process/readings-killed.test.ts',
  'tests/process/uploads-killed.test.ts',
  'tests/role-matrix.test.ts',
  'tests/grant-sequences.test.ts',
  'tests/injection.test.ts',
  'tests/export-jobs.test.ts',
  'tests/browser/axe-pages.test.ts',
  'tests/browser/axe-more-pages.test.ts',
  'tests/browser/weight.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}`))
      return at < 0 ? LONG.length : at
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
      { test: { ...shared, name: 'unit', include: ['{model,seeds,web}/**/*.test.ts', 'tests/unit/*.test.ts'] } },
      // Every file starts servers of its own and none keeps anything in a module, so the product is loaded once for all of them.
      {
        test: {
          ...shared,
          name: 'http',
          isolate: false,
          include: ['server/**/*.test.ts', 'tests/*.test.ts'],
          globalSetup: ['tests/support/template.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'process',
          include: ['tests/process/*.test.ts', ...(onServices ? [] : ['tests/process/embedded/*.test.ts'])],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['tests/browser/*.test.ts'],
          globalSetup: ['tests/support/furnished.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
    // Every file has servers, ports, folders and browsers of its own, so two run at a time; more would only wait.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: false,
    restoreMocks: true,
  },
})
