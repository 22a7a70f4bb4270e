/** Tasks that are late: somebody is reminded, others are asked, or it is decided as the model says. */
import * as z from 'zod/mini'
import { sql } from 'kysely'
import type { DueWork } from '../kernel/runtime/scheduler-runner.ts'
import { newId } from '../kernel/ids.ts'
import type { EngineParts } from './engine/parts.ts'
import { notifyListeners } from './engine/listeners.ts'
import { receiversOf } from './engine/receivers.ts'
import type { Held } from './engine/held.ts'
import type { TaskRow } from './engine/rows.ts'
import type { Opened } from './engine/run.ts'
import { conclude, open } from './engine/run.ts'
import { approve, reject, scheduleLateAct, settingsOf } from './engine/user-tasks.ts'
import { rest } from './rest.ts'
import { statement } from './statement.ts'

const payloadOf = z.object({ task: z.string(), index: z.int(), since: z.string() })

/** Does what the model says of a late task, and plans what it says next. */
export async function lateTask(parts: EngineParts, work: DueWork): Promise<void> {
  const { task: id, index, since } = z.parse(payloadOf, work.payload)
  await parts.transactions.inTenant({ tenantId: work.tenantId, operationId: newId() }, async (tx) => {
    const opened = await open(tx, parts, { task: id }, { taskId: id }, { history: true })
    const task = opened?.held.tasks.get(id)
    const state = opened?.held.changes.instance_state
    if (opened && task && state === 'running' && isOpen(task)) return beLate(opened, task, index, since, work)
    await work.finish(tx)
    if (task && state === 'suspended' && isOpen(task)) await rest(tx, work)
  })
}

const isOpen = ({ task_state }: TaskRow) => task_state === 'open' || task_state === 'waiting'

async function beLate(opened: Opened, task: TaskRow, index: number, since: string, due: DueWork): Promise<void> {
  const { held, work } = opened
  const { unit, tx } = work
  const late = settingsOf(held, task.node).late ?? []
  const act = late[index]
  // Before what is planned next, which has the same key.
  await due.finish(tx)
  if (act === undefined) return
  notifyListeners(unit, held, task.node, 'timeout', task.activity)
  if (act.do === 'approve' || act.do === 'reject') {
    unit.changeTask(held, task, {
      task_state: 'done',
      outcome: act.do === 'approve' ? 'approved' : 'rejected',
      end_time: new Date(unit.now.now).toISOString(),
    })
    if (act.do === 'approve') approve(unit, held, task.activity)
    else reject(unit, held, task.activity, null)
  } else if (act.do === 'remind') {
    unit.changes.domainEvents.push({ kind: 'task-late', subject: task.id, payload: { id: task.id, instanceId: held.id } })
    const receivers =
      task.assignee_id === null
        ? await receiversOf(work, held, task.node, held.definition.rules.tasks[task.node]?.people ?? [])
        : { userIds: [task.assignee_id], roleIds: [], organisationIds: [] }
    await work.parts.inform(tx, receivers, { what: 'late', name: task.name, instance: held.name })
  } else
    await askOthers(
      opened,
      held,
      task,
      act.do === 'transfer' ? (held.definition.rules.tasks[task.node]?.late?.[index]?.to ?? []) : held.definition.rules.managers,
    )
  const next = late[index + 1]
  if (next !== undefined && held.isOpen && isOpen(held.tasks.get(task.id) ?? { ...task, task_state: 'done' }))
    scheduleLateAct(unit, task.id, since, index + 1, next.after)
  await conclude(opened, { command: 'late', taskId: task.id, activity: task.activity, data: { act: act.do } })
}

/** Those who are named instead have it or can take it, and nobody else, whoever had it or could take it before. */
async function askOthers({ work }: Opened, held: Held, task: TaskRow, rules: Held['definition']['rules']['managers']): Promise<void> {
  const { group, ...settings } = settingsOf(held, task.node)
  const isMember = task.member !== null
  const question = { node: task.node, rules, settings: { ...settings, ...(isMember ? { group: group ?? ALL } : {}) }, about: held.about() }
  const [answer] = await work.parts.people.whoIsAsked(work.tx, [question])
  if (answer === undefined || 'skip' in answer) return
  const { asked, owners } = answer
  const assigneeId = isMember ? placeFor(held, task, answer.members ?? []) : answer.assigneeId
  if (isMember && assigneeId === undefined) return
  const owner_id = owners?.get(assigneeId ?? '') ?? null
  work.unit.changeTask(held, task, { assignee_id: assigneeId ?? null, owner_id, delegation_state: null, claim_time: null })
  if (isMember) return
  // Before those of the step are written: one may be the same as before.
  await work.tx.run(statement(sql`delete from process_task_people where task_id = ${task.id}::uuid`))
  for (const { kind, id, within } of asked)
    work.unit.changes.people.push({
      task_id: task.id,
      person_kind: kind,
      person_id: id,
      within_org: within ?? null,
      is_free: assigneeId === undefined,
    })
  if (assigneeId === undefined) work.unit.publishGiven(held, task)
}

const ALL = { mode: 'all' } as const

/** Of a group each has a place of their own: the first of these who is not in it. Where all are, the place stays with whoever has it. */
function placeFor(held: Held, task: TaskRow, people: readonly string[]): string | undefined {
  const others = held.tasksOf(task.activity).filter(({ id, task_state }) => id !== task.id && task_state !== 'cancelled')
  return people.find((id) => id !== task.assignee_id && !others.some(({ assignee_id, owner_id }) => assignee_id === id || owner_id === id))
}
