import { expect, test } from 'vitest'
import { unmatched } from './model-nodes.ts'

test('a node is the same in another version by its id and kind', () => {
  const node = (id: string, kind: string) => ({ id, kind, name: id })
  expect(
    unmatched([node('a', 'userTask'), node('b', 'userTask'), node('c', 'userTask')], [node('a', 'userTask'), node('b', 'serviceTask')]).map(
      ({ id }) => id,
    ),
  ).toEqual(['b', 'c'])
})
