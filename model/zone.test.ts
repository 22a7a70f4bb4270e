/** By how much clocks are ahead in the hour by which they are put back, worked out by hand. */
import { expect, it } from 'vitest'
import { offsetOfRepeated } from './zone.ts'

it.each([
  ['Europe/Berlin', '2026-10-24T23:59:59Z', ''],
  ['Europe/Berlin', '2026-10-25T00:00:00Z', '+02:00'],
  ['Europe/Berlin', '2026-10-25T00:59:59Z', '+02:00'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', '+01:00'],
  ['Europe/Berlin', '2026-10-25T01:59:59Z', '+01:00'],
  ['Europe/Berlin', '2026-10-25T02:00:00Z', ''],
  // Where clocks are put forward nothing is shown twice.
  ['Europe/Berlin', '2026-03-29T00:30:00Z', ''],
  ['Europe/Berlin', '2026-03-29T01:30:00Z', ''],
  ['America/New_York', '2026-11-01T05:30:00Z', '-04:00'],
  ['America/New_York', '2026-11-01T06:30:00Z', '-05:00'],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-04-04T14:29:00Z', ''],
  ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', '+11:00'],
  ['Australia/Lord_Howe', '2026-04-04T15:15:00Z', '+10:30'],
  ['Australia/Lord_Howe', '2026-04-04T15:30:00Z', ''],
  // From midnight on, so that the day has two.
  ['America/Havana', '2026-11-01T04:30:00Z', '-04:00'],
  ['America/Havana', '2026-11-01T05:30:00Z', '-05:00'],
  ['Asia/Shanghai', '2026-10-25T00:30:00Z', ''],
])('in %s at %s: %j', (zone, moment, offset) => expect(offsetOfRepeated(zone, Date.parse(moment))).toBe(offset))
