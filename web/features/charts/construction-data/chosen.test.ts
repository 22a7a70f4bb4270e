import { expect, it } from 'vitest'
import { chosenRun } from './chosen.ts'

const [newest, older, oldest] = [{ id: 'c' }, { id: 'b' }, { id: 'a' }]
const latest = [newest, older]

it('is the newest where the address names none, and that of the address where it is among the latest', () => {
  expect(chosenRun(latest, null, undefined)).toBe(newest)
  expect(chosenRun(latest, 'b', undefined)).toBe(older)
  expect(chosenRun([], null, undefined)).toBe('missing')
})

it('is asked for by its id where it is older, and is no other one where there is none', () => {
  expect(chosenRun(latest, 'a', undefined)).toBe('asking')
  expect(chosenRun(latest, 'a', [oldest])).toBe(oldest)
  expect(chosenRun(latest, 'a', [])).toBe('missing')
})
