import { expect, test } from 'vitest'
import type { ScreenWidget } from '../../../model/screens/document.ts'
import { drawnOf, firstHidden, withShown } from './groups.ts'

const rect = [0, 0, 10, 10] as const satisfies ScreenWidget['rect']
const widgets: ScreenWidget[] = [
  {
    id: 'tabs',
    kind: 'tabs',
    rect,
    options: {
      tabs: [
        { group: 'one', label: '1' },
        { group: 'two', label: '2' },
      ],
    },
  },
  { id: 'turning', kind: 'carousel', rect, options: { groups: ['x', 'y', 'z'] } },
  ...['one', 'two', 'x', 'y', 'z', 'free'].map((group): ScreenWidget => ({ id: `of-${group}`, kind: 'text', rect, group })),
  { id: 'plain', kind: 'text', rect },
  { id: 'gone', kind: 'text', rect, hidden: true },
]
const shown = (hidden: ReadonlySet<string>) => drawnOf(widgets, hidden).map(({ id }) => id)

test('a page begins with the first group of each of its tabs and carousels', () => {
  expect(shown(firstHidden(widgets))).toEqual(['tabs', 'turning', 'of-one', 'of-x', 'of-free', 'plain'])
})

test('another group takes the place of those that the same widget names, and of no others', () => {
  const second = withShown(firstHidden(widgets), 'two', ['one', 'two'])
  expect(shown(second)).toEqual(['tabs', 'turning', 'of-two', 'of-x', 'of-free', 'plain'])
  expect(withShown(second, 'two', ['one', 'two'])).toBe(second)
})
