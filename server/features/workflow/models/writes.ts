/** What writing a model by the calls of every noun entails: none goes whose process still runs. */
import { sql } from 'kysely'
import { processModels } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'

export const modelWrites = writes(processModels, {
  remove: {
    async apply(tx, _asking, ids, remove) {
      // Whoever does not see these instances must not end them either.
      const running = await tx.beyondScope('a model whose process runs stays').first(
        build
          .selectFrom('process_instances as instance')
          .innerJoin('process_definitions as definition', (on) =>
            on.onRef('definition.tenant_id', '=', 'instance.tenant_id').onRef('definition.id', '=', 'instance.definition_id'),
          )
          .select(sql<number>`count(*)::integer`.as('count'))
          .where('instance.instance_state', '<>', 'ended')
          .where(sql<boolean>`definition.model_id = any(${ids}::uuid[])`),
      )
      if (running && running.count > 0) fail('process-model.running', { values: { count: running.count } })
      return remove()
    },
  },
})
