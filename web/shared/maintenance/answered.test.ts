import { expect, it } from 'vitest'
import { isRefused, mayBeDone } from './answered.ts'

it.each([0, 408, 425, 429, 500, 502, 503, 504])('what was answered with %i may have been done, and is no refusal', (status) => {
  expect([mayBeDone({ status }), isRefused({ status })]).toEqual([true, false])
})

it.each([400, 403, 404, 409, 413, 422])('what was answered with %i is refused', (status) => {
  expect([mayBeDone({ status }), isRefused({ status })]).toEqual([false, true])
})

it('a session that is over refuses nothing, and settles nothing of the attempt before', () => {
  expect([mayBeDone({ status: 401 }), isRefused({ status: 401 })]).toEqual([false, false])
})
