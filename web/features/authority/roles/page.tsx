import { roles } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource-page.tsx'

const columns = { roleName: { width: 180 }, roleCode: { width: 200 }, roleDescription: { width: 360 } }

const filters = ['roleName', 'roleCode', 'roleDescription']

export default function RolesPage() {
  return <ResourcePage of={roles} columns={columns} filters={filters} />
}
