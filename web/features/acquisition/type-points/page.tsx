import { typePoints } from '../../../../model/index.ts'
import { pointControls } from '../../../shared/acquisition/point-controls.tsx'
import { foldedFields, newPoint, pointColumns } from '../../../shared/acquisition/point-columns.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'

const filters = ['deviceTypeId', 'pointName', 'pointKey']

export default function TypePointsPage() {
  return (
    <ResourcePage
      of={typePoints}
      columns={pointColumns}
      controls={pointControls}
      folded={foldedFields}
      filters={filters}
      defaults={{ ...newPoint, ...useNarrowedTo('deviceTypeId') }}
    />
  )
}
