/** Where an instance is, passage by passage, and what stopped it. */
import * as contract from '../../../../model/contract/workflow/instances.ts'
import { changeProcessVariable, jumpProcessInstance } from '../../../../model/contract/workflow/moves.ts'
import { processInstances } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'
import { incidentSentence } from '../shared/incident-sentence.ts'
import { maybeWireTimeOf, seenInstance, wireTimeOf } from '../shared/seen-instance.ts'

/** Of one instance: beyond it the page shows nothing that anybody could read. */
const MAX_OPEN = 2000

export const queryExecution = implement(contract.queryExecution, {
  access: 'granted',
  summary: 'Where an instance is: scopes that are open, what goes on in them, and tokens that wait at joins',
  of: processInstances,
  handle: ({ input: { processInstanceId: id }, caller, inTenant }) =>
    inTenant(async (tx) => {
      const instance = await seenInstance(tx, id, caller)
      const drawn = await drawnDefinition(tx, instance.definition_id)
      const [open, waits] = await Promise.all([
        tx.all(
          build
            .selectFrom('process_activities')
            .select(['number', 'node', 'scope', 'activity_state', wireTimeOf('start_time').as('since')])
            .where('instance_id', '=', id)
            .where('activity_state', 'in', ['active', 'failed'])
            .orderBy('number')
            .limit(MAX_OPEN),
        ),
        tx.all(
          build
            .selectFrom('process_waits')
            .select([
              'number',
              'holder',
              'node',
              'wait_kind',
              'wait_name',
              maybeWireTimeOf('due_time').as('due'),
              wireTimeOf('created_at').as('since'),
            ])
            .where('instance_id', '=', id)
            .orderBy('number')
            .limit(MAX_OPEN),
        ),
      ])
      type Wait = (typeof waits)[number]
      const waitLine = ({ number, wait_kind: kind, wait_name: name, due: dueTime }: Wait) => ({ number, kind, name, dueTime })
      const waitsAt = Map.groupBy(waits, ({ holder }) => holder)
      const at = (node: string, scope: number) => ({
        activityId: node,
        name: drawn.nameOf(node),
        activityType: drawn.kindOf(node),
        parentId: scope === 0 ? null : String(scope),
        processInstanceId: id,
        rootProcessInstanceId: instance.root_id,
      })
      const list = open.map((activity) => ({
        id: String(activity.number),
        ...at(activity.node, activity.scope),
        state: activity.activity_state,
        since: activity.since,
        waits: (waitsAt.get(activity.number) ?? []).map(waitLine),
      }))
      // What begins a sub-process of the process itself is waited for by no passage.
      const beside = (waitsAt.get(0) ?? []).map((wait) => ({
        id: `wait-${wait.number}`,
        ...at(wait.node, 0),
        state: 'active' as const,
        since: wait.since,
        waits: [waitLine(wait)],
      }))
      const flows = new Map(drawn.model.definition.flows.map((flow) => [flow.id, flow]))
      const parked = instance.tokens.map((token) => ({
        id: `token-${token.id}`,
        ...at(flows.get(token.flow)?.to ?? token.flow, token.scope),
        state: 'parked' as const,
        since: null,
        waits: [],
      }))
      const allowed = instance.instance_state === 'running' ? allowedTo(caller) : []
      return { list: [...list, ...beside, ...parked], allowed }
    }),
})

/** Acts on an instance that runs, by the calls that do them. */
const ACTS = { occur: contract.occurEvent.path, jump: jumpProcessInstance.path, change: changeProcessVariable.path } as const

const allowedTo = ({ urls }: Pick<Caller, 'urls'>) => (['occur', 'jump', 'change'] as const).filter((act) => urls.has(ACTS[act]))

export const queryIncident = implement(contract.queryIncident, {
  access: 'granted',
  summary: 'What stopped an instance, and who saw to it',
  of: processInstances,
  handle: ({ input: { processInstanceId: id }, caller, t, inTenant }) =>
    inTenant(async (tx) => {
      const drawn = await drawnDefinition(tx, (await seenInstance(tx, id, caller)).definition_id)
      const rows = await tx.all(
        build
          .selectFrom('process_incidents as incident')
          .leftJoin('users as person', (on) =>
            on.onRef('person.tenant_id', '=', 'incident.tenant_id').onRef('person.id', '=', 'incident.resolved_by'),
          )
          .select([
            'incident.id',
            'incident.node',
            'incident.incident_kind',
            'incident.detail',
            'incident.comment',
            personIn(caller, 'person').as('who'),
          ])
          .select([wireTimeOf('incident.created_at').as('created'), maybeWireTimeOf('incident.resolved_at').as('resolved')])
          .where('incident.instance_id', '=', id)
          .orderBy('incident.resolved_at', (order) => order.desc().nullsFirst())
          .orderBy('incident.created_at', 'desc')
          .limit(MAX_OPEN),
      )
      const namesPeople = seesPeople(caller)
      return {
        list: rows.map((row) => ({
          id: row.id,
          processInstanceId: id,
          activityId: row.node,
          name: drawn.nameOf(row.node),
          kind: row.incident_kind,
          message: incidentSentence(row.incident_kind, row.detail, t),
          createTime: row.created,
          resolveTime: row.resolved,
          resolvedBy: namesPeople ? row.who : null,
          comment: row.comment,
        })),
      }
    }),
})
