/** An instance is moved to another node, and its variables are changed, by those who manage it. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/workflow/moves.ts'
import { historicProcessInstances, processInstances } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { versionOf } from '../../../forms/index.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'
import { assertOwnRows, fillByManager, isAnyOf, refuseVariable, withoutFields } from '../shared/filling.ts'
import { hiddenVariables } from '../shared/hidden-variables.ts'
import { personOf } from '../shared/person.ts'
import { AT_START, formOfDefinition, processForm, storedVariables } from '../shared/process-form.ts'
import { seenInstance } from '../shared/seen-instance.ts'
import { assertSeen } from './acts.ts'

const MAX_VARIABLES = 1000

export const queryJumpTarget = implement(contract.queryJumpTarget, {
  access: 'granted',
  summary: 'Nodes to which an instance can be moved from where it is',
  of: processInstances,
  async handle(call) {
    const { processInstanceId: instanceId, execution: activity } = call.input
    const drawn = await call.inTenant(async (tx) => drawnDefinition(tx, (await seenInstance(tx, instanceId, call.caller)).definition_id))
    const targets = await call.services.workflow.jumpTargets(personOf(call), { instanceId, activity })
    return { list: targets.map(({ id, kind }) => ({ activityId: id, name: drawn.nameOf(id), activityType: kind })) }
  },
})

export const jumpProcessInstance = implement(contract.jumpProcessInstance, {
  access: 'granted',
  space: 'essential',
  summary: 'Move what goes on in an instance to another node of its scope',
  of: processInstances,
  async handle(call) {
    const { processInstanceId: instanceId, execution: activity, target: to, comment } = call.input
    await assertSeen(call, [instanceId])
    await call.services.workflow.jump(personOf(call), { instanceId, activity, to, comment })
    return { changed: 1 }
  },
})

export const queryReviveTarget = implement(contract.queryReviveTarget, {
  access: 'granted',
  summary: 'Tasks from which an instance that is over can go on',
  of: historicProcessInstances,
  async handle(call) {
    const { processInstanceId: instanceId } = call.input
    const drawn = await call.inTenant(async (tx) => drawnDefinition(tx, (await seenInstance(tx, instanceId, call.caller)).definition_id))
    const nodes = await call.services.workflow.reviveTargets(personOf(call), { instanceId })
    return { list: nodes.map((activityId) => ({ activityId, name: drawn.nameOf(activityId) })) }
  },
})

export const reviveProcessInstance = implement(contract.reviveProcessInstance, {
  access: 'granted',
  space: 'essential',
  summary: 'Let an instance that is over go on from one of its tasks',
  of: historicProcessInstances,
  async handle(call) {
    const { processInstanceId: instanceId, target: at, comment } = call.input
    await assertSeen(call, [instanceId])
    await call.services.workflow.revive(personOf(call), { instanceId, at, comment })
    return { changed: 1 }
  },
})

export const holdProcessInstance = implement(contract.holdProcessInstance, {
  access: 'granted',
  summary: 'Keep instances from being removed, or let them go',
  of: historicProcessInstances,
  async handle(call) {
    const { processInstanceId: ids, held: isHeld, comment } = call.input
    await assertSeen(call, ids)
    let changed = 0
    for (const instanceId of ids) if (await call.services.workflow.hold(call.caller, { instanceId, isHeld, comment })) changed += 1
    return { changed }
  },
})

export const queryProcessVariable = implement(contract.queryProcessVariable, {
  access: 'granted',
  summary: 'The variables of an instance, as far as the caller sees them',
  of: processInstances,
  handle: ({ input: { processInstanceId: id }, caller, inTenant }) =>
    inTenant(async (tx) => {
      const instance = await seenInstance(tx, id, caller)
      const hidden = await hiddenVariables(tx, caller, instance.root_id)
      const list = await tx.all(
        build
          .selectFrom('process_variables')
          .select(['name', 'variable_type as type', 'value'])
          .where('instance_id', '=', id)
          .where('scope', '=', 0)
          .where(sql<boolean>`(name <> all(${hidden}::text[]) and not starts_with(name, '_'))`)
          .orderBy('name')
          .limit(MAX_VARIABLES),
      )
      return { list }
    }),
})

type Changing = Call<{ readonly processInstanceId: string; readonly variables: Readonly<Record<string, unknown>> }>

export const changeProcessVariable = implement(contract.changeProcessVariable, {
  access: 'granted',
  space: 'essential',
  summary: 'Give variables of a running instance other values',
  of: processInstances,
  unloggedInput: ['variables'],
  async handle(call) {
    const { processInstanceId: instanceId, comment } = call.input
    const { variables, formData } = await call.inTenant((tx) => sentFor(tx, call))
    const fill = fillByManager(call, { formData })
    await call.services.workflow.changeVariables(personOf(call), { instanceId, variables, fill, comment })
    return { changed: Object.keys(call.input.variables).length }
  },
})

/** What is sent, apart: fields of the form, and other variables. What the caller's roles do not see they do not change. @throws Failure */
async function sentFor(tx: Transaction, call: Changing) {
  const { processInstanceId: id, variables: given } = call.input
  const instance = await seenInstance(tx, id, call.caller)
  const used = await formOfDefinition(tx, instance.definition_id)
  const sent = withoutFields({ variables: given }, used && (await versionOf(tx, used.id, used.version)))
  const hidden = new Set(await hiddenVariables(tx, call.caller, instance.root_id))
  for (const name of Object.keys(given)) if (hidden.has(name)) refuseVariable(name)
  if (used && isAnyOf(sent.formData)) {
    const place = { settings: {}, variable: await storedVariables(tx, id), isWhole: false }
    await assertOwnRows(tx, call, await processForm(tx, call.caller, used, AT_START), sent.formData, place)
  }
  return sent
}
