import * as z from 'zod/mini'
import { list, oneOf, references, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { CLOCK_TIME } from './clock-time.ts'

/** As ISO 8601 counts them: the week begins on Monday. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A shift of the rota: who is on duty on which days of the week between which times. One that ends before it begins goes on past midnight, and belongs to the day on which it began. */
export const dutyShifts = resource({
  name: 'duty-shifts',
  api: { base: '/acquisition/dutyshift', noun: 'DutyShift' },
  table: 'duty_shifts',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'dutyshifts',
  title: 'shiftName',
  order: ['shiftName', 'ascend'],
  unique: ['shiftName'],
  fields: {
    shiftName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    userId: references({
      to: 'users',
      show: 'username',
      required: true,
      through: { table: 'duty_shift_users', from: 'shift_id', to: 'user_id' },
      filter: 'equals',
    }),
    weekdays: list({ each: z.literal([...WEEKDAYS]), separator: ',', max: 32, of: WEEKDAYS, required: true }),
    beginsAt: text({ max: 5, format: CLOCK_TIME, required: true }),
    endsAt: text({ max: 5, format: CLOCK_TIME, required: true }),
    /** For alarms of these alone; of none, for all. */
    siteId: references({
      to: 'sites',
      show: 'site_name',
      through: { table: 'duty_shift_sites', from: 'shift_id', to: 'site_id' },
      filter: 'equals',
    }),
    validFrom: time({ filter: 'range', sort: true }),
    validUntil: time({ filter: 'range', sort: true }),
    shiftStatus: oneOf({ of: [1, 0], required: true, filter: 'equals' }),
    shiftDescription: text({ max: 256 }),
  },
})
