import { lazy } from 'react'
import { points } from '../../../../model/index.ts'
import { foldedFields, newPoint, pointColumns } from '../../../shared/acquisition/point-columns.ts'
import { groupedPoints, groupHeadings } from '../../../shared/acquisition/point-groups.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'

/** The points of one device stand as on its page; those of several are told apart by their device. */
const grouping = { arrange: groupedPoints, headings: groupHeadings }

const PointForm = lazy(() => import('../../../shared/acquisition/point-form.tsx'))

const filters = ['deviceId', 'pointName', 'pointKey']

export default function PointsPage() {
  const narrowed = useNarrowedTo('deviceId')
  return (
    <ResourcePage
      of={points}
      columns={pointColumns}
      form={PointForm}
      folded={foldedFields}
      filters={filters}
      defaults={{ ...newPoint, ...narrowed }}
      grouping={'deviceId' in narrowed ? grouping : undefined}
    />
  )
}
