import { specimens } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  specimenCode: { width: 160, first: true },
  componentId: { width: 150 },
  specimenCuring: { width: 150 },
  specimenSize: { width: 180 },
  specimenCount: { width: 90 },
  castAt: { width: 180 },
  testAge: { width: 140 },
  specimenDescription: { width: 220 },
}

const filters = ['specimenCode', 'componentId', 'specimenCuring']

const defaults = { specimenCuring: 'standard', specimenSize: 'cube-150', specimenCount: 3 }

export default function SpecimensPage() {
  return <ResourcePage of={specimens} columns={columns} filters={filters} defaults={{ ...defaults, ...useNarrowedTo('componentId') }} />
}
