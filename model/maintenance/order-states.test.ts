import { describe, expect, it } from 'vitest'
import { FINAL_STATES, OPEN_STATES, ORDER_STATES, ORDER_STEPS, ORDER_TRANSITIONS, orderAfter, transitionsFrom } from './order-states.ts'

describe('states of a work order', () => {
  it('lead on from every open one and from no other', () => {
    for (const state of ORDER_STATES) expect(transitionsFrom(state).length > 0, state).toBe(OPEN_STATES.includes(state))
    for (const state of FINAL_STATES) expect(transitionsFrom(state)).toEqual([])
  })

  it('are all reached from a draft', () => {
    const reached = new Set<string>(['draft'])
    for (const _round of ORDER_STATES)
      for (const transition of ORDER_TRANSITIONS)
        if (ORDER_STEPS[transition].from.some((state) => reached.has(state))) reached.add(ORDER_STEPS[transition].to)
    expect([...reached].toSorted()).toEqual([...ORDER_STATES].toSorted())
  })

  it('can be cancelled before work alone, and are closed by nothing but a verification', () => {
    for (const state of ['in-progress', 'on-hold', 'done', 'closed'] as const) expect(orderAfter(state, 'cancel'), state).toBeUndefined()
    expect(ORDER_TRANSITIONS.filter((transition) => ORDER_STEPS[transition].to === 'closed')).toEqual(['verify'])
    expect(orderAfter('in-progress', 'verify')).toBeUndefined()
    expect(orderAfter('done', 'reopen')).toBe('in-progress')
    expect(orderAfter('closed', 'reopen')).toBeUndefined()
  })
})
