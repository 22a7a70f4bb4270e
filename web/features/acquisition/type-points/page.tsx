import { lazy } from 'react'
import { typePoints } from '../../../../model/index.ts'
import { foldedFields, newPoint, pointColumns } from '../../../shared/acquisition/point-columns.ts'
import { pointsTogether } from '../../../shared/acquisition/points-together.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'

const PointForm = lazy(() => import('../../../shared/acquisition/point-form.tsx'))

const filters = ['deviceTypeId', 'pointName', 'pointKey']

export default function TypePointsPage() {
  return (
    <ResourcePage
      of={typePoints}
      columns={pointColumns}
      form={PointForm}
      controlsTogether={pointsTogether}
      folded={foldedFields}
      filters={filters}
      defaults={{ ...newPoint, ...useNarrowedTo('deviceTypeId') }}
    />
  )
}
