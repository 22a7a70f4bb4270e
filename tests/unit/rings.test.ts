/** The rings of the tests: every name in their lists is that of a file, and what has changed is seen. */
import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addressesIn, pageAddresses } from '../support/page-addresses.ts'
import { GUARDED, MORE_ON_POSTGRES, NOT_QUICK, ONLY_QUICK, ON_POSTGRES, SHOWN, featuresOf, settleRing, touched } from '../support/ring.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test.each([
  ['NOT_QUICK', NOT_QUICK],
  ['ON_POSTGRES', ON_POSTGRES],
  ['ONLY_QUICK', ONLY_QUICK],
  ['MORE_ON_POSTGRES', MORE_ON_POSTGRES],
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

test('what npm test leaves out is in .ci/run, on one engine or the other; a run that names no ring leaves nothing out', () => {
  const chosen = (env: Record<string, string>) =>
    settleRing({ env: { SEED: '1', TOUCHED: '', TOUCHED_PAGES: '', TOUCHED_FEATURES: '', ...env } })
  expect(chosen({ RING: 'quick' }).without).toEqual(NOT_QUICK)
  const [embedded, server] = [chosen({ RING: 'ci' }), chosen({ RING: 'ci', TEST_DATABASE_URL: 'postgres://' })]
  expect(embedded.without.filter((name) => !server.only?.includes(name))).toEqual(ONLY_QUICK)
  expect([embedded.only, server.without]).toEqual([undefined, []])
  for (const env of [{}, { RING: 'thorough' }]) expect(chosen(env)).toMatchObject({ without: [], only: undefined })
  expect(() => chosen({ RING: 'nightly' })).toThrow(/nightly/)
})

test('a seed that is given stays, and one that is not is that of the commit', () => {
  const env: Record<string, string> = { SEED: '7' }
  settleRing({ env })
  expect(env['SEED']).toBe('7')
  const other: Record<string, string> = {}
  settleRing({ env: other })
  expect(other['SEED']).toMatch(/^\d+$/)
})
