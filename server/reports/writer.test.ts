/** Of which reports there is a Word document when they are issued. */
import { expect, it } from 'vitest'
import type { RowSheet } from './stream.ts'
import { aboutOf } from './writer.ts'

type Sheet = Pick<RowSheet, 'count' | 'columns' | 'page' | 'omitted'>
const sheet = (count: number, columns: number, size: Sheet['page']['size'] = 'A4'): Sheet => ({
  count,
  columns: Array.from({ length: columns }, () => 60),
  page: { size, margins: [36, 36, 36, 36] },
  omitted: [],
})

it.each<[string, boolean, Sheet]>([
  ['of 20,000 rows', true, sheet(20_000, 25)],
  ['of more of them', false, sheet(20_001, 1)],
  ['of more than half a million cells', false, sheet(20_000, 26)],
  ['on the largest paper of Word', true, sheet(1, 1, [558.8, 100])],
  ['on a larger one', false, sheet(1, 1, [100, 558.9])],
])('a report %s: %s', (_, hasWord, given) => expect(aboutOf(given).hasWord).toBe(hasWord))
