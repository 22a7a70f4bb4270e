/** A display by itself: it opens, goes dark at once, and comes back without anybody. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { DisplayHost, OpenedScreen, Refusal } from './display-session.ts'
import { WAITS, displaySession } from './display-session.ts'

const SCREEN: OpenedScreen = { accessToken: 'first', screenId: 's', expiresAt: 10_000_000, language: 'zh', zone: 'Asia/Shanghai' }

let answers: (OpenedScreen | Refusal)[]
let asked: (string | undefined)[]
let held: (string | undefined)[]
let kept: OpenedScreen | undefined
let waiting: { ms: number; work: () => void } | undefined

const host: DisplayHost = {
  open(password) {
    asked.push(password)
    const answer = answers.shift() ?? { status: 0, message: '' }
    return 'accessToken' in answer ? Promise.resolve(answer) : Promise.reject(answer)
  },
  refusalOf: (error) => error as Refusal,
  hold: (token) => void held.push(token),
  recall: () => kept,
  remember: (screen) => {
    kept = screen
  },
  after(ms, work) {
    const mine = { ms, work }
    waiting = mine
    return () => {
      if (waiting === mine) waiting = undefined
    }
  },
  now: () => 1000,
  random: () => 0.5,
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const wake = async () => {
  waiting?.work()
  await settled()
}

beforeEach(() => {
  answers = []
  asked = []
  held = []
  kept = undefined
  waiting = undefined
})

describe('a display', () => {
  it('shows what its link opens', async () => {
    answers = [SCREEN]
    const session = displaySession(host)
    session.start()
    await settled()
    expect([session.state(), held.at(-1), waiting]).toEqual([{ kind: 'showing', screen: SCREEN }, 'first', undefined])
  })

  it('is dark and asks with nothing from the moment its session is lost, and shows again when its link leads somewhere', async () => {
    answers = [SCREEN, { status: 404, message: '' }, { ...SCREEN, accessToken: 'second' }]
    const session = displaySession(host)
    session.start()
    await settled()
    session.lost()
    expect([session.state(), held.at(-1)]).toEqual([{ kind: 'dark', why: 'over' }, undefined])
    await wake()
    expect(session.state()).toEqual({ kind: 'dark', why: 'over' })
    await wake()
    expect([session.state().kind, held.at(-1)]).toEqual(['showing', 'second'])
  })

  it.each([
    [404, 'over'],
    [422, 'over'],
    [409, 'full'],
    [0, 'away'],
    [429, 'away'],
    [503, 'away'],
  ] as const)('is dark after a %d, for the reason %s, and waits longer each time, but not for ever', async (status, why) => {
    answers = Array.from({ length: 20 }, () => ({ status, message: '' }))
    const session = displaySession(host)
    session.start()
    await settled()
    const waits: number[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      expect(session.state()).toEqual({ kind: 'dark', why })
      waits.push(waiting?.ms ?? 0)
      await wake()
    }
    expect(waits[0]).toBe(WAITS[why].first)
    expect(waits.at(-1)).toBe(WAITS[why].most)
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
  })

  it('asks for a password, says what was wrong with it, and knows it when the session is lost', async () => {
    answers = [{ status: 403, message: 'needed' }, { status: 403, message: 'wrong' }, { status: 429, message: 'later' }, SCREEN]
    const session = displaySession(host)
    session.start()
    await settled()
    expect([session.state(), waiting]).toEqual([{ kind: 'password', problem: '' }, undefined])
    session.submit('guess')
    await settled()
    expect(session.state()).toEqual({ kind: 'password', problem: 'wrong' })
    session.submit('again')
    await settled()
    expect(session.state()).toEqual({ kind: 'password', problem: 'later' })
    session.submit('right')
    await settled()
    expect([session.state().kind, kept]).toEqual(['showing', SCREEN])
    answers = [
      { status: 0, message: '' },
      { ...SCREEN, accessToken: 'second' },
    ]
    session.lost()
    expect(kept).toBeUndefined()
    await wake()
    await wake()
    expect([session.state().kind, asked.at(-1), kept?.accessToken]).toEqual(['showing', 'right', 'second'])
  })

  it('goes on where its page was loaded anew, unless its link has expired meanwhile', async () => {
    kept = SCREEN
    const session = displaySession(host)
    session.start()
    expect([session.state().kind, asked]).toEqual(['showing', []])
    kept = { ...SCREEN, expiresAt: 1000 }
    const late = displaySession(host)
    late.start()
    await settled()
    expect(asked).toHaveLength(1)
  })

  it('hears nothing of an answer that comes after its end', async () => {
    answers = [SCREEN]
    const session = displaySession(host)
    session.start()
    session.stop()
    await settled()
    expect([session.state().kind, held]).toEqual(['opening', [undefined, undefined]])
  })
})
