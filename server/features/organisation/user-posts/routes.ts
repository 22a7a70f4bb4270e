import { userPosts } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { addUserPost } from './add.ts'
import { queryUserPostTree } from './tree.ts'
import { userPostWrites } from './writes.ts'

export const userPostsFeature: Feature = {
  tag: 'user posts',
  routes: [
    list(userPosts),
    queryUserPostTree,
    addUserPost,
    update(userPostWrites),
    remove(userPostWrites),
    importOf(userPostWrites),
    ...exportsOf(userPosts),
  ],
}
