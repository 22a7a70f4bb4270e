/** The states of an alarm: every transition from every state, and what holds after any sequence of them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AlarmState, AlarmTransition } from '../../../model/acquisition/alarm-states.ts'
import { ALARM_MODES, ALARM_STATES, ALARM_TRANSITIONS } from '../../../model/acquisition/alarm-states.ts'
import type { AlarmCondition } from './state-machine.ts'
import { NORMAL, stateOf, transitionOf } from './state-machine.ts'

/** Every state there is, with all that is known of it. What became active while put aside was not active before. */
const everywhere: AlarmCondition[] = ALARM_MODES.flatMap((mode) =>
  [true, false].flatMap((active) =>
    [true, false].flatMap((owed) =>
      (mode === 'in-service' || !active ? [false] : [true, false]).map((fresh) => ({ mode, active, owed, fresh })),
    ),
  ),
)

/** ANSI/ISA-18.2-2016, figure of the alarm states: from where to where, by what. */
const ALLOWED: Readonly<Record<AlarmTransition, readonly (readonly [AlarmState, readonly AlarmState[]])[]>> = {
  raise: [
    ['normal', ['unacknowledged']],
    ['returned', ['unacknowledged']],
    ['shelved', ['shelved']],
    ['suppressed', ['suppressed']],
    ['out-of-service', ['out-of-service']],
  ],
  return: [
    ['unacknowledged', ['returned']],
    ['acknowledged', ['normal']],
    ['shelved', ['shelved']],
    ['suppressed', ['suppressed']],
    ['out-of-service', ['out-of-service']],
  ],
  withdraw: [
    ['unacknowledged', ['returned']],
    ['acknowledged', ['normal']],
    ['shelved', ['shelved']],
    ['suppressed', ['suppressed']],
    ['out-of-service', ['out-of-service']],
  ],
  acknowledge: [
    ['unacknowledged', ['acknowledged']],
    ['returned', ['normal']],
  ],
  shelve: [
    ['normal', ['shelved']],
    ['unacknowledged', ['shelved']],
    ['acknowledged', ['shelved']],
    ['returned', ['shelved']],
  ],
  suppress: [
    ['normal', ['suppressed']],
    ['unacknowledged', ['suppressed']],
    ['acknowledged', ['suppressed']],
    ['returned', ['suppressed']],
  ],
  remove: [
    ['normal', ['out-of-service']],
    ['unacknowledged', ['out-of-service']],
    ['acknowledged', ['out-of-service']],
    ['returned', ['out-of-service']],
  ],
  unshelve: [['shelved', ['normal', 'unacknowledged', 'acknowledged', 'returned']]],
  expire: [['shelved', ['normal', 'unacknowledged', 'acknowledged', 'returned']]],
  unsuppress: [['suppressed', ['normal', 'unacknowledged', 'acknowledged', 'returned']]],
  restore: [['out-of-service', ['normal', 'unacknowledged', 'acknowledged', 'returned']]],
}

describe('every transition', () => {
  it.each(ALARM_TRANSITIONS)('%s leads where the standard says, and nowhere else', (transition) => {
    for (const now of everywhere) {
      const to = ALLOWED[transition].find(([from]) => from === stateOf(now))?.[1]
      const next = transitionOf(now, transition)
      const isHidden = now.mode !== 'in-service'
      const label = `${transition} from ${JSON.stringify(now)}`
      if (!to) expect(next, label).toBeUndefined()
      // Put aside, a condition that holds already does not begin again, and one that does not hold does not end.
      else if (isHidden && transition === 'raise' && now.active) expect(next, label).toBeUndefined()
      else if (isHidden && (transition === 'return' || transition === 'withdraw') && !now.active) expect(next, label).toBeUndefined()
      else expect(next && to.includes(stateOf(next)), label).toBe(true)
    }
  })

  it('reaches every state, from the beginning on', () => {
    const reached = new Set<string>()
    const go = (now: AlarmCondition): void => {
      const key = JSON.stringify(now)
      if (reached.has(key)) return
      reached.add(key)
      for (const transition of ALARM_TRANSITIONS) {
        const next = transitionOf(now, transition)
        if (next) go(next)
      }
    }
    go(NORMAL)
    expect(new Set([...reached].map((key) => stateOf(JSON.parse(key) as AlarmCondition)))).toEqual(new Set(ALARM_STATES))
  })

  it('brings back from the shelf what it found there: acknowledged stays so, what is new is told', () => {
    const run = (...transitions: AlarmTransition[]) =>
      stateOf(
        transitions.reduce<AlarmCondition>(
          (now, transition) => transitionOf(now, transition) ?? expect.fail(`${transition} from ${stateOf(now)}`),
          NORMAL,
        ),
      )
    expect(run('raise', 'acknowledge', 'shelve', 'unshelve')).toBe('acknowledged')
    expect(run('raise', 'acknowledge', 'shelve', 'return', 'raise', 'unshelve')).toBe('unacknowledged')
    expect(run('shelve', 'raise', 'expire')).toBe('unacknowledged')
    expect(run('shelve', 'raise', 'return', 'expire')).toBe('normal')
    expect(run('raise', 'shelve', 'return', 'expire')).toBe('returned')
    expect(run('raise', 'return', 'suppress', 'raise', 'return', 'unsuppress')).toBe('returned')
  })
})

describe('whatever happens', () => {
  const sequences = fc.array(fc.constantFrom(...ALARM_TRANSITIONS), { maxLength: 60 })

  it('a need to acknowledge ends by acknowledging and by nothing else', () => {
    fc.assert(
      fc.property(sequences, (transitions) => {
        let now = NORMAL
        for (const transition of transitions) {
          const next = transitionOf(now, transition)
          if (next && now.owed && transition !== 'acknowledge') expect(next.owed).toBe(true)
          now = next ?? now
        }
      }),
      { numRuns: 500 },
    )
  })

  it('whether it is active is what raise and return last said', () => {
    fc.assert(
      fc.property(sequences, (transitions) => {
        let now = NORMAL
        let active = false
        for (const transition of transitions) {
          if (transition === 'raise') active = true
          if (transition === 'return' || transition === 'withdraw') active = false
          now = transitionOf(now, transition) ?? now
          expect(now.active).toBe(active)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('an alarm in service that began is unacknowledged until somebody acknowledges', () => {
    fc.assert(
      fc.property(sequences, (transitions) => {
        let now = NORMAL
        for (const transition of transitions) {
          const next = transitionOf(now, transition)
          if (next && transition === 'raise' && now.mode === 'in-service') expect(stateOf(next)).toBe('unacknowledged')
          now = next ?? now
        }
      }),
      { numRuns: 500 },
    )
  })
})
