import { defineConfig } from 'vitest/config'

const shared = { testTimeout: 30_000, hookTimeout: 60_000 }

/**
 * `unit`: pure functions, and whether documents say what is so. `http`: the real server on a real database (embedded, or
 * PostgreSQL with TEST_DATABASE_URL).
 * `process`: the server as its own process, killed and started again. `browser`: a real Chromium against the real server.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'unit', include: ['{model,seeds,web}/**/*.test.ts', 'tests/unit/*.test.ts'] } },
      { test: { ...shared, name: 'http', include: ['server/**/*.test.ts', 'tests/*.test.ts'], globalSetup: ['tests/support/template.ts'] } },
      { test: { ...shared, name: 'process', include: ['tests/process/*.test.ts'], testTimeout: 300_000 } },
      { test: { ...shared, name: 'browser', include: ['tests/browser/*.test.ts'], globalSetup: ['tests/support/furnished.ts'], testTimeout: 120_000, hookTimeout: 240_000 } },
    ],
    // Every file has servers, ports, folders and browsers of its own, so two run at a time; more would only wait.
    maxWorkers: 2,
    passWithNoTests: false,
    restoreMocks: true,
  },
})
