/** What removing a deployment entails: its definitions go with it, once nothing runs and nothing is recorded by them any more. */
import { sql } from 'kysely'
import { processDeployments } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { endStarts } from '../../../workflow/index.ts'

export const deploymentWrites = writes(processDeployments, {
  remove: {
    async apply(tx, { services: { scheduler } }, ids, remove) {
      // Whoever does not see these instances must not take their model from them either.
      const instances = await tx.beyondScope('a deployment by which instances run stays').first(
        build
          .selectFrom('process_instances as instance')
          .innerJoin('process_definitions as definition', (on) =>
            on.onRef('definition.tenant_id', '=', 'instance.tenant_id').onRef('definition.id', '=', 'instance.definition_id'),
          )
          .select(sql<number>`(count(*) filter (where instance.instance_state <> 'ended'))::integer`.as('running'))
          .select(sql<number>`count(*)::integer`.as('all'))
          .where(sql<boolean>`definition.deployment_id = any(${ids}::uuid[])`),
      )
      if (instances && instances.running > 0) fail('process-definition.running', { values: { count: instances.running } })
      // Of those that are over the diagram is still shown: their history is removed first.
      if (instances && instances.all > 0) fail('process-definition.recorded', { values: { count: instances.all } })
      const gone = await tx.all(
        build
          .selectFrom('process_definitions')
          .select('id')
          .where(sql<boolean>`deployment_id = any(${ids}::uuid[])`),
      )
      for (const { id } of gone) await endStarts(tx, scheduler, id)
      return remove()
    },
  },
})
