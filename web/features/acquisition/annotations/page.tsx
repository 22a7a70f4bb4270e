import { annotations } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  noteText: { width: 180, first: true },
  pointId: { width: 180 },
  notedAt: { width: 180 },
}

const filters = ['pointId', 'notedAt', 'noteText']

export default function AnnotationsPage() {
  return <ResourcePage of={annotations} columns={columns} filters={filters} />
}
