/** The shifts by which figures are put together. */
import { shifts } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { ClockTime } from '../../../shared/acquisition/clock-time.tsx'

const columns = {
  shiftName: { width: 180, first: true },
  shiftCode: { width: 140 },
  beginsAt: { width: 90 },
  endsAt: { width: 90 },
  siteId: { width: 180 },
  validFrom: { width: 170 },
  validUntil: { width: 170 },
}

const filters = ['shiftCode', 'shiftName', 'siteId']
const controls = { beginsAt: <ClockTime />, endsAt: <ClockTime /> }
const defaults = { beginsAt: '08:00', endsAt: '20:00' }

export default function ShiftsPage() {
  return <ResourcePage of={shifts} columns={columns} filters={filters} controls={controls} defaults={defaults} />
}
