/** What changing a spare part entails: a higher minimum may make it short. */
import { spareParts } from '../../../../model/index.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { notifyShort } from '../../../maintenance/index.ts'

export const sparePartWrites = writes(spareParts, {
  change: {
    async apply(tx, { services }, changes, update) {
      const written = await update(changes)
      await notifyShort(
        tx,
        services,
        changes.filter(({ values }) => 'partMinimum' in values).map(({ id }) => id),
      )
      return written
    },
  },
})
