import { describe, expect, it, vi } from 'vitest'
import { createFrameQueue } from './frame-queue.ts'

function hosted() {
  const frames = new Map<number, () => void>()
  const errors: unknown[] = []
  let isHidden = false
  let next = 0
  let now = 0
  let onVisibility: () => void = () => undefined
  const queue = createFrameQueue({
    requestFrame: (run) => {
      frames.set((next += 1), run)
      return next
    },
    cancelFrame: (frame) => void frames.delete(frame),
    isHidden: () => isHidden,
    now: () => now,
    onVisibility: (listener) => (onVisibility = listener),
    onError: (error) => errors.push(error),
  })
  return {
    queue,
    errors,
    waiting: () => frames.size,
    pass: (ms: number) => void (now += ms),
    frame() {
      const due = [...frames.values()]
      frames.clear()
      for (const run of due) run()
    },
    hide(hidden: boolean) {
      isHidden = hidden
      onVisibility()
    },
  }
}

describe('the queue of frames', () => {
  it('draws once a frame, however often somebody asks, and all in one frame', () => {
    const { queue, frame, waiting } = hosted()
    const [one, other] = [vi.fn(), vi.fn()]
    const [first, second] = [queue.add(one), queue.add(other)]
    for (let times = 0; times < 50; times += 1) first.mark()
    second.mark()
    expect([one.mock.calls.length, waiting()]).toEqual([0, 1])
    frame()
    expect([one.mock.calls.length, other.mock.calls.length, waiting()]).toEqual([1, 1, 0])
  })

  it('goes on in the next frame with what one has no time for, first come, first drawn', () => {
    const { queue, frame, pass, waiting } = hosted()
    const drawn: number[] = []
    const painters = Array.from({ length: 5 }, (_, nth) =>
      queue.add(() => {
        drawn.push(nth)
        pass(2)
      }),
    )
    for (const painter of painters) painter.mark()
    frame()
    expect([drawn, waiting()]).toEqual([[0, 1, 2], 1])
    painters[0]?.mark()
    frame()
    expect([drawn, waiting()]).toEqual([[0, 1, 2, 3, 4, 0], 0])
  })

  it('draws one of those that take long a frame, then none for as long as that took, and the others at once', () => {
    const { queue, frame, pass, waiting } = hosted()
    const drawn: string[] = []
    const add = (name: string, ms: number) =>
      queue.add(() => {
        drawn.push(name)
        pass(ms)
      })
    const [one, other, quick] = [add('one', 30), add('other', 30), add('quick', 1)]
    for (const painter of [one, other, quick]) {
      painter.mark()
      frame()
    }
    drawn.length = 0
    for (const painter of [one, other, quick]) painter.mark()
    frame()
    expect(drawn).toEqual(['quick', 'one'])
    quick.mark()
    frame()
    expect([drawn, waiting()]).toEqual([['quick', 'one', 'quick'], 1])
    pass(20)
    frame()
    expect(drawn).toEqual(['quick', 'one', 'quick'])
    pass(10)
    frame()
    expect([drawn, waiting()]).toEqual([['quick', 'one', 'quick', 'other'], 0])
  })

  it('drops what comes while nobody sees the page, and draws everything once when it is seen again', () => {
    const { queue, frame, hide, waiting } = hosted()
    const [one, other] = [vi.fn(), vi.fn()]
    const first = queue.add(one)
    queue.add(other)
    first.mark()
    hide(true)
    expect(waiting()).toBe(0)
    for (let times = 0; times < 1000; times += 1) first.mark()
    expect(waiting()).toBe(0)
    hide(false)
    frame()
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 1])
  })

  it('goes on with the others where one fails, and draws nobody who has left', () => {
    const { queue, frame, errors } = hosted()
    const [one, other] = [vi.fn(), vi.fn()]
    const painters = [
      queue.add(() => {
        throw new Error('broken')
      }),
      queue.add(one),
      queue.add(other),
    ]
    for (const painter of painters) painter.mark()
    painters[2]?.stop()
    frame()
    expect([one.mock.calls.length, other.mock.calls.length, errors.length]).toEqual([1, 0, 1])
    painters[2]?.mark()
    frame()
    expect(other).not.toHaveBeenCalled()
  })

  it('knows two who draw by the same function apart', () => {
    const { queue, frame } = hosted()
    const paint = vi.fn()
    const [first, second] = [queue.add(paint), queue.add(paint)]
    first.stop()
    second.mark()
    frame()
    expect(paint).toHaveBeenCalledTimes(1)
  })
})
