/** The states of an alarm and what leads from one to another, by ANSI/ISA-18.2 (IEC 62682), clause 6. Words; the rules stand in the server. */

export const ALARM_STATES = ['unacknowledged', 'acknowledged', 'returned', 'normal', 'shelved', 'suppressed', 'out-of-service'] as const
export type AlarmState = (typeof ALARM_STATES)[number]

/** Whether it is told of, or has been put aside by somebody. */
export const ALARM_MODES = ['in-service', 'shelved', 'suppressed', 'out-of-service'] as const
export type AlarmMode = (typeof ALARM_MODES)[number]

/** `expire` ends shelving by time; `withdraw` ends an alarm whose rule or point is no longer there or in use. */
export const ALARM_TRANSITIONS = [
  'raise',
  'return',
  'withdraw',
  'acknowledge',
  'shelve',
  'unshelve',
  'expire',
  'suppress',
  'unsuppress',
  'remove',
  'restore',
] as const
export type AlarmTransition = (typeof ALARM_TRANSITIONS)[number]

/** Minutes. Whatever is put aside for longer is out of service. */
export const MAX_SHELF_MINUTES = 7 * 24 * 60
