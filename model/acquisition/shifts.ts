import { NO_BLANKS, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { CLOCK_TIME } from './clock-time.ts'

/**
 * A stretch of the production day by which figures are put together: early, late, night. One that ends before it begins goes on past midnight and belongs to the day on which it began; one that ends when it begins
 * lasts the whole day. Those of a site hold there in place of those of no site. Who is on duty when is another question: the rota answers it (duty-shifts.ts).
 */
export const shifts = resource({
  name: 'shifts',
  api: { base: '/acquisition/shift', noun: 'Shift' },
  table: 'shifts',
  scope: 'tenant',
  ownedBy: follows('sites', 'site_id', { without: 'shared' }),
  menu: 'shifts',
  title: 'shiftName',
  order: ['shiftCode', 'ascend'],
  unique: ['shiftCode'],
  fields: {
    shiftCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    shiftName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    beginsAt: text({ max: 5, format: CLOCK_TIME, required: true, sort: true }),
    endsAt: text({ max: 5, format: CLOCK_TIME, required: true }),
    siteId: reference({ to: 'sites', show: 'site_name', filter: 'equals' }),
    validFrom: time({ filter: 'range', sort: true }),
    validUntil: time({ filter: 'range', sort: true }),
  },
})
