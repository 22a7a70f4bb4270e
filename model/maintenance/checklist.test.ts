import { describe, expect, it } from 'vitest'
import type { CheckItem } from './checklist.ts'
import {
  CHECKLIST,
  MAX_CHECK_ITEMS,
  checkResults,
  checklist,
  checklistText,
  hasFailed,
  isAnswered,
  judgeChecks,
  readChecklist,
} from './checklist.ts'

const item = (more: Partial<CheckItem> = {}): CheckItem => ({
  key: 'oil',
  text: 'Oil level',
  kind: 'check',
  required: true,
  opensOrder: true,
  ...more,
})
const bearing = item({ key: 'bearing', text: 'Bearing temperature', kind: 'number', unit: '°C', low: 10, high: 80 })

describe('a checklist', () => {
  it('is taken with every kind of item, and comes back from its text as it was', () => {
    const items = [
      item(),
      bearing,
      item({ key: 'plate', text: 'Name plate', kind: 'photo', opensOrder: false }),
      item({ key: 'seen', text: 'What was seen', kind: 'text', required: false, opensOrder: false }),
    ]
    expect(checklist.parse(items)).toEqual(items)
    expect(readChecklist(checklistText(items))).toEqual(items)
    expect(readChecklist('')).toEqual([])
    expect(checklistText([])).toBe('')
  })

  it.each<[string, unknown]>([
    ['a key twice', [item(), item()]],
    ['limits of what is no number', [item({ low: 1 })]],
    ['a lower limit above the upper one', [{ ...bearing, low: 90 }]],
    ['an order for what cannot fail', [item({ kind: 'photo' })]],
    ['an order for a number without limits', [item({ kind: 'number' })]],
    ['a member that there is not', [{ ...item(), colour: 'red' }]],
    ['an empty text', [item({ text: ' ' })]],
    ['a number that is none', [{ ...bearing, high: 'hot' }]],
    ['too many items', Array.from({ length: MAX_CHECK_ITEMS + 1 }, (_, at) => item({ key: `k${at}` }))],
  ])('is refused with %s', (_, items) => {
    expect(checklist.safeParse(items).success).toBe(false)
    expect(readChecklist(JSON.stringify(items))).toBeUndefined()
  })

  it('is refused as a text that is no JSON, no list, or too long', () => {
    for (const text of ['{', '{}', '"[]"', `[${' '.repeat(40_000)}]`])
      expect(CHECKLIST.safeParse(text).success, text.slice(0, 9)).toBe(false)
  })
})

describe('what was found', () => {
  it('fails an item by a no, and by a number beyond a limit; the limits themselves are allowed', () => {
    expect(hasFailed(item(), { key: 'oil', passed: false })).toBe(true)
    expect(hasFailed(item(), { key: 'oil', passed: true })).toBe(false)
    for (const [value, fails] of [
      [9.9, true],
      [10, false],
      [80, false],
      [80.1, true],
    ] as const)
      expect(hasFailed(bearing, { key: 'bearing', value }), String(value)).toBe(fails)
    expect(hasFailed(bearing, undefined)).toBe(false)
  })

  it('answers an item by what its kind asks for', () => {
    const photo = { key: 'p', photos: ['01890000-0000-7000-8000-000000000000'] }
    expect(isAnswered(item({ kind: 'photo' }), photo)).toBe(true)
    expect(isAnswered(item({ kind: 'photo' }), { key: 'p', photos: [] })).toBe(false)
    expect(isAnswered(item({ kind: 'text' }), { key: 'p', text: '' })).toBe(false)
    expect(isAnswered(item(), { key: 'p', value: 1 })).toBe(false)
  })

  it('names what is missing, what failed, which of it opens an order, and what fits no item', () => {
    const quiet = item({ key: 'quiet', opensOrder: false })
    const judged = judgeChecks(
      [item(), bearing, quiet],
      [
        { key: 'bearing', value: 95, note: 'hot' },
        { key: 'quiet', passed: false },
        { key: 'other', passed: true },
      ],
    )
    expect(judged.missing.map(({ key }) => key)).toEqual(['oil'])
    expect(judged.failed.map(({ key }) => key)).toEqual(['bearing', 'quiet'])
    expect(judged.opening.map(({ key }) => key)).toEqual(['bearing'])
    expect(judged.unknown).toEqual(['other'])
    expect(judgeChecks([bearing], [{ key: 'bearing', passed: true }]).unknown).toEqual(['bearing'])
  })

  it('is refused twice for an item, and with members that there are not', () => {
    expect(checkResults.safeParse([{ key: 'a' }, { key: 'a' }]).success).toBe(false)
    expect(checkResults.safeParse([{ key: 'a', isFine: true }]).success).toBe(false)
    expect(checkResults.safeParse([{ key: 'a', value: Number.POSITIVE_INFINITY }]).success).toBe(false)
    expect(checkResults.safeParse([{ key: 'a', passed: true, note: 'x'.repeat(501) }]).success).toBe(false)
  })
})
