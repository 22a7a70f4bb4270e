import { describe, expect, it } from 'vitest'
import type { Card, PlacedCard } from '../../../../model/home/workbench.ts'
import { CARDS, DEFAULT_CARDS, cardsSchema } from '../../../../model/home/workbench.ts'
import { isPast, moved, widened, widthBeside, widthNear, without } from '../../../shared/panels/tiles/arrange.ts'
import { withCard } from './arrange.ts'

const cards: readonly PlacedCard[] = [
  { card: 'counts', width: 12 },
  { card: 'tasks', width: 4 },
  { card: 'shortcuts', width: 8 },
]
const names = (some: readonly PlacedCard[]): Card[] => some.map(({ card }) => card)

describe('a card', () => {
  it('takes the place of another, before or behind it', () => {
    expect(names(moved(cards, 'counts', 'shortcuts'))).toEqual(['tasks', 'shortcuts', 'counts'])
    expect(names(moved(cards, 'shortcuts', 'counts'))).toEqual(['shortcuts', 'counts', 'tasks'])
    expect(moved(cards, 'tasks', 'tasks')).toBe(cards)
    expect(moved(cards, 'recent-users', 'tasks')).toBe(cards)
    expect(moved(cards, 'tasks', 'recent-users')).toBe(cards)
  })

  it('is made wider, taken away, and added at the end as wide as it comes', () => {
    expect(widened(cards, 'tasks', 6)).toEqual([cards[0], { card: 'tasks', width: 6 }, cards[2]])
    expect(names(without(cards, 'tasks'))).toEqual(['counts', 'shortcuts'])
    expect(withCard(without(cards, 'counts'), 'counts').at(-1)).toEqual({ card: 'counts', width: 12 })
    expect(names(withCard(cards, 'counts'))).toEqual(['tasks', 'shortcuts', 'counts'])
  })
})

describe('a width', () => {
  it('is the nearest to where the edge was left', () => {
    expect([0, 0.28, 0.3, 0.4, 0.45, 0.57, 0.6, 0.8, 0.9, 2].map(widthNear)).toEqual([3, 3, 4, 4, 6, 6, 8, 8, 12, 12])
  })

  it('goes by steps and ends where there is no further one', () => {
    expect([widthBeside(3, -1), widthBeside(4, 1), widthBeside(8, 1), widthBeside(12, 1), widthBeside(12, -5)]).toEqual([3, 6, 12, 12, 3])
  })
})

describe('a dragged card', () => {
  const box = (left: number, right: number, top: number) => ({ left, right, top, bottom: top + 100 })

  it('takes the place of one beside it past the middle', () => {
    const [own, beside] = [box(0, 100, 0), box(110, 510, 0)]
    expect([300, 320].map((x) => isPast({ x, y: 50 }, own, beside, true))).toEqual([false, true])
    expect([300, 320].map((x) => isPast({ x, y: 50 }, own, beside, false))).toEqual([true, false])
  })

  it('takes the place of one below it past the middle of its height', () => {
    const [own, below] = [box(0, 100, 0), box(0, 500, 110)]
    expect([150, 170].map((y) => isPast({ x: 20, y }, own, below, true))).toEqual([false, true])
  })
})

it('comes with every card once', () => {
  expect(cardsSchema.safeParse(DEFAULT_CARDS).success).toBe(true)
  expect(names(DEFAULT_CARDS).toSorted()).toEqual([...CARDS].toSorted())
})
