import { describe, expect, test } from 'vitest'
import { openRecentMessages } from './recent-messages.ts'

const receipt = { stored: 1, repeated: 0, refused: 0, refusals: [] }
const message = (payload: string | Buffer) => ({ source: { via: 'mqtt', topic: 'd/a' } as const, payload })
const textsOf = (recent: ReturnType<typeof openRecentMessages>, device: string) => recent.of(device).map(({ start }) => start.toString())

describe('the last messages of a device', () => {
  test('stand there as they came, the newest first, with what became of them', () => {
    let now = 1000
    const recent = openRecentMessages(undefined, () => (now += 1))
    recent.keep('a', message('{"x":1}'), receipt)
    recent.keep(
      'a',
      { source: { via: 'http', key: 'x' }, payload: 'oops' },
      { stored: 0, repeated: 0, refused: 2, refusals: [{ code: 'not-a-number', at: 'x' }] },
    )
    expect(recent.of('a')).toEqual([
      {
        time: 1002,
        via: 'http',
        topic: 'x',
        start: Buffer.from('oops'),
        bytes: 4,
        stored: 0,
        repeated: 0,
        refused: 2,
        fault: { code: 'not-a-number', at: 'x' },
      },
      {
        time: 1001,
        via: 'mqtt',
        topic: 'd/a',
        start: Buffer.from('{"x":1}'),
        bytes: 7,
        stored: 1,
        repeated: 0,
        refused: 0,
        fault: undefined,
      },
    ])
    expect(recent.of('b')).toEqual([])
  })

  test('are so many at most, of each its beginning', () => {
    const recent = openRecentMessages({ messages: 3, message: 4, bytes: 1_000_000 })
    for (const text of ['one', 'two', 'three', 'four']) recent.keep('a', message(Buffer.from(text)), receipt)
    expect(textsOf(recent, 'a')).toEqual(['four', 'thre', 'two'])
    expect(recent.of('a')[1]?.bytes).toBe(5)
  })

  test('never take more than their room: the device that was heard of least recently loses first', () => {
    const recent = openRecentMessages({ messages: 100, message: 1000, bytes: 3000 })
    recent.keep('a', message('a1'), receipt)
    recent.keep('b', message('b1'), receipt)
    recent.keep('a', message('a2'), receipt)
    for (let at = 0; at < 40; at += 1) {
      recent.keep('c', message('x'.repeat(300)), receipt)
      expect(recent.bytes).toBeLessThanOrEqual(3000)
    }
    expect([textsOf(recent, 'a'), textsOf(recent, 'b')]).toEqual([[], []])
    expect(recent.of('c').length).toBeGreaterThan(3)
  })
})
