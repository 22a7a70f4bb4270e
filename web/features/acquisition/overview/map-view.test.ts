import { expect, test } from 'vitest'
import { viewOf } from './map-view.ts'

test('one place is seen from near', () => expect(viewOf([{ longitude: 114, latitude: 30 }])).toEqual({ center: [30, 114], zoom: 11 }))

test('all places are in view: a country, and both ends of the world', () => {
  expect(
    viewOf([
      { longitude: 74, latitude: 20 },
      { longitude: 134, latitude: 50 },
    ]),
  ).toEqual({ center: [35, 104], zoom: 3 })
  expect(
    viewOf([
      { longitude: -170, latitude: -50 },
      { longitude: 170, latitude: 60 },
    ]).zoom,
  ).toBe(2)
})

test('no place is no failure', () => expect(viewOf([])).toEqual({ center: [0, 0], zoom: 2 }))
