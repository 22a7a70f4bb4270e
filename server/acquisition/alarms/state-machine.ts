/**
 * What may become of an alarm, by ANSI/ISA-18.2 (IEC 62682): nothing else leads from one state to another, whoever asks. Two things
 * are told apart, whether the condition holds and whether somebody still has to acknowledge; together with how the alarm was put
 * aside, if it was, they are its state. So what has to be acknowledged is forgotten by nothing but the acknowledgement.
 */
import type { AlarmMode, AlarmState, AlarmTransition } from '../../../model/acquisition/alarm-states.ts'

export interface AlarmCondition {
  /** The condition holds. */
  readonly active: boolean
  /** It was told of, and nobody has acknowledged yet. */
  readonly owed: boolean
  /** It became active while it was put aside, so that nobody was told. */
  readonly fresh: boolean
  readonly mode: AlarmMode
}

export const NORMAL: AlarmCondition = { active: false, owed: false, fresh: false, mode: 'in-service' }

/**
 * The state of the alarm by ISA-18.2, from condition, acknowledgement and mode. The same as the column `alarms.alarm_state`
 * (migrations/0031_alarms.sql).
 */
export function stateOf({ active, owed, mode }: AlarmCondition): AlarmState {
  if (mode !== 'in-service') return mode
  if (active) return owed ? 'unacknowledged' : 'acknowledged'
  return owed ? 'returned' : 'normal'
}

/** How an alarm is put aside, and what brings it back from there. */
const ASIDE: Readonly<Partial<Record<AlarmTransition, AlarmMode>>> = { shelve: 'shelved', suppress: 'suppressed', remove: 'out-of-service' }
const BACK: Readonly<Partial<Record<AlarmTransition, AlarmMode>>> = {
  unshelve: 'shelved',
  expire: 'shelved',
  unsuppress: 'suppressed',
  restore: 'out-of-service',
}

/** The alarm after the transition; `undefined` where it is not allowed, or nothing would be otherwise. */
export function transitionOf(now: AlarmCondition, transition: AlarmTransition): AlarmCondition | undefined {
  const isInService = now.mode === 'in-service'
  switch (transition) {
    case 'raise':
      if (now.active) return undefined
      return isInService ? { ...now, active: true, owed: true } : { ...now, active: true, fresh: true }
    case 'return':
    case 'withdraw':
      return now.active ? { ...now, active: false, fresh: false } : undefined
    case 'acknowledge':
      return isInService && now.owed ? { ...now, owed: false } : undefined
    case 'shelve':
    case 'suppress':
    case 'remove':
      return isInService ? { ...now, mode: ASIDE[transition] as AlarmMode } : undefined
    case 'unshelve':
    case 'expire':
    case 'unsuppress':
    case 'restore':
      // What began meanwhile is told of now.
      return now.mode === BACK[transition] ? { ...now, mode: 'in-service', owed: now.owed || now.fresh, fresh: false } : undefined
  }
}
