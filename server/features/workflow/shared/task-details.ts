/** A task with what whoever manages tasks looks at: who can take it, what the instance says, what was done and said. */
import { sql } from 'kysely'
import type { PersonalTask, ProcessRecord, TaskDetails } from '../../../../model/contract/workflow/tasks.ts'
import * as contract from '../../../../model/contract/workflow/tasks.ts'
import { historicTasks, organisations, posts, processInstances, processTasks, roles } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import type { ProcessStatus } from '../../../../model/workflow/process-instances.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personBehind, personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { hiddenVariables } from './hidden-variables.ts'
import { maybeWireTimeOf, wireTimeOf } from './seen-instance.ts'

/** Of one instance: the newest steps; a page that shows more is read by nobody. */
const MAX_RECORD = 1000
const MAX_VARIABLES = 500

const detailing = (declared: typeof contract.queryTaskDetails, of: Resource, summary: string) =>
  implement(declared, {
    access: 'granted',
    summary,
    of,
    handle: ({ input: { taskId }, caller, inTenant }) => inTenant((tx) => detailsOf(tx, caller, of, taskId)),
  })

export const queryTaskDetails = detailing(
  contract.queryTaskDetails,
  processTasks,
  'A task with those who can take it, the variables and the record of its instance',
)
export const queryHistoricTaskDetails = detailing(
  contract.queryHistoricTaskDetails,
  historicTasks,
  'A past task with the variables and the record of its instance',
)

/** @throws Failure `row.not-found` */
async function detailsOf(tx: Transaction, caller: Caller, of: Resource, id: string): Promise<TaskDetails> {
  const row = await readTask(tx, caller, id)
  if (row.hidden_at !== null && (row.task_state === 'done' || row.task_state === 'cancelled')) fail('row.not-found')
  const [hidden, candidates, record] = await Promise.all([
    hiddenVariables(tx, caller, row.root_id),
    candidatesOf(tx, caller, id),
    recordOf(tx, caller, row.instance_id),
  ])
  const variables = await tx.all(
    build
      .selectFrom('process_variables')
      .select(['name', 'variable_type as type', sql<unknown>`value`.as('value')])
      .where('instance_id', '=', row.instance_id)
      .where('scope', '=', 0)
      .where(sql<boolean>`name <> all(${hidden}::text[]) and not starts_with(name, '_')`)
      .orderBy('name')
      .limit(MAX_VARIABLES),
  )
  return { task: seenTask(row, caller, of), candidates, variables, record: record.list, recordEarlier: record.earlier }
}

type Row = Awaited<ReturnType<typeof readTask>>
const readTask = (tx: Transaction, caller: Caller, id: string) => tx.first(taskOf(caller, id)).then((row) => row ?? fail('row.not-found'))

const taskOf = (caller: Caller, id: string) =>
  build
    .selectFrom('process_tasks as task')
    .innerJoin('process_instances as instance', (on) =>
      on.onRef('instance.tenant_id', '=', 'task.tenant_id').onRef('instance.id', '=', 'task.instance_id'),
    )
    .leftJoin('process_definitions as definition', (on) =>
      on.onRef('definition.tenant_id', '=', 'instance.tenant_id').onRef('definition.id', '=', 'instance.definition_id'),
    )
    .select([
      'task.id',
      'task.name',
      'task.task_state',
      'task.delegation_state',
      'task.outcome',
      'task.priority',
      'task.instance_id',
      'task.hidden_at',
    ])
    .select(sql<ProcessStatus>`coalesce(instance.outcome, 'running')`.as('process_status'))
    .select(['instance.root_id', 'instance.name as instance_name', 'instance.business_number', 'instance.description'])
    .select(['instance.definition_id', 'definition.name as definition_name'])
    .select([
      personBehind(caller, 'task', 'assignee_id').as('assignee'),
      personBehind(caller, 'task', 'owner_id').as('owner'),
      personBehind(caller, 'instance', 'starter_id').as('starter'),
      wireTimeOf('task.created_at').as('created'),
      maybeWireTimeOf('task.claim_time').as('claimed'),
      maybeWireTimeOf('task.due_time').as('due'),
      maybeWireTimeOf('task.end_time').as('ended'),
      maybeWireTimeOf('instance.range_start').as('range_start'),
      maybeWireTimeOf('instance.range_end').as('range_end'),
    ])
    .where('task.id', '=', id)

function seenTask(row: Row, caller: Caller, of: Resource): PersonalTask {
  const view = viewOf(caller, of)
  const namesPeople = seesPeople(caller)
  const seen = <Value>(field: string, value: Value): Value | null => (view.sees(field) ? value : null)
  const person = (field: string, name: string | null) => (namesPeople ? seen(field, name) : null)
  const ofInstances = viewOf(caller, processInstances)
  return {
    id: row.id,
    name: seen('name', row.name) ?? '',
    assignee: person('assigneeId', row.assignee),
    owner: person('ownerId', row.owner),
    taskState: row.task_state,
    delegationState: seen('delegationState', row.delegation_state),
    outcome: seen('outcome', row.outcome),
    createTime: row.created,
    claimTime: seen('claimTime', row.claimed),
    dueTime: seen('dueTime', row.due),
    endTime: seen('endTime', row.ended),
    priority: seen('priority', row.priority) ?? 0,
    processInstanceId: row.instance_id,
    processInstanceName: seen('processInstanceName', row.instance_name) ?? '',
    businessNumber: seen('businessNumber', row.business_number),
    processStatus: ofInstances.sees('processStatus') ? row.process_status : null,
    processDefinitionId: row.definition_id,
    processDefinitionName: seen('processDefinitionName', row.definition_name) ?? '',
    starter: namesPeople && ofInstances.sees('starterId') ? row.starter : null,
    description: seen('description', row.description),
    rangeStart: seen('rangeStart', row.range_start),
    rangeEnd: seen('rangeEnd', row.range_end),
  }
}

async function candidatesOf(tx: Transaction, caller: Caller, taskId: string): Promise<TaskDetails['candidates']> {
  const rows = await tx.all(
    build
      .selectFrom('process_task_people as person')
      .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'person.tenant_id').onRef('users.id', '=', 'person.person_id'))
      .leftJoin('roles', (on) => on.onRef('roles.tenant_id', '=', 'person.tenant_id').onRef('roles.id', '=', 'person.person_id'))
      .leftJoin('posts', (on) => on.onRef('posts.tenant_id', '=', 'person.tenant_id').onRef('posts.id', '=', 'person.person_id'))
      .leftJoin('organisations', (on) =>
        on.onRef('organisations.tenant_id', '=', 'person.tenant_id').onRef('organisations.id', '=', 'person.person_id'),
      )
      .select(['person.person_kind', personIn(caller, 'users').as('who'), 'roles.role_name', 'posts.post_name', 'organisations.org_name'])
      .where('person.task_id', '=', taskId)
      .limit(MAX_VARIABLES),
  )
  const sees = {
    user: seesPeople(caller),
    role: viewOf(caller, roles).sees('roleName'),
    post: viewOf(caller, posts).sees('postName'),
    organisation: viewOf(caller, organisations).sees('orgName'),
  }
  return rows
    .filter(({ person_kind: kind }) => sees[kind])
    .map((row) => ({ kind: row.person_kind, name: row.who ?? row.role_name ?? row.post_name ?? row.org_name ?? '' }))
    .filter(({ name }) => name !== '')
}

/** Steps of an instance, the oldest first, and how many came before them. */
interface InstanceRecord {
  readonly list: ProcessRecord[]
  readonly earlier: number
}

/** Returns what was done to an instance that the caller may see: the newest steps, and how many there are before. @param most How many steps at the most */
export async function recordOf(tx: Transaction, caller: Caller, instanceId: string, most = MAX_RECORD): Promise<InstanceRecord> {
  const rows = await tx.all(
    build
      .selectFrom('process_events as event')
      .leftJoin('process_tasks as task', (on) => on.onRef('task.tenant_id', '=', 'event.tenant_id').onRef('task.id', '=', 'event.task_id'))
      .leftJoin('users as actor', (on) => on.onRef('actor.tenant_id', '=', 'event.tenant_id').onRef('actor.id', '=', 'event.actor_id'))
      .leftJoin('users as whose', (on) => on.onRef('whose.tenant_id', '=', 'event.tenant_id').onRef('whose.id', '=', 'event.acted_for_id'))
      .select([
        'event.step_number',
        'event.command',
        'event.comment',
        'task.name',
        personIn(caller, 'actor').as('actor'),
        personIn(caller, 'whose').as('whose'),
      ])
      .select([wireTimeOf('event.happened_at').as('time'), sql<string | null>`event.data ->> 'signature'`.as('signature')])
      .select(
        sql<
          { id: string; fileName: string }[] | null
        >`(select jsonb_agg(jsonb_build_object('id', attached.id, 'fileName', attached.file_name) order by attached.id)
          from process_attachments attached where attached.tenant_id = event.tenant_id and attached.instance_id = event.instance_id
            and attached.step_number = event.step_number)`.as('attachments'),
      )
      .select(
        sql<number>`(select count(*)::integer from process_events counted where counted.instance_id = ${instanceId}::uuid)`.as('total'),
      )
      .where('event.instance_id', '=', instanceId)
      .orderBy('event.step_number', 'desc')
      .limit(most),
  )
  const namesPeople = seesPeople(caller)
  const list = rows.reverse().map((row) => ({
    step: row.step_number,
    command: row.command,
    userId: namesPeople ? row.actor : null,
    actedFor: namesPeople ? row.whose : null,
    taskName: row.name,
    fullMessage: row.comment,
    signature: contract.SIGNATURES.find((one) => one === row.signature) ?? null,
    attachments: row.attachments ?? [],
    time: row.time,
  }))
  return { list, earlier: (rows[0]?.total ?? 0) - rows.length }
}
