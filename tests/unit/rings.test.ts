/** The rings of the tests: every name in their lists is that of a file, and what has changed is seen. */
import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readFaults } from '../support/fault-files.ts'
import { runsOf } from '../support/faults.ts'
import { addressesIn, pageAddresses } from '../support/page-addresses.ts'
import {
  GUARDED,
  KILLED,
  NOT_QUICK,
  ONLY_QUICK,
  ON_BOTH,
  ON_POSTGRES,
  SELECTED_AMONG,
  SHOWN,
  featuresOf,
  numberFor,
  ofOtherEngine,
  settleRing,
  touched,
} from '../support/ring.ts'
import { FOUNDATION, FOUNDATION_OF_PAGES, aboutOf, leftToOthers } from '../support/selection.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test.each([
  ['NOT_QUICK', NOT_QUICK],
  ['ON_POSTGRES', ON_POSTGRES],
  ['ONLY_QUICK', ONLY_QUICK],
  ['ON_BOTH', ON_BOTH],
  ['KILLED', KILLED],
] as const)('each entry of %s names files that are there', (_name, patterns) => {
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([])
})

test('what is guarded is there', () => {
  expect([...GUARDED, ...SHOWN].filter((path) => !existsSync(`${root}${path}`))).toEqual([])
})

test('a change is guarded by the folder it is in, and every one where nobody knows what has changed', () => {
  expect(touched(['server/kernel/database/sql.ts', 'web/main.tsx', 'model/fields.ts'])).toEqual(['server/kernel/', 'model/fields.ts'])
  expect(touched(['server/kernelling.ts', 'model/fields.ts.orig', 'docs/model/fields.ts'])).toEqual([])
  expect(touched([])).toEqual([])
  expect(touched(undefined)).toEqual(GUARDED)
  expect(touched(['server/kernel/database/sql.ts', 'web/main.tsx'], SHOWN)).toEqual(['web/'])
})

test('a page that is changed itself is known by its folder', () => {
  expect(
    featuresOf(['web/features/organisation/users/form.tsx', 'web/features/acquisition/type-mappings/page.tsx', 'web/ui/table.tsx']),
  ).toEqual(['acquisition/type-mappings', 'organisation/users'])
  expect(addressesIn(['acquisition/type-mappings', 'organisation/users'])).toEqual(['/admin/sysuser', '/acquisition/typemappings'])
  const folders = globSync('web/features/*/*', { cwd: root }).map((path) => path.slice('web/features/'.length))
  const known = addressesIn(folders)
  expect(
    pageAddresses.filter((address) => !known.includes(address)),
    'pages whose folder the list does not tell: they are drawn like others',
  ).toEqual(['/template/error/401', '/template/error/404', '/monitors/apidocs', '/docs'])
})

const drawnBy = (seed: string) => (name: string) => numberFor(seed, name)
const filesOf = (patterns: readonly string[]) => globSync([...patterns], { cwd: root })
const chosen = (env: Record<string, string>) =>
  settleRing({ env: { SEED: '1', PACE: '1', TOUCHED: '', TOUCHED_PAGES: '', TOUCHED_FEATURES: '', CHANGED: 'server/app.ts', ...env } })
/** The files that a run has, what it leaves to other landings among them. */
function hadBy(env: Record<string, string>): string[] {
  const { without, only } = chosen(env)
  const left = new Set(filesOf(without))
  return filesOf(only ?? SELECTED_AMONG).filter((file) => !left.has(file))
}
const SERVER = { RING: 'ci', TEST_DATABASE_URL: 'postgres://' }

test('each file is in .ci/run on one engine or the other; a run that names no ring leaves none out', () => {
  expect(chosen({ RING: 'quick' }).without).toEqual(NOT_QUICK)
  for (const SEED of ['1', '2', '3']) {
    const had = new Set([...hadBy({ RING: 'ci', SEED }), ...hadBy({ ...SERVER, SEED })])
    expect(filesOf(SELECTED_AMONG).filter((file) => !had.has(file))).toEqual(ONLY_QUICK)
  }
  for (const env of [{}, { RING: 'thorough' }]) expect(chosen(env)).toMatchObject({ without: [], only: undefined })
  expect(() => chosen({ RING: 'nightly' })).toThrow(/nightly/)
})

test('servers are killed on the one engine or the other, on either of them in time, and on both where the test has changed', () => {
  const killed = filesOf(KILLED)
  const seeds = Array.from({ length: 12 }, (_, seed) => String(seed))
  const on = (onServer: boolean, seed: string, changed: readonly string[] | undefined) => {
    const others = ofOtherEngine(onServer, changed, drawnBy(seed))
    return killed.filter((file) => !others.includes(file))
  }
  for (const seed of seeds) expect([...on(false, seed, []), ...on(true, seed, [])].sort()).toEqual([...killed].sort())
  for (const onServer of [false, true]) {
    expect(new Set(seeds.flatMap((seed) => on(onServer, seed, [])))).toEqual(new Set(killed))
    expect(on(onServer, '1', undefined)).toEqual(killed)
    for (const seed of seeds) expect(on(onServer, seed, killed.slice(0, 1))).toContain(killed[0])
  }
})

test('a seed that is given stays, and one that is not is that of the commit', () => {
  const env: Record<string, string> = { SEED: '7', PACE: '1' }
  settleRing({ env })
  expect(env['SEED']).toBe('7')
  const other: Record<string, string> = { PACE: '1' }
  settleRing({ env: other })
  expect(other['SEED']).toMatch(/^\d+$/)
})

test('npm test and .ci/run leave nothing to others where nobody knows what has changed, as in a shallow clone', () => {
  const left = (RING: string, changed: string[] | undefined) =>
    settleRing({ env: { SEED: '1', PACE: '1', RING }, whatChanged: () => changed }).left
  for (const ring of ['quick', 'ci']) {
    expect(left(ring, undefined), ring).toEqual([])
    expect(left(ring, ['docs/guide.md']).length, ring).toBeGreaterThan(20)
  }
})

test('a slow machine draws half as much as another one', () => {
  const left = (PACE: string) =>
    Array.from(
      { length: 12 },
      (_, seed) => settleRing({ env: { SEED: String(seed), RING: 'ci', CHANGED: 'docs/guide.md', PACE } }).left.length,
    )
  const sum = (numbers: readonly number[]) => numbers.reduce((whole, number) => whole + number, 0)
  const [usual, slow] = [sum(left('1')), sum(left('2'))]
  // Of those about one area a sixth is drawn, or a twelfth.
  const among = usual / (5 / 6)
  expect(slow / among).toBeGreaterThan(0.89)
  expect(slow / among).toBeLessThan(0.95)
})

const all = globSync([...SELECTED_AMONG], { cwd: root })

test('what is about a part of the product is run when that has changed, and drawn otherwise: every third time where what it stands on has, every sixth where nothing has', () => {
  const file = 'server/features/file/disk/disk.test.ts'
  const landings = Array.from({ length: 200 }, (_, seed) => drawnBy(String(seed)))
  const runs = (changed: readonly string[]) => landings.filter((seedOf) => leftToOthers([file], changed, seedOf).length === 0).length
  for (const itself of [file, 'server/features/file/disk/routes.ts', 'server/features/file/shared/x.ts']) expect(runs([itself])).toBe(200)
  for (const below of [
    ...['server/storage/x.ts', 'server/features/file/x.ts', 'server/kernel/errors.ts'],
    ...['model/file/x.ts', 'model/contract/file/x.ts', 'model/resource.ts'],
  ])
    expect(runs([below]), below).toSatisfy((count: number) => count > 45 && count < 90)
  for (const none of [
    'docs/guide.md',
    'server/features/file/disk/other.test.ts',
    'server/kernel/x.test.ts',
    'server/features/files/x.ts',
    'model/workflow/x.ts',
    'model/labels/en/files.ts',
    'web/ui/table.tsx',
  ])
    expect(runs([none]), none).toSatisfy((count: number) => count > 15 && count < 55)
})

test('a test of the browser is about the pages that it visits, where they are answered, and stands on the rest of their areas', () => {
  expect(aboutOf('tests/browser/trends.test.ts')).toEqual({
    itself: expect.arrayContaining(['web/features/acquisition/readings/', 'server/features/acquisition/readings/']),
    standsOn: expect.arrayContaining([
      ...['web/features/acquisition/', 'server/features/acquisition/', 'server/acquisition/'],
      ...['model/acquisition/', 'model/contract/acquisition/'],
    ]),
  })
  // What all pages share is a third of them, whatever they are of.
  const landings = Array.from({ length: 200 }, (_, seed) => drawnBy(String(seed)))
  const runs = landings.filter((seedOf) => leftToOthers(['tests/browser/trends.test.ts'], ['web/ui/table.tsx'], seedOf).length === 0).length
  expect(runs).toSatisfy((count: number) => count > 45 && count < 90)
})

test('a measurement is tried when it or a helper of few has changed, every third time when the product or a helper of many has, every sixth otherwise', () => {
  const file = 'bench/list.ts'
  const landings = Array.from({ length: 300 }, (_, seed) => drawnBy(String(seed)))
  const runs = (changed: readonly string[]) => landings.filter((seedOf) => leftToOthers([file], changed, seedOf).length === 0).length
  // The last by way of a helper that starts it as a program.
  for (const itself of [file, 'bench/support/narrowed.ts', 'bench/bare-server.ts', 'bench/support/statements.ts'])
    expect([itself, runs([itself])]).toEqual([itself, 300])
  // Of which it knows the types.
  expect(aboutOf('bench/web.ts')?.itself).not.toContain('bench/bare-server.ts')
  for (const ofMany of ['bench/support/child.ts', 'bench/support/table.ts', 'tests/support/client.ts'])
    expect(runs([ofMany]), ofMany).toSatisfy((count: number) => count > 70 && count < 130)
  // One that has changed in what all are made of is tried by some of them, in nearly every landing.
  const measurements = globSync('bench/*.ts', { cwd: root }).filter((path) => aboutOf(path)?.standsOn.includes('bench/support/product.ts'))
  expect(measurements.length).toBeGreaterThan(8)
  const untried = landings.filter(
    (seedOf) => leftToOthers(measurements, ['bench/support/product.ts'], seedOf).length === measurements.length,
  )
  expect(untried.length).toBeLessThan(3)
  expect(runs(['server/kernel/errors.ts'])).toSatisfy((count: number) => count > 70 && count < 130)
  expect(runs(['web/ui/table.tsx'])).toSatisfy((count: number) => count > 70 && count < 130)
  expect(runs(['docs/guide.md'])).toSatisfy((count: number) => count > 25 && count < 75)
})

test('what is about everything, or about nobody knows what, is always run; and everything where nobody knows what has changed', () => {
  expect(leftToOthers(all, undefined, drawnBy('1'))).toEqual([])
  for (const seed of ['1', '2', '3']) {
    const left = leftToOthers(all, ['docs/guide.md'], drawnBy(seed))
    expect(
      left.filter((file) =>
        /^tests\/(isolation|row-scope|hidden|role|grant|fuzz|injection|catalogue)|^server\/(kernel|identity)\//.test(file),
      ),
    ).toEqual([])
    expect(left.length).toBeGreaterThan(all.length / 5)
  }
  expect([...FOUNDATION, ...FOUNDATION_OF_PAGES].filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([])
})

test('a change that takes a defence out makes .ci/run run a test that notices, whatever the landing draws', () => {
  // As if nothing were drawn.
  const nothing = () => 1
  const missed = readFaults().filter((fault) => {
    const left = new Set(
      leftToOthers(
        all,
        fault.edits.map(({ file }) => file),
        nothing,
      ),
    )
    return runsOf(fault).every(({ files }) => files.every((file) => left.has(file)))
  })
  expect(
    missed.map(({ number, name, edits, tests }) => `${number}-${name}: ${edits.map(({ file }) => file).join(' ')} → ${tests.join(' ')}`),
  ).toEqual([])
})
