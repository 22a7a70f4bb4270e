import { components } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  componentName: { width: 200, first: true },
  componentCode: { width: 140 },
  componentKind: { width: 130 },
  siteId: { width: 180 },
  mixId: { width: 140 },
  designStrength: { width: 170 },
  sizeText: { width: 140 },
  chainageFrom: { hide: true },
  chainageTo: { hide: true },
  componentDescription: { width: 220 },
}

const filters = ['componentName', 'componentCode', 'componentKind', 'siteId']

const defaults = { componentKind: 'girder' }

export default function ComponentsPage() {
  return <ResourcePage of={components} columns={columns} filters={filters} defaults={{ ...defaults, ...useNarrowedTo('siteId') }} />
}
