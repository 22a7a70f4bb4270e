/** What subscribers are told of alarms (docs/decisions/0072): that one was raised, was acknowledged, is back though nobody acknowledged it, and that its condition is over. */
import { z } from 'zod'
import type { AlarmTransition } from '../../../model/acquisition/alarm-states.ts'
import type { AlarmCondition } from './state-machine.ts'

const alarmEvent = z.strictObject({
  ruleId: z.uuid(),
  pointId: z.uuid(),
  /** 1 is the highest (model/acquisition/alarm-rules.ts). */
  priority: z.int(),
  /** Of the sample that decided; without one it was the clock, or somebody. */
  value: z.number().nullable(),
  sampleTime: z.iso.datetime().nullable(),
  /** Who did it; nobody where it came by itself. */
  userId: z.uuid().nullable(),
})
export type AlarmEventPayload = z.infer<typeof alarmEvent>

/** By the kind, what is told; the subject is the id of the alarm. */
export const alarmEvents = {
  'alarm-raised': alarmEvent,
  'alarm-acknowledged': alarmEvent,
  'alarm-back-in-service': alarmEvent,
  'alarm-returned': alarmEvent,
}
export type AlarmEventKind = keyof typeof alarmEvents

declare module '../../kernel/runtime/domain-events.ts' {
  interface DomainEventPayloads {
    'alarm-raised': AlarmEventPayload
    'alarm-acknowledged': AlarmEventPayload
    'alarm-back-in-service': AlarmEventPayload
    'alarm-returned': AlarmEventPayload
  }
}

/**
 * The kind of event that a transition is, or none. Of what is put aside nobody is told before it comes back; of one that was told of
 * and put aside since, the end is told all the same; and that it is back, while nobody has acknowledged it, since what was to leave meanwhile is due then.
 */
export function domainEventOf(before: AlarmCondition, after: AlarmCondition, transition: AlarmTransition): AlarmEventKind | undefined {
  switch (transition) {
    case 'raise':
      return after.fresh ? undefined : 'alarm-raised'
    case 'return':
    case 'withdraw':
      return before.fresh ? undefined : 'alarm-returned'
    case 'acknowledge':
      return 'alarm-acknowledged'
    default:
      if (after.mode !== 'in-service' || !after.owed) return undefined
      return before.fresh ? 'alarm-raised' : 'alarm-back-in-service'
  }
}
