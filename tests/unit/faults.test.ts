/** The seeded faults: each can still be made, and its tests are there and belong to the ring that it names. What catches them, `npm run test:faults` says. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readFaults } from '../support/fault-files.ts'
import { runsOf, withEdit } from '../support/faults.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const faults = readFaults()

test('they are numbered without gaps, from 01 on', () => {
  expect(faults.map(({ number }) => Number(number))).toEqual(faults.map((_, at) => at + 1))
})

test('most are noticed by npm test', () => {
  const inRing = (wanted: string) => faults.filter(({ ring }) => ring === wanted).length
  expect(inRing('quick')).toBeGreaterThanOrEqual(0.85 * faults.length)
})

describe.each(faults)('$number-$name', (fault) => {
  test('changes texts that stand there exactly once', () => {
    for (const edit of fault.edits) {
      const source = readFileSync(`${root}${edit.file}`, 'utf8')
      expect(withEdit(fault, edit, source)).not.toBe(source)
    }
  })

  test('names tests that are there, one at least of its ring', () => {
    expect(fault.tests.filter((file) => !existsSync(`${root}${file}`))).toEqual([])
    expect(runsOf(fault).map(({ ring }) => ring)).toContain(fault.ring)
  })
})

test('a text that is gone, or stands there twice, is an error that names the fault', () => {
  const edit = { file: 'a.ts', text: 'guard()', instead: '' }
  const fault = { number: '07', name: 'open-door' }
  expect(() => withEdit(fault, edit, 'nothing')).toThrow(/07-open-door.*0 times in a\.ts/)
  expect(() => withEdit(fault, edit, 'guard(); guard()')).toThrow(/07-open-door.*2 times in a\.ts/)
  expect(withEdit(fault, { ...edit, instead: '$&' }, 'guard();')).toBe('$&;')
})

test('what npm test leaves out is looked for in the larger ring, on the engine on which it is asked there', () => {
  expect(runsOf({ tests: ['tests/isolation.test.ts', 'tests/isolation-broken.test.ts', 'tests/browser/content.test.ts'] })).toEqual([
    { ring: 'quick', engine: 'embedded', files: ['tests/isolation.test.ts'] },
    { ring: 'ci', engine: 'embedded', files: ['tests/browser/content.test.ts'] },
    { ring: 'ci', engine: 'PostgreSQL', files: ['tests/isolation.test.ts', 'tests/isolation-broken.test.ts'] },
  ])
})
