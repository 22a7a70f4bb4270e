import { posts } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { add } from '../../../kernel/operations/add.ts'
import { exportsOf } from '../../../kernel/operations/exports.ts'
import { importOf } from '../../../kernel/operations/imports.ts'
import { list } from '../../../kernel/operations/list.ts'
import { remove } from '../../../kernel/operations/remove.ts'
import { tree } from '../../../kernel/operations/tree.ts'
import { update } from '../../../kernel/operations/update.ts'

export const postsFeature: Feature = {
  tag: 'posts',
  routes: [list(posts), tree(posts, 'bare'), add(posts), update(posts), remove(posts), importOf(posts), ...exportsOf(posts)],
}
