import { expect, test } from 'vitest'
import type { Question } from './confirm.ts'
import { currentQuestion } from './confirm.ts'
import { leaving } from './leaving.ts'

const question: Question = { title: 'Discard?', text: 'Not saved.', ok: 'Discard', cancel: 'Keep' }
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5))

/** How often a dialog was left, and how to leave it. */
function dialog(lost: Question | undefined) {
  const state = { left: 0 }
  const go = leaving()
  return { state, leave: () => go(lost, () => (state.left += 1)) }
}

test('with nothing to lose one leaves without a question', async () => {
  const { state, leave } = dialog(undefined)
  await leave()
  expect(state.left).toBe(1)
  expect(currentQuestion()).toBeUndefined()
})

test('what would be lost is asked about: no stays, and yes leaves', async () => {
  const { state, leave } = dialog(question)
  const first = leave()
  await aMoment()
  expect(currentQuestion()).toMatchObject(question)
  currentQuestion()?.answer(false)
  await first
  expect(state.left).toBe(0)
  const second = leave()
  await aMoment()
  currentQuestion()?.answer(true)
  await second
  expect(state.left).toBe(1)
})

test('the key that closes asks nothing yet, and a second one while it is asked neither asks again nor answers', async () => {
  const { state, leave } = dialog(question)
  const asked = leave()
  expect(currentQuestion()).toBeUndefined()
  await aMoment()
  const standing = currentQuestion()
  await leave()
  expect(currentQuestion()).toBe(standing)
  standing?.answer(true)
  await asked
  expect(state.left).toBe(1)
})
