import { posts } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = { postName: { width: 280 }, postCode: { width: 200 } }

const filters = ['postName', 'postCode']

const defaults = { parentId: '0', postSequence: 1 }

export default function PostsPage() {
  return <ResourcePage of={posts} columns={columns} filters={filters} defaults={defaults} />
}
