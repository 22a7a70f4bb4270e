/** Who is on duty when. */
import { dutyShifts } from '../../../../model/index.ts'
import { WEEKDAYS } from '../../../../model/acquisition/duty-shifts.ts'
import { ClockTime } from '../../../shared/acquisition/clock-time.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  shiftName: { width: 160, first: true },
  userId: { width: 220 },
  weekdays: { width: 260 },
  beginsAt: { width: 90 },
  endsAt: { width: 90 },
  siteId: { width: 180 },
  shiftStatus: { width: 100 },
  shiftDescription: { width: 220 },
}

const filters = ['shiftName', 'userId']
const controls = { beginsAt: <ClockTime />, endsAt: <ClockTime /> }
const defaults = { shiftStatus: '1', weekdays: [...WEEKDAYS], beginsAt: '08:00', endsAt: '20:00' }

export default function DutyShiftsPage() {
  return <ResourcePage of={dutyShifts} columns={columns} filters={filters} controls={controls} defaults={defaults} />
}
