import { useSearchParams } from 'react-router'
import { userPosts } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

/** The path says where the post is, so its name alone is not shown beside it. */
const columns = {
  userId: { width: 150 },
  postId: { hide: true },
  postName: { width: 300 },
  postCode: { width: 170 },
  postDescription: { width: 200 },
}

const filters = ['userId', 'postId', 'postType', 'status']

export default function UserPostsPage() {
  const [address] = useSearchParams()
  const userId = address.get('userId')
  // Whoever comes from a user's row adds posts to that user.
  const defaults = { postType: '1', status: '1', ...(userId ? { userId } : {}) }
  return <ResourcePage of={userPosts} columns={columns} filters={filters} defaults={defaults} />
}
