import { expect, test } from 'vitest'
import { trackMarks } from './marks.ts'

test('a node says who is there, or how often it was passed; what was taken back is not marked', () => {
  const passages: Parameters<typeof trackMarks>[0] = [
    { node: 'a', state: 'done', times: 1, people: ['li'] },
    { node: 'b', state: 'done', times: 3, people: [] },
    { node: 'c', state: 'active', times: 1, people: ['li', 'wang', 'zhao', 'sun'] },
    { node: 'd', state: 'failed', times: 1, people: [] },
    { node: 'e', state: 'undone', times: 1, people: ['li'] },
    { node: 'f', state: 'cancelled', times: 1, people: [] },
  ]
  expect([...trackMarks(passages, '、')]).toEqual([
    ['a', { state: 'done' }],
    ['b', { state: 'done', badge: '×3' }],
    ['c', { state: 'active', badge: 'li、wang +2' }],
    ['d', { state: 'failed' }],
  ])
})
