/** Whether instances of a process can be started; on demand its running instances rest as well. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/workflow/definitions.ts'
import { processDefinitions } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'

const switching = (declared: typeof contract.suspendProcessDefinition, verb: 'suspend' | 'activate', summary: string) =>
  implement(declared, {
    access: 'granted',
    space: 'essential',
    summary,
    of: processDefinitions,
    async handle({ input: { processDefinitionId: ids, comment, withInstances }, caller, services, inTenant }) {
      const instances = await inTenant(async (tx) => {
        const changed = await tx.run(
          build
            .updateTable('process_definitions')
            .set({ suspended: verb === 'suspend' ? 1 : 0, updated_at: sql`now()`, version: sql`version + 1` })
            .where(sql<boolean>`id = any(${ids}::uuid[])`),
        )
        if (changed < ids.length) fail('row.not-found')
        return withInstances === true ? tx.all(instancesOf(ids, verb === 'suspend' ? 'running' : 'suspended')) : []
      })
      // Each is a step of its own; the definition stays switched whatever becomes of one of them.
      for (const { id } of instances) await services.workflow[verb](caller, { instanceId: id, comment })
      return { changed: ids.length + instances.length }
    },
  })

export const suspendProcessDefinition = switching(
  contract.suspendProcessDefinition,
  'suspend',
  'Suspend processes: no instance of them can be started; on demand those that run rest as well',
)
export const activateProcessDefinition = switching(
  contract.activateProcessDefinition,
  'activate',
  'Let instances of suspended processes be started again; on demand those that rest go on',
)

/** Those among the caller's rows; those that were called follow the ones that called them. */
const instancesOf = (definitions: readonly string[], state: 'running' | 'suspended') =>
  build
    .selectFrom('process_instances')
    .select('id')
    .where(sql<boolean>`definition_id = any(${definitions}::uuid[])`)
    .where('instance_state', '=', state)
    .where('parent_id', 'is', null)
    .orderBy('id')
