/** The kernel knows no feature: import rules see no string, so the addresses in it are looked for here. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** An address with a part below `/api/`, a page of signing in, or what is published about it; `model/oauth/…` is a file. */
const ADDRESS = /(?<!model)\/(?:api\/(?=[a-z])|oauth\/|\.well-known\/)[\w/-]*/g

test('no address of a feature stands in the kernel', () => {
  const files = globSync('server/kernel/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(ADDRESS)].map(([address]) => `${file}: ${address}`),
  )
  expect(found).toEqual([])
})
