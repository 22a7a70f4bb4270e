/** Asks anew who can do a task: whoever was asked has gone, or cannot any more. The rules of the model decide as they do when a task begins. */
import type { TaskSettings } from '../../../model/workflow/settings.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Held } from '../engine/held.ts'
import type { EngineParts } from '../engine/parts.ts'
import type { Opened } from '../engine/run.ts'
import { conclude, open } from '../engine/run.ts'
import type { TaskRow } from '../engine/rows.ts'
import { receiversOf } from '../engine/receivers.ts'
import { approve, reject, settingsOf } from '../engine/user-tasks.ts'
import { barredIds } from '../people/barred.ts'
import type { TaskAnswer, TaskQuestion } from '../people.ts'
import { statement } from '../statement.ts'
import { substitutionFor } from './stand-in.ts'
import { ableFor, isAble, isUsable } from './unable.ts'

/**
 * Finds somebody for a task that nobody can do; one that somebody can do stays as it is, and so does one of a suspended instance: where nobody is asked, the
 * model may let it go on by itself. Gives whether something was done.
 */
export async function reask(tx: Transaction, parts: EngineParts, taskId: string): Promise<boolean> {
  const opened = await open(tx, parts, { task: taskId }, { taskId })
  const task = opened?.held.tasks.get(taskId)
  if (!opened || !task || opened.held.changes.instance_state !== 'running' || (task.task_state !== 'open' && task.task_state !== 'waiting'))
    return false
  // Judged again under the lock: meanwhile somebody may have acted, or come back.
  if (await isAble(tx, taskId, barredAt(opened.held, task))) return false
  await giveToSomebody(opened, task)
  await conclude(opened, { command: 'reassign', taskId, activity: task.activity, data: { from: task.assignee_id, owner: task.owner_id } })
  return true
}

const barredAt = (held: Held, { node }: TaskRow): string[] => barredIds({ settings: settingsOf(held, node), about: held.about() })

async function giveToSomebody(opened: Opened, task: TaskRow): Promise<void> {
  const { work, held } = opened
  const { unit, tx } = work
  const nobodys = { assignee_id: null, owner_id: null, delegation_state: null, claim_time: null } as const
  // Whoever asked somebody else has it again.
  if (task.owner_id !== null && (await isUsable(tx, task.owner_id))) {
    unit.changeTask(held, task, { ...nobodys, ...(await given(opened, task, task.owner_id)) })
    return
  }
  const able = await ableFor(tx, task.id, barredAt(held, task))
  const [only] = able
  // Whoever took it from a pool, and has asked others beside, has left it to the pool.
  if (task.added_by === null && only !== undefined) {
    const isAlone = able.length === 1
    unit.changeTask(held, task, { ...nobodys, ...(isAlone ? await given(opened, task, only) : {}) })
    unit.changes.peopleFree.set(task.id, !isAlone)
    if (!isAlone) unit.publishGiven(held, task)
    return
  }
  const [answer] = await work.parts.people.whoIsAsked(tx, [questionAbout(held, task)])
  if (!answer) return
  await take(opened, task, answer)
  // Somebody else decides now than the model meant, which whoever manages the process is to know.
  if (!('skip' in answer) && answer.instead !== undefined) {
    const managers = await receiversOf(work, held, task.node, held.definition.rules.managers)
    await work.parts.inform(tx, managers, { what: 'reassigned', name: task.name, instance: held.name })
  }
}

/** Whom it is given to: whoever stands in for somebody who is away. */
async function given(opened: Opened, task: TaskRow, userId: string): Promise<Pick<TaskRow, 'assignee_id' | 'owner_id'>> {
  const substitution = await substitutionFor(opened.work.tx, opened, task, userId)
  const to = substitution.is === 'away' ? substitution.deputyId : userId
  return { assignee_id: to, owner_id: to === userId ? null : userId }
}

/** Of people who decide together one has gone: whoever stands in for them is asked, and not the whole group anew. */
function questionAbout(held: Held, task: TaskRow): TaskQuestion {
  const settings = settingsOf(held, task.node)
  const about = held.about()
  if (task.member === null) return { node: task.node, rules: held.definition.rules.tasks[task.node]?.people ?? [], settings, about }
  const alone: TaskSettings = {
    ...settings,
    group: undefined,
    pick: undefined,
    whenNobody: settings.whenNobody === 'people' ? 'people' : 'managers',
  }
  return { node: task.node, rules: [], settings: alone, about }
}

async function take({ work, held }: Opened, task: TaskRow, answer: TaskAnswer): Promise<void> {
  const { unit, tx } = work
  if ('skip' in answer) {
    unit.changeTask(held, task, { task_state: 'done', outcome: 'skipped', end_time: new Date(unit.now.now).toISOString() })
    if (answer.skip === 'approved') approve(unit, held, task.activity)
    else reject(unit, held, task.activity, null)
    return
  }
  // Before those of the step are written: one may be the same as before.
  await tx.run(statement(sql`delete from process_task_people where task_id = ${task.id}::uuid`))
  const assigneeId = answer.assigneeId ?? null
  unit.changeTask(held, task, {
    assignee_id: assigneeId,
    owner_id: answer.owners?.get(assigneeId ?? '') ?? null,
    delegation_state: null,
    claim_time: null,
  })
  for (const { kind, id, within } of answer.asked)
    unit.changes.people.push({
      task_id: task.id,
      person_kind: kind,
      person_id: id,
      within_org: within ?? null,
      is_free: assigneeId === null,
    })
  if (assigneeId === null && answer.asked.length > 0) unit.publishGiven(held, task)
}
