import { sites } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  siteName: { width: 200, first: true },
  siteCode: { width: 130 },
  projectId: { width: 200 },
  address: { width: 220 },
  siteDescription: { width: 220 },
}

const filters = ['siteName', 'siteCode', 'projectId']

export default function SitesPage() {
  return <ResourcePage of={sites} columns={columns} filters={filters} />
}
