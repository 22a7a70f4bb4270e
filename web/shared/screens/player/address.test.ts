import { expect, test } from 'vitest'
import type { ScreenVariable } from '../../../../model/screens/document.ts'
import { addressOf, playerAddress, stretchIn, variablesIn } from './address.ts'

const variables: ScreenVariable[] = [
  { name: 'page', kind: 'text', label: 'Called as a page is' },
  { name: 'site', kind: 'reference', label: 'Site', to: 'sites' },
  { name: 'limit', kind: 'number', label: 'Limit' },
]
const searchOf = (address: string) => new URL(address, 'http://host').searchParams

test('a link to a stretch of time leads to the same stretch, page and variables', () => {
  const stretch = { at: Date.UTC(2026, 10, 30, 4, 3, 20), until: Date.UTC(2026, 10, 30, 4, 13), speed: 10 }
  const address = playerAddress('id', {
    page: 'p2',
    variables: [
      ['page', 'x & y'],
      ['limit', 4.5],
      ['site', undefined],
    ],
    stretch,
  })
  const search = searchOf(address)
  expect([search.get('page'), stretchIn(search)]).toEqual(['p2', stretch])
  expect([...variablesIn(search, { variables })]).toEqual([
    ['page', 'x & y'],
    ['limit', 4.5],
  ])
})

test('what an address says wrong is left out', () => {
  expect(stretchIn(searchOf('/screen/id?speed=10'))).toBeUndefined()
  expect(stretchIn(searchOf('/screen/id?at=yesterday'))).toBeUndefined()
  expect(stretchIn(searchOf('/screen/id?at=2026-11-30T04:00:00Z&until=2026-11-29T00:00:00Z&speed=7'))).toEqual({
    at: Date.UTC(2026, 10, 30, 4),
    speed: 1,
  })
  expect([...variablesIn(searchOf('/screen/id?v.limit=many&v.other=1'), { variables })]).toEqual([])
})

test('an action leads to an address, or to another screen with values of this one', () => {
  const valueOf = (name: string) => ({ site: 's1' })[name]
  expect(addressOf({ page: 'p2' }, valueOf)).toBeUndefined()
  expect(addressOf({ address: '/acquisition/alarms?isCurrent=1' }, valueOf)).toBe('/acquisition/alarms?isCurrent=1')
  expect(addressOf({ screen: 'other', set: { where: { from: 'site' }, none: { from: 'gone' }, kind: 'room' } }, valueOf)).toBe(
    '/screen/other?v.where=s1&v.kind=room',
  )
})
