/** How far an instance has come: its diagram with marks, the same as a picture, where its tokens are, and what stopped it. */
import { sql } from 'kysely'
import type { ProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import * as contract from '../../../../model/contract/workflow/instances.ts'
import { historicProcessInstances, processInstances } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build, typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { drawProcess } from '../../../workflow/index.ts'
import type { DrawnDefinition } from './drawn-definition.ts'
import { drawnDefinition } from './drawn-definition.ts'
import { seenInstance } from './seen-instance.ts'
import { subjectOf } from './subject.ts'

/** People who are named at a node. */
const MAX_PEOPLE = 20

const tracking = (declared: typeof contract.queryProcessTrack, of: Resource, summary: string) =>
  implement(declared, {
    access: 'granted',
    summary,
    of,
    handle: ({ input: { processInstanceId }, caller, inTenant }) => inTenant((tx) => trackOf(tx, caller, of, processInstanceId)),
  })

export const queryProcessTrack = tracking(
  contract.queryProcessTrack,
  processInstances,
  'The diagram of an instance with what was passed, where it is, and who has it',
)
export const queryHistoricTrack = tracking(
  contract.queryHistoricTrack,
  historicProcessInstances,
  'The diagram of a past instance with what was passed, and who did it',
)

export const getHighLightedProcessDiagram = implement(contract.getHighLightedProcessDiagram, {
  access: 'granted',
  summary: 'The diagram of an instance as a picture (SVG), with what was passed and where it is',
  of: processInstances,
  reads: true,
  async handle({ input: { processInstanceId }, caller, inTenant }) {
    const { xml, marks, flows } = await inTenant((tx) => trackOf(tx, caller, processInstances, processInstanceId))
    return drawProcess(xml, { states: new Map(marks.map(({ node, state }) => [node, state])), flows: new Set(flows) })
  },
})

/** The diagram of an instance with what was passed and where it is, without what the caller's roles hide. @throws Failure `row.not-found` */
export async function trackOf(tx: Transaction, caller: Caller, of: Resource, id: string): Promise<ProcessTrack> {
  const instance = await seenInstance(tx, id, caller)
  const drawn = await drawnDefinition(tx, instance.definition_id)
  const [marks, flows, subject] = await Promise.all([marksOf(tx, caller, id), flowsOf(tx, drawn, id), subjectOf(tx, caller, instance)])
  const view = viewOf(caller, of)
  const namesPeople = seesPeople(caller)
  return {
    id,
    name: view.sees('name') ? instance.name : '',
    businessNumber: view.sees('businessNumber') ? instance.business_number : null,
    processDefinitionName: view.sees('definitionId') ? drawn.name : '',
    definitionVersion: view.sees('definitionVersion') ? drawn.version : null,
    instanceState: view.sees('instanceState') ? instance.instance_state : null,
    processStatus: view.sees('processStatus') ? (instance.outcome ?? 'running') : null,
    starter: view.sees('starterId') && namesPeople ? instance.starter : null,
    startTime: view.sees('startTime') ? instance.started : '',
    endTime: view.sees('endTime') ? instance.ended : null,
    description: view.sees('description') ? instance.description : null,
    subject,
    xml: drawn.xml,
    picture: await drawn.picture(),
    marks,
    flows,
  }
}

async function marksOf(tx: Transaction, caller: Caller, id: string): Promise<ProcessTrack['marks']> {
  const [nodes, people] = await Promise.all([
    tx.all(
      build
        .selectFrom('process_activities')
        .select(['node', sql<number>`count(*) filter (where member is null)::integer`.as('times')])
        .select(
          sql<ProcessTrack['marks'][number]['state']>`case when bool_or(activity_state = 'failed') then 'failed'
            when bool_or(activity_state = 'active') then 'active' when bool_or(activity_state = 'done') then 'done'
            when bool_or(activity_state = 'cancelled') then 'cancelled' else 'undone' end`.as('state'),
        )
        .where('instance_id', '=', id)
        .groupBy('node'),
    ),
    seesPeople(caller) ? tx.all(peopleOf(caller, id)) : [],
  ])
  const at = Map.groupBy(people, ({ node }) => node)
  return nodes.map(({ node, state, times }) => ({
    node,
    state,
    times,
    people: (at.get(node) ?? []).slice(0, MAX_PEOPLE).map(({ who }) => who),
  }))
}

/** Who has the tasks of each node; where none is open, who did them last. */
const peopleOf = (caller: Caller, id: string) =>
  typedAs<{ node: string; who: string }>(
    build
      .with('last', (query) =>
        query
          .selectFrom('process_tasks as task')
          .select(['task.node', 'task.tenant_id'])
          .select(sql<string>`case when task.task_state = 'open' then task.assignee_id else task.ended_by end`.as('person'))
          .select(sql<number>`rank() over (partition by task.node order by task.task_state = 'open' desc, task.activity desc)`.as('place'))
          .where('task.instance_id', '=', id)
          .where('task.task_state', 'in', ['open', 'done']),
      )
      .selectFrom('last')
      .innerJoin('users as person', (on) => on.onRef('person.tenant_id', '=', 'last.tenant_id').onRef('person.id', '=', 'last.person'))
      .where('last.place', '=', 1)
      .select(['last.node', personIn(caller, 'person').as('who')])
      .distinct()
      .orderBy('last.node')
      .orderBy('who')
      .limit(1000),
  )

/** Flows that a token has taken, and that nobody has taken back: those between a passage and what it came from. */
async function flowsOf(tx: Transaction, { model }: DrawnDefinition, id: string): Promise<string[]> {
  const [passed, joined] = await Promise.all([
    tx.all(
      build
        .selectFrom('process_activities as activity')
        .innerJoin('process_activities as cause', (on) =>
          on
            .onRef('cause.tenant_id', '=', 'activity.tenant_id')
            .onRef('cause.instance_id', '=', 'activity.instance_id')
            .on(sql<boolean>`cause.number = any(activity.causes)`),
        )
        .select(['cause.node as from', 'activity.node as to'])
        .distinct()
        .where('activity.instance_id', '=', id)
        .where('activity.activity_state', '<>', 'undone'),
    ),
    tx.all(
      build
        .selectFrom('process_activities as activity')
        .select(sql<string>`jsonb_array_elements(activity.took) ->> 'flow'`.as('flow'))
        .distinct()
        .where('activity.instance_id', '=', id)
        .where('activity.activity_state', '<>', 'undone')
        .where('activity.took', 'is not', null),
    ),
  ])
  const pairs = new Set(passed.map(({ from, to }) => `${from} ${to}`))
  const taken = new Set(joined.map(({ flow }) => flow))
  return model.definition.flows.filter((flow) => pairs.has(`${flow.from} ${flow.to}`) || taken.has(flow.id)).map((flow) => flow.id)
}
