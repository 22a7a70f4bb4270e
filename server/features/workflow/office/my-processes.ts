/** Instances as those who have to do with them see them: what became of each, and who has it now. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import * as contract from '../../../../model/contract/workflow/office.ts'
import { processDefinitions, processInstances, processTasks } from '../../../../model/index.ts'
import { startedProcessList } from '../../../../model/lists/personal.ts'
import { formats } from '../../../exchange/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'
import { contains } from '../../../kernel/resources/select.ts'
import { personIn } from '../../../kernel/resources/people.ts'
import { inRange, isOfStatus, orderedPage } from '../../../workflow/index.ts'
import { candidateNames } from '../shared/candidate-names.ts'
import type { PersonalList } from '../shared/personal-lists.ts'
import { answerFile, answerPage } from '../shared/personal-lists.ts'
import { maybeWireTimeOf, wireTimeOf } from '../shared/seen-instance.ts'

/** People who are named at one task. */
const MAX_PEOPLE = 10

/** What is looked for in one's own processes; what is absent is not looked at. */
type Filters = Omit<z.output<typeof contract.queryMyProcess.input>, 'sorter' | 'currentPage' | 'pageSize'>

/** Instances that the caller has started, and the order and the filters in which they are found. */
export const startedProcesses: PersonalList<Filters, contract.MyProcess> = {
  of: startedProcessList,
  find: (tx, caller, filters, order, part) =>
    orderedPage(
      tx,
      {
        indexed: 'startTime',
        first: (most, towards) => sql`select instance.id, instance.created_at as at from process_instances instance
          where instance.starter_id = ${caller.userId}::uuid and instance.parent_id is null ${matching(caller, filters)}
          order by instance.created_at ${towards}, instance.id ${towards} limit ${most}`,
        orders: {
          name: 'instance.name',
          endTime: 'instance.end_time',
          businessNumber: 'instance.business_number',
          processDefinitionName: 'definition.name',
        },
        joined: sql`join process_instances instance on instance.id = found.id
          join process_definitions definition on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id`,
      },
      order,
      part,
    ),
  read: myProcesses,
  cells: ({ open, isSuspended, hasIncident, rangeStart, rangeEnd }, t) => ({
    waitsFor: open
      .map(({ name, people }) => [name, people.join(t('common.between'))].filter(Boolean).join(' · '))
      .join(t('common.between')),
    attention: hasIncident ? t('my-process.has-incident') : isSuspended ? t('my-process.suspended') : null,
    period: [rangeStart, rangeEnd].filter(Boolean).join(' – '),
  }),
}

export const queryMyProcess = implement(contract.queryMyProcess, {
  access: 'signed-in',
  of: processInstances,
  summary: 'Instances that the caller has started, the newest first where nothing else is asked for',
  handle: (call) => answerPage(call, startedProcesses, call.input),
})

export const exportMyProcess = implement(contract.exportMyProcess, {
  access: 'signed-in',
  of: processInstances,
  reads: true,
  file: formats.xlsx.type,
  summary: 'Instances that the caller has started, as .xlsx or CSV, with what they see of them',
  handle: (call) => answerFile(call, startedProcesses, call.input),
})

/** A name is looked for in the numbers as well, by those who see these. */
function matching(
  caller: Caller,
  { name, description, businessNumber, processDefinitionName, processStatus, ...times }: Filters,
): RawBuilder<unknown> {
  const named = [
    sql.ref('instance.name'),
    ...(viewOf(caller, startedProcessList).sees('businessNumber') ? [sql.ref('instance.business_number')] : []),
  ]
  const definition = processDefinitionName
    ? [
        sql`and instance.definition_id in (select definition.id from process_definitions definition where ${contains([sql.ref('definition.name')], processDefinitionName)})`,
      ]
    : []
  return sql.join(
    [
      ...(name ? [sql`and ${contains(named, name)}`] : []),
      ...(description ? [sql`and ${contains([sql.ref('instance.description')], description)}`] : []),
      ...(businessNumber ? [sql`and ${contains([sql.ref('instance.business_number')], businessNumber)}`] : []),
      ...definition,
      ...(processStatus ? [sql`and ${isOfStatus(processStatus)}`] : []),
      inRange('instance.start_time', times.startTimeStart, times.startTimeEnd),
      inRange('instance.end_time', times.endTimeStart, times.endTimeEnd),
    ],
    sql` `,
  )
}

/** The instances in the order of the ids, without what the caller's roles hide of them. Whether they concern the caller was asked before. */
export async function myProcesses(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<contract.MyProcess[]> {
  if (ids.length === 0) return []
  const [rows, open] = await Promise.all([tx.all(rowsOf(ids)), openTasks(tx, caller, ids)])
  const [view, ofDefinitions] = [viewOf(caller, processInstances), viewOf(caller, processDefinitions)]
  const seen = <Value>(field: string, value: Value): Value | null => (view.sees(field) ? value : null)
  return rows.map((row) => ({
    id: row.id,
    name: seen('name', row.name) ?? '',
    businessNumber: seen('businessNumber', row.business_number),
    processDefinitionId: row.definition_id,
    processDefinitionName: view.sees('definitionId') && ofDefinitions.sees('name') ? row.definition : '',
    category: ofDefinitions.sees('category') ? row.category : null,
    processStatus: seen('processStatus', row.outcome ?? 'running'),
    isSuspended: seen('instanceState', row.instance_state === 'suspended'),
    hasIncident: seen('hasIncident', row.has_incident),
    startTime: seen('startTime', row.started) ?? '',
    endTime: seen('endTime', row.ended),
    description: seen('description', row.description),
    rangeStart: seen('rangeStart', row.range_start_text),
    rangeEnd: seen('rangeEnd', row.range_end_text),
    open: open.get(row.id) ?? [],
  }))
}

const rowsOf = (ids: readonly string[]) =>
  build
    .selectFrom('process_instances as instance')
    .innerJoin('process_definitions as definition', (on) =>
      on.onRef('definition.tenant_id', '=', 'instance.tenant_id').onRef('definition.id', '=', 'instance.definition_id'),
    )
    .select(['instance.id', 'instance.name', 'instance.business_number', 'instance.definition_id', 'instance.outcome'])
    .select(['instance.instance_state', 'instance.description', 'definition.name as definition', 'definition.category'])
    .select([
      wireTimeOf('instance.start_time').as('started'),
      maybeWireTimeOf('instance.end_time').as('ended'),
      maybeWireTimeOf('instance.range_start').as('range_start_text'),
      maybeWireTimeOf('instance.range_end').as('range_end_text'),
      sql<boolean>`exists (select from process_incidents incident where incident.tenant_id = instance.tenant_id
        and incident.instance_id = instance.id and incident.resolved_at is null)`.as('has_incident'),
    ])
    .where(sql<boolean>`instance.id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], instance.id)`)

/** Tasks that are open in the instances, and in what these have called, each with who has it or can take it. */
async function openTasks(
  tx: Transaction,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, contract.MyProcess['open']>> {
  const ofTasks = viewOf(caller, processTasks)
  const rows = await tx.all(
    build
      .selectFrom('process_tasks as task')
      .innerJoin('process_instances as instance', (on) =>
        on.onRef('instance.tenant_id', '=', 'task.tenant_id').onRef('instance.id', '=', 'task.instance_id'),
      )
      .leftJoin('users as person', (on) => on.onRef('person.tenant_id', '=', 'task.tenant_id').onRef('person.id', '=', 'task.assignee_id'))
      .select([
        'task.id',
        'task.name',
        'task.assignee_id',
        'instance.root_id',
        personIn(caller, 'person').as('who'),
        wireTimeOf('task.created_at').as('since'),
      ])
      .where(sql<boolean>`instance.root_id = any(${ids}::uuid[])`)
      .where('task.task_state', '=', 'open')
      .orderBy('task.created_at')
      .orderBy('task.member')
      .limit(1000),
  )
  const free = rows.filter(({ assignee_id: assignee }) => assignee === null).map(({ id }) => id)
  const candidates = await candidateNames(tx, caller, free)
  const merged = new Map<string, Map<string, { name: string; people: string[]; since: string }>>()
  for (const { id, name, root_id: root, assignee_id: assignee, who, since } of rows) {
    const ofRoot = merged.get(root) ?? new Map<string, { name: string; people: string[]; since: string }>()
    merged.set(root, ofRoot)
    const key = `${name} ${since}`
    const task = ofRoot.get(key) ?? { name: ofTasks.sees('name') ? name : '', people: [], since }
    ofRoot.set(key, task)
    const people = assignee === null ? (candidates.get(id) ?? []) : who !== null && ofTasks.sees('assigneeId') ? [who] : []
    task.people.push(...people.filter((one) => !task.people.includes(one)).slice(0, MAX_PEOPLE - task.people.length))
  }
  return new Map([...merged].map(([root, tasks]) => [root, [...tasks.values()]]))
}
