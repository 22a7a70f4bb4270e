/** Answers that are kept for a moment. */
import { expect, it } from 'vitest'
import { openAnswerCache } from './cache.ts'

function kept(bytes = 1, isOver = false) {
  const clock = { now: 0 }
  const made: string[] = []
  const proof = { now: 'nothing has changed' as string | undefined }
  const cache = openAnswerCache<string>({ bytesOf: () => bytes, isOver: () => isOver, now: () => clock.now })
  const ask = (key: string, answer = `${key} at ${clock.now}`) =>
    cache.get(
      key,
      () => {
        made.push(answer)
        return Promise.resolve(answer)
      },
      () => Promise.resolve(proof.now),
    )
  return { clock, made, cache, ask, proof }
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

it('of a time that is over hold as long as nothing has changed, an hour at the most', async () => {
  const { clock, ask, proof } = kept(1, true)
  expect(await ask('a')).toBe('a at 0')
  clock.now = 60_000
  expect(await ask('a')).toBe('a at 0')
  proof.now = 'a late sample'
  clock.now = 61_000
  // It was just looked at.
  expect(await ask('a')).toBe('a at 0')
  clock.now = 62_000
  expect(await ask('a')).toBe('a at 62000')
  clock.now = 62_000 + 3_600_000
  expect(await ask('a')).toBe('a at 3662000')
  proof.now = undefined
  clock.now += 2000
  expect(await ask('a')).toBe('a at 3664000')
})

it('that nobody has asked for longest make room', async () => {
  const { made, ask } = kept(30 * 1024 * 1024)
  for (const key of ['a', 'b', 'c', 'c', 'a']) await ask(key)
  expect(made).toEqual(['a at 0', 'b at 0', 'c at 0', 'a at 0'])
})
