/** Instances are moved to another version of their process: tried first, then one by one, each whole or not at all. */
import type { Migration } from '../../../../model/contract/workflow/definitions.ts'
import * as contract from '../../../../model/contract/workflow/definitions.ts'
import { processDefinitions } from '../../../../model/index.ts'
import { sql } from 'kysely'
import { build } from '../../../kernel/database/sql.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'

/** Of one call; whoever has more calls again. */
const MAX_INSTANCES = 1000

export const migrateProcessInstance = implement(contract.migrateProcessInstance, {
  access: 'granted',
  summary: 'Move running instances to another version of their process, or try which could be moved',
  of: processDefinitions,
  async handle(call) {
    const { input, caller, services, t } = call
    const { ids, nameOf } = await chosen(call)
    const reasons = new Map<string, { node: string; message: string; count: number; example: string }>()
    let moved = 0
    for (const instanceId of ids) {
      const faults = await faultsOf(() =>
        services.workflow.migrate(caller, {
          instanceId,
          to: input.to,
          mapping: new Map(Object.entries(input.mapping)),
          isDry: input.dry,
          comment: input.comment,
        }),
      )
      if (faults.length === 0) moved += 1
      for (const { fault, node } of faults) {
        const key = `${fault} ${node}`
        const message = t(`process-migration.${fault}`, { name: nameOf(node) })
        const known = reasons.get(key) ?? { node, message, count: 0, example: instanceId }
        reasons.set(key, { ...known, count: known.count + 1 })
      }
    }
    return { moved, stayed: ids.length - moved, reasons: [...reasons.values()] satisfies Migration['reasons'] }
  },
})

type Fault = { readonly fault: 'no-node' | 'kind' | 'scope' | 'no-flow' | 'no-way' | 'over'; readonly node: string }

/** What keeps an instance; one that ended meanwhile needs to go nowhere. */
async function faultsOf(work: () => Promise<readonly Fault[]>): Promise<readonly Fault[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure && (error.code === 'process.ended' || error.code === 'row.not-found')) return [{ fault: 'over', node: '' }]
    throw error
  }
}

type Asked = Call<{ readonly from: string; readonly to: string; readonly processInstanceId?: readonly string[] | undefined }>

/** The instances among the caller's rows that are at the version `from`. @throws Failure */
function chosen({ input: { from, to, processInstanceId }, inTenant }: Asked) {
  return inTenant(async (tx) => {
    const versions = await tx.all(build.selectFrom('process_definitions').select(['id', 'key']).where('id', 'in', [from, to]))
    if (versions.length < 2) fail('row.not-found')
    if (versions[0]?.key.toLowerCase() !== versions[1]?.key.toLowerCase())
      fail('process-definition.others', { field: { name: 'to', label: 'error.process-definition.others' } })
    const open = build
      .selectFrom('process_instances')
      .select('id')
      .where('definition_id', '=', from)
      .where('instance_state', '<>', 'ended')
      .orderBy('id')
      .limit(MAX_INSTANCES)
    const rows = await tx.all(processInstanceId ? open.where(sql<boolean>`id = any(${processInstanceId}::uuid[])`) : open)
    if (processInstanceId && rows.length < new Set(processInstanceId).size) fail('row.not-found')
    const drawn = await drawnDefinition(tx, from)
    return { ids: rows.map(({ id }) => id), nameOf: (node: string) => drawn.nameOf(node) ?? node }
  })
}
