/** A post that processes ask stays, and so do those above it. */
import { posts } from '../../../../model/index.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { assertNotAsked } from '../../../workflow/index.ts'

export const postWrites = writes(posts, {
  remove: {
    async apply(tx, _asking, ids, remove) {
      await assertNotAsked(tx, 'post', ids)
      return remove()
    },
  },
})
