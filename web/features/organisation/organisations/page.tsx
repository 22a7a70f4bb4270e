import { organisations } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { reloadOrganisations } from '../../../kernel/session/session-store.ts'

const columns = { orgName: { width: 280 }, orgDescription: { width: 260 } }

const filters = ['orgName', 'orgType']

const defaults = { parentId: '0', orgType: 'department', orgSequence: 1 }

export default function OrganisationsPage() {
  return (
    <ResourcePage of={organisations} columns={columns} filters={filters} defaults={defaults} onChanged={() => void reloadOrganisations()} />
  )
}
