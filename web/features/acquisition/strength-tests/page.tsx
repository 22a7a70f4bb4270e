import { strengthTests } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  testNumber: { width: 160, first: true },
  specimenId: { width: 160 },
  testedAt: { width: 180 },
  testStrength: { width: 140 },
  testMaturity: { width: 160 },
  testedBy: { width: 120 },
  testDescription: { width: 220 },
}

const filters = ['testNumber', 'specimenId', 'testedAt']

export default function StrengthTestsPage() {
  return <ResourcePage of={strengthTests} columns={columns} filters={filters} defaults={{ ...useNarrowedTo('specimenId') }} />
}
