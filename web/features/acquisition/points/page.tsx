import { points } from '../../../../model/index.ts'
import { foldedFields, newPoint, pointColumns } from '../../../shared/acquisition/point-columns.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'

const filters = ['deviceId', 'pointName', 'pointKey']

export default function PointsPage() {
  return (
    <ResourcePage
      of={points}
      columns={pointColumns}
      folded={foldedFields}
      filters={filters}
      defaults={{ ...newPoint, ...useNarrowedTo('deviceId') }}
    />
  )
}
