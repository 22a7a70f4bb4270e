import { userPosts } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { add } from '../../../kernel/operations/add.ts'
import { exportsOf } from '../../../kernel/operations/exports.ts'
import { importOf } from '../../../kernel/operations/imports.ts'
import { list } from '../../../kernel/operations/list.ts'
import { remove } from '../../../kernel/operations/remove.ts'
import { update } from '../../../kernel/operations/update.ts'
import { importedPosts } from './import.ts'
import { queryUserPostTree } from './tree.ts'
import { changePost, givePost, takePosts } from './write.ts'

export const userPostsFeature: Feature = {
  tag: 'user posts',
  routes: [
    list(userPosts), queryUserPostTree, add(userPosts, givePost), update(userPosts, changePost), remove(userPosts, takePosts),
    importOf(userPosts, importedPosts), ...exportsOf(userPosts),
  ],
}
