/** What those who manage instances do to them. Each instance is a step of its own; which of them the caller may touch is asked in their rows. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/workflow/instances.ts'
import { processInstances } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { remove, removeRows } from '../../../kernel/resources/remove.ts'
import { historicWrites } from '../shared/removed-instances.ts'

type Acting = Pick<Call<unknown>, 'caller' | 'services' | 'inTenant'>

const act = (verb: 'suspend' | 'activate', declared: typeof contract.suspendProcessInstance, summary: string) =>
  implement(declared, {
    access: 'granted',
    space: 'essential',
    summary,
    of: processInstances,
    async handle(call) {
      const { processInstanceId: ids, comment } = call.input
      await assertSeen(call, ids)
      for (const instanceId of ids) await call.services.workflow[verb](call.caller, { instanceId, comment })
      return { changed: ids.length }
    },
  })

export const suspendProcessInstance = act(
  'suspend',
  contract.suspendProcessInstance,
  'Suspend instances: nobody can act on them, and what is due waits',
)
export const activateProcessInstance = act(
  'activate',
  contract.activateProcessInstance,
  'Let suspended instances go on; what was due meanwhile is done in its order',
)

export const terminateProcessInstance = implement(contract.terminateProcessInstance, {
  access: 'granted',
  space: 'essential',
  summary: 'End instances, with a reason that the record keeps',
  of: processInstances,
  async handle(call) {
    const { processInstanceId: ids, comment } = call.input
    await assertSeen(call, ids)
    for (const instanceId of ids) await call.services.workflow.terminate(call.caller, { instanceId, comment })
    return { changed: ids.length }
  },
})

/** Those that run are ended first, so that whoever waits for their tasks is told. */
export const deleteProcessInstance: ReturnType<typeof remove> = {
  ...remove(processInstances),
  summary: 'Remove instances with all that was recorded of them; those that run are ended first',
  olderNames: { processInstanceId: 'id' },
  handle: async (call: Call<{ readonly id: readonly string[] }>) => {
    const ids = call.input.id
    const rows = await seen(call, ids)
    if (rows.length < ids.length) fail('row.not-found')
    for (const row of rows)
      if (row.instance_state !== 'ended')
        await call.services.workflow.terminate(call.caller, { instanceId: row.id, comment: call.t('process-instance.deleted') })
    return call.inTenant((tx) => removeRows(tx, historicWrites, call, ids))
  },
}

export const resolveIncident = implement(contract.resolveIncident, {
  access: 'granted',
  space: 'essential',
  summary: 'Try once more what stopped an instance, or pass over it',
  of: processInstances,
  async handle({ input: { id, way, comment }, caller, services, inTenant }) {
    const incident = await inTenant((tx) => tx.first(build.selectFrom('process_incidents').select('id').where('id', '=', id)))
    if (!incident) return fail('row.not-found')
    await services.workflow.resolveIncident(caller, { incidentId: id, way, comment })
    return { changed: 1 }
  },
})

export const occurEvent = implement(contract.occurEvent, {
  access: 'granted',
  space: 'essential',
  summary: 'Let what an instance waits for happen by hand',
  of: processInstances,
  async handle(call) {
    const { processInstanceId: instanceId, wait, comment } = call.input
    await assertSeen(call, [instanceId])
    await call.services.workflow.occur(call.caller, { instanceId, wait, comment })
    return { changed: 1 }
  },
})

const seen = ({ inTenant }: Acting, ids: readonly string[]) =>
  inTenant((tx) =>
    tx.all(
      build
        .selectFrom('process_instances')
        .select(['id', 'instance_state', 'parent_id'])
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .orderBy('id'),
    ),
  )

/** Returns once all were found among the caller's rows. @throws Failure `row.not-found` */
export async function assertSeen(acting: Acting, ids: readonly string[]): Promise<void> {
  if ((await seen(acting, ids)).length < ids.length) fail('row.not-found')
}
