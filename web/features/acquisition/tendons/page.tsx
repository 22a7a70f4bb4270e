import { tendons } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  tendonCode: { width: 150, first: true },
  componentId: { width: 150, first: true },
  ductCode: { width: 110 },
  strandText: { width: 140 },
  plannedForce: { width: 150 },
  plannedElongation: { width: 170 },
  tensionLimitId: { width: 160 },
  tendonDescription: { width: 220 },
}

const filters = ['tendonCode', 'componentId', 'tensionLimitId']

/** The tendons of components, as they are designed. */
export default function TendonsPage() {
  return <ResourcePage of={tendons} columns={columns} filters={filters} defaults={useNarrowedTo('componentId')} />
}
