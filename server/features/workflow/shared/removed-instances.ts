/** What removing instances entails: those that are over, whole, with those that they called. */
import { sql } from 'kysely'
import { historicProcessInstances } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'

export const historicWrites = writes(historicProcessInstances, {
  remove: {
    async apply(tx, _asking, ids) {
      const rows = await tx.all(
        build
          .selectFrom('process_instances')
          .select(['id', 'parent_id', 'instance_state', 'held_at', 'name'])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .forUpdate(),
      )
      if (rows.some(({ instance_state: state }) => state !== 'ended')) fail('process-instance.running')
      const held = rows.find(({ held_at: at }) => at !== null)
      if (held) fail('process-instance.held', { values: { name: held.name } })
      const chosen = new Set(ids)
      // One that was called goes with the one that called it, and never without.
      if (rows.some(({ parent_id: parent }) => parent !== null && !chosen.has(parent))) fail('process-instance.called')
      return tx.run(build.deleteFrom('process_instances').where(sql<boolean>`id = any(${ids}::uuid[])`))
    },
  },
})
