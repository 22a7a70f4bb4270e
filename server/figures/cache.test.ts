/** Answers that are kept for a moment. */
import { expect, it } from 'vitest'
import { openAnswerCache } from './cache.ts'

function kept(cells = 1) {
  const clock = { now: 0 }
  const made: string[] = []
  const cache = openAnswerCache<string>(
    () => cells,
    () => clock.now,
  )
  const ask = (key: string, answer = `${key} at ${clock.now}`) =>
    cache.get(key, () => {
      made.push(answer)
      return Promise.resolve(answer)
    })
  return { clock, made, cache, ask }
}

it('are those of their key, for two seconds', async () => {
  const { clock, ask } = kept()
  expect(await ask('a')).toBe('a at 0')
  clock.now = 1999
  expect([await ask('a'), await ask('b')]).toEqual(['a at 0', 'b at 1999'])
  clock.now = 2000
  expect([await ask('a'), await ask('b')]).toEqual(['a at 2000', 'b at 1999'])
})

it('are made once for all who come meanwhile, however long that takes', async () => {
  const { clock, cache } = kept()
  const { promise, resolve } = Promise.withResolvers<string>()
  let times = 0
  const make = () => {
    times += 1
    return promise
  }
  const asked = [cache.get('slow', make), cache.get('slow', make)]
  clock.now = 60_000
  asked.push(cache.get('slow', make))
  resolve('done')
  expect(await Promise.all(asked)).toEqual(['done', 'done', 'done'])
  expect(times).toBe(1)
})

it('are not kept where they failed', async () => {
  const { cache, ask } = kept()
  await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await ask('a')).toBe('a at 0')
})

it('make room for newer ones', async () => {
  const { made, ask } = kept(900_000)
  for (const key of ['a', 'b', 'c', 'c', 'a']) await ask(key)
  expect(made).toEqual(['a at 0', 'b at 0', 'c at 0', 'a at 0'])
})
