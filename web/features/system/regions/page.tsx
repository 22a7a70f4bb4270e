import { regions } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = { regionName: { width: 320 }, regionCode: { width: 150 }, regionType: { width: 130 }, parentRegionCode: { width: 130 } }

const filters = ['regionName', 'regionCode', 'regionType']

const defaults = { parentId: '0', regionType: 'district' }

export default function RegionsPage() {
  return <ResourcePage of={regions} columns={columns} filters={filters} defaults={defaults} />
}
