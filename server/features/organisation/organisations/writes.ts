/** An organisation that processes ask stays, and so do those above it. */
import { organisations } from '../../../../model/index.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { assertNotAsked } from '../../../workflow/index.ts'

export const organisationWrites = writes(organisations, {
  remove: {
    async apply(tx, _asking, ids, remove) {
      await assertNotAsked(tx, 'organisation', ids)
      return remove()
    },
  },
})
