import { typePoints } from '../../../../model/index.ts'
import { newPoint, pointColumns } from '../../../kernel/point-columns.ts'
import { ResourcePage } from '../../../kernel/resource-page.tsx'
import { useNarrowedTo } from '../../../kernel/rows-of.ts'

const filters = ['deviceTypeId', 'pointName', 'pointKey']

export default function TypePointsPage() {
  return <ResourcePage of={typePoints} columns={pointColumns} filters={filters} defaults={{ ...newPoint, ...useNarrowedTo('deviceTypeId') }} />
}
