/** Suppressing a lint rule takes a reason on the same line (CONTRIBUTING.md): the linter itself is content without one. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A comment of the linter, with what follows `--`. */
const SUPPRESSED = /(?:\/\/|\/\*) eslint-disable[^\n]*?(?: -- (?<reason>[^\n]+))?$/gm

test('every rule that is suppressed is suppressed for a reason', () => {
  const files = globSync('{bench,model,scripts,seeds,server,tests,web}/**/*.{ts,tsx,js,mjs}', { cwd: root })
  const found = files.flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(SUPPRESSED)].map(({ 0: line, groups }) => ({
      at: `${file}: ${line}`,
      reason: groups?.['reason'],
    })),
  )
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(({ reason }) => !reason).map(({ at }) => at)).toEqual([])
})
