import { describe, expect, it } from 'vitest'
import { organisations, users } from '../../../model/index.ts'
import { foundBy, isBeyondBound } from './found-rows.ts'

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at) }))
const tree = [{ id: 'a', children: [{ id: 'b', children: [{ id: 'c' }] }] }]

describe('what a list has found', () => {
  it('is as many rows as the server says', () => {
    expect(foundBy(users, {}, rows(10), 71, 'exact')).toEqual({ count: 71, isHere: false })
    expect(foundBy(users, {}, rows(7), 7, 'exact')).toEqual({ count: 7, isHere: true })
  })

  it('is not counted where the server has not counted it', () => {
    expect(foundBy(users, {}, rows(10), 10_000, 'at-least').count).toBeUndefined()
  })

  it('is more in a tree than its roots: counted where all of it is here', () => {
    expect(foundBy(organisations, {}, tree, 1, 'exact')).toEqual({ count: 3, isHere: true })
    expect(foundBy(organisations, {}, tree, 4, 'exact').count).toBeUndefined()
    expect(foundBy(organisations, { orgName: 'x' }, rows(10), 40, 'exact').count).toBe(40)
  })

  it('is beyond what can be chosen at once where the page is chosen and a thousand are not all', () => {
    const chosen = new Set(rows(10).map(({ id }) => id))
    expect(isBeyondBound(rows(10), 1001, chosen)).toBe(true)
    expect(isBeyondBound(rows(10), 1000, chosen)).toBe(false)
    expect(isBeyondBound(rows(11), 1001, chosen)).toBe(false)
    expect(isBeyondBound([], 1001, chosen)).toBe(false)
  })
})
