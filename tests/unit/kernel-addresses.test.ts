/** The kernel knows no feature and no word of the product: import rules see neither texts nor names, so they are looked for here. */
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

/** Words of what the product is about. The kernel serves any product: what it does for one of these is declared by who knows it. */
const OF_THE_PRODUCT =
  /alarm|gateway|modbus|mqtt|sparkplug|bpmn|curing|equipment|maintenance|(?<!ex)tension|calibrat|workflow|work[_-]?order|spare[_-]?part|(?<![a-z])devices?(?![a-z])|Devices?(?![a-z])/
/** A tenant is one row, of which the kernel types the columns; what this one means, the acquisition knows. */
const KNOWN = [
  'server/kernel/authorization/tables.ts: modbus_networks: Generated<string | null>',
  'server/kernel/authorization/tables.ts: networks_from_devices: Generated<boolean>',
]

/** A file without its comments. Texts with two slashes, as addresses have them, are none. */
const codeOf = (file: string) => readFileSync(`${root}${file}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '')

test('no word of the product stands in the code of the kernel', () => {
  const files = globSync('server/kernel/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const found = files.flatMap((file) =>
    codeOf(file)
      .split('\n')
      .filter((line) => OF_THE_PRODUCT.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual(KNOWN)
})
