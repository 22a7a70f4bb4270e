import { mixPoints } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  pointLabel: { width: 140, first: true },
  mixId: { width: 160 },
  maturity: { width: 160 },
  strength: { width: 140 },
}

const filters = ['mixId', 'pointLabel']

export default function MixPointsPage() {
  return <ResourcePage of={mixPoints} columns={columns} filters={filters} defaults={{ ...useNarrowedTo('mixId') }} />
}
