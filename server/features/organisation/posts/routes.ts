import { posts } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { tree } from '../../../kernel/resources/tree.ts'
import { update } from '../../../kernel/resources/update.ts'
import { postWrites } from './writes.ts'

export const postsFeature: Feature = {
  tag: 'posts',
  routes: [
    list(posts),
    tree(posts, 'bare'),
    add(postWrites),
    update(postWrites),
    remove(postWrites),
    importOf(postWrites),
    ...exportsOf(posts),
  ],
}
