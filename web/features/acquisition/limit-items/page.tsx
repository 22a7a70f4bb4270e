import { limitItems } from '../../../../model/index.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  itemClause: { width: 160, first: true },
  limitSetId: { width: 150 },
  itemOrder: { width: 80 },
  itemMeasure: { width: 180 },
  itemRole: { width: 120 },
  minusRole: { width: 110 },
  itemStage: { width: 110 },
  low: { width: 100 },
  high: { width: 100 },
  unit: { width: 90 },
  toleratedSeconds: { width: 130 },
  itemSeverity: { width: 110 },
  clauseZh: { width: 260 },
  clauseTw: { hide: true },
  clauseEn: { hide: true },
}

const filters = ['limitSetId', 'itemClause', 'itemMeasure']

const defaults = { itemMeasure: 'value', itemSeverity: 'mandatory' }

export default function LimitItemsPage() {
  return <ResourcePage of={limitItems} columns={columns} filters={filters} defaults={{ ...defaults, ...useNarrowedTo('limitSetId') }} />
}
