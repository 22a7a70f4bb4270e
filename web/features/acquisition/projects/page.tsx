import { projects } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = { projectName: { width: 240, first: true }, projectCode: { width: 150 }, projectDescription: { width: 300 } }

const filters = ['projectName', 'projectCode', 'projectStatus']

const defaults = { projectStatus: 'active' }

export default function ProjectsPage() {
  return <ResourcePage of={projects} columns={columns} filters={filters} defaults={defaults} />
}
