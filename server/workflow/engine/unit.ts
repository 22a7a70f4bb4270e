/**
 * What one transaction does to an outermost instance and all below it: commands go to the pure core, and what changed is gathered for the one statement
 * that stores it. Nothing here asks the database.
 */
import { newId } from '../../kernel/ids.ts'
import type { Command, Thrown } from '../../../model/workflow/core/commands.ts'
import type { Activity, Wait } from '../../../model/workflow/core/state.ts'
import { isOpen } from '../../../model/workflow/core/state.ts'
import { step } from '../../../model/workflow/core/step.ts'
import { migrate as moved } from '../../../model/workflow/core/migrate.ts'
import type { InstanceOutcome } from '../../../model/workflow/process-instances.ts'
import type { StoredValue } from '../tables.ts'
import type { Chain } from './chain.ts'
import { UNCHAINED } from './chain.ts'
import type { ListenerService } from './listener-service.ts'
import { Held } from './held.ts'
import type { Acting } from './kept-instance.ts'
import { keepInstance, passageRow } from './kept-instance.ts'
import type { Definition } from './definitions.ts'
import type { InstanceRow, TaskRow, WaitRow } from './rows.ts'
import { Changes } from './rows.ts'
import type { Clock } from '../../../model/workflow/variables.ts'
import type { WorkingTime } from '../../../model/workflow/working-time.ts'
import { waitRow } from './waits.ts'

export interface Begun {
  readonly held: Held
  readonly activity: number
}

export class Unit {
  readonly held = new Map<string, Held>()
  readonly changes = new Changes()
  readonly now: Clock
  readonly acting: Acting
  /** What began and is not seen to yet: tasks, services, called processes. */
  readonly begun: Begun[] = []
  readonly thrown: { readonly held: Held; readonly thrown: Thrown }[] = []
  /** Nodes that were done and send copies, which leave once the step is written. */
  readonly copies: { readonly held: Held; readonly node: string; readonly taskId?: string | undefined }[] = []
  /** Services at moments of tasks and of the process; tasks that somebody has from now on; instances that are over. */
  readonly dueListeners: ListenerService[] = []
  readonly assigned: { readonly held: Held; readonly task: TaskRow }[] = []
  readonly over: Held[] = []
  /** Instances that have ended and were called by another one. */
  readonly ended: Held[] = []
  /** Of the tenant, once a task has been opened that is due by it. */
  workingTime: WorkingTime | undefined
  /** Passages that this transaction has begun. */
  passed = 0
  /** How far instances have set one another going up to this step. */
  chain: Chain = UNCHAINED
  /** By the first of a chain, instances that it has set going in the last hour, with those of this step; read once. */
  readonly setGoing = new Map<string, number>()

  constructor(now: Clock, acting: Acting) {
    this.now = now
    this.acting = acting
  }

  add(row: InstanceRow, definition: Definition, isNew: boolean): Held {
    const held = new Held(row, definition, this.now, isNew)
    this.held.set(held.id, held)
    held.isTouched = isNew
    return held
  }

  childOf(instance: string, activity: number): Held | undefined {
    return [...this.held.values()].find(
      ({ row, isOpen: goesOn }) => row.parent_id === instance && row.parent_activity === activity && goesOn,
    )
  }

  /** @throws CommandError where the command does not fit the state */
  obey(held: Held, command: Command, stopped?: { readonly kind: string; readonly detail: StoredValue }): void {
    const before = held.state
    const done = step(held.definition.graph, held.state, command, held.variables.surroundings)
    held.state = done.state
    held.isTouched = true
    for (const activity of done.difference.activities) this.#note(held, activity, before.activities.has(activity.id))
    for (const wait of done.difference.goneWaits) this.#stopWaiting(held, wait)
    for (const wait of done.difference.newWaits) this.#wait(held, wait)
    this.begun.push(...done.begun.map(({ id }) => ({ held, activity: id })))
    this.thrown.push(...done.thrown.map((thrown) => ({ held, thrown })))
    for (const { activity, incident } of done.incidents)
      this.incident(held, stopped?.kind ?? incident, activity, undefined, stopped?.detail)
    if (done.state.outcome === 'ended') this.end(held, outcomeOf(held), null)
    else if (done.state.outcome === 'terminated' && held.isOpen) this.end(held, 'terminated', null)
  }

  /** Stops a passage by an incident that says what it is. */
  fail(held: Held, activity: number, kind: string, detail: StoredValue): void {
    this.obey(held, { do: 'fail', activity }, { kind, detail })
  }

  /** Ends an instance whatever goes on in it, and all that it has called. */
  terminate(held: Held, outcome: InstanceOutcome, reason: string | null): void {
    if (held.state.outcome !== 'running') return
    this.end(held, outcome, reason)
    this.obey(held, { do: 'terminate' })
  }

  end(held: Held, outcome: InstanceOutcome, reason: string | null): void {
    if (!held.isOpen) return
    held.isTouched = true
    held.changes = { instance_state: 'ended', outcome, end_reason: reason }
    for (const task of held.tasks.values()) this.cancelTask(held, task, null)
    for (const { id } of held.incidents.values()) this.resolve(held, id, null)
    this.over.push(held)
    this.changes.domainEvents.push({ kind: 'process-ended', subject: held.id, payload: { id: held.id, outcome } })
    if (held.row.parent_id !== null) this.ended.push(held)
  }

  /** @throws VariableError */
  setVariables(held: Held, values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) held.variables.set(name, value)
    held.isTouched = true
  }

  changeTask(held: Held, task: TaskRow, changes: Partial<TaskRow>): TaskRow {
    const changed = { ...task, ...changes }
    held.tasks.set(task.id, changed)
    const isNew = this.changes.newTasks.has(task.id)
    const row = { ...changed, instance_id: held.id }
    const claims = task.claim_time === null && changed.claim_time !== null
    const unclaims = task.claim_time !== null && changed.claim_time === null
    if (isNew) this.changes.newTasks.set(task.id, row)
    else
      this.changes.tasks.set(task.id, {
        ...this.changes.tasks.get(task.id),
        ...row,
        ...(claims ? { claims } : {}),
        ...(unclaims ? { unclaims } : {}),
      })
    held.isTouched = true
    const { assignee_id } = changed
    if (assignee_id !== null && assignee_id !== task.assignee_id) this.assigned.push({ held, task: changed })
    if (!isNew && assignee_id !== null && assignee_id !== task.assignee_id && assignee_id !== this.acting.userId && !isDecided(changed))
      this.publishGiven(held, changed)
    if (isDecided(changed) && !isDecided(task)) {
      this.changes.peopleGone.add(task.id)
      this.changes.peopleFree.delete(task.id)
      if (changed.due_time !== null) this.changes.cancel('process-late', task.id)
      if (changed.task_state === 'done') held.done.push(changed)
      this.changes.domainEvents.push({ kind: 'task-ended', subject: task.id, payload: { id: task.id, instanceId: held.id } })
    }
    return changed
  }

  /**
   * Lets those know who can act on a task that is there already and was none of theirs: by name, as every change of the assignee does by itself, or as
   * people of whom one can take it. @param to The one of them for whom it is new
   */
  publishGiven(held: Held, { id }: Pick<TaskRow, 'id'>, to?: string): void {
    const payload = { id, instanceId: held.id, ...(to === undefined ? {} : { to }) }
    this.changes.domainEvents.push({ kind: 'task-given', subject: id, payload })
  }

  /** The turn of somebody has come who decides after others. */
  openTask(held: Held, task: TaskRow): TaskRow {
    const opened = this.changeTask(held, task, { task_state: 'open' })
    this.changes.domainEvents.push({ kind: 'task-opened', subject: task.id, payload: { id: task.id, instanceId: held.id } })
    return opened
  }

  cancelTask(held: Held, task: TaskRow, reason: string | null): void {
    if (!isDecided(task)) this.changeTask(held, task, { task_state: 'cancelled', delete_reason: reason })
  }

  incident(
    held: Held,
    kind: string,
    activity: number | null,
    node = held.activity(activity ?? -1)?.node ?? '',
    detail: StoredValue = {},
  ): void {
    const row = { id: newId(), activity, node, incident_kind: kind }
    held.incidents.set(row.id, row)
    held.isTouched = true
    this.changes.incidents.push({ ...row, instance_id: held.id, detail })
  }

  resolve(held: Held, id: string, comment: string | null): void {
    if (!held.incidents.delete(id)) return
    const written = this.changes.incidents.findIndex((row) => row['id'] === id)
    // What came and went within one step was none.
    if (written >= 0) this.changes.incidents.splice(written, 1)
    else this.changes.incidentsOver.push({ id, resolved_by: this.acting.userId ?? null, comment })
  }

  /** Puts an instance on another version. Gives what keeps it from being moved; then nothing is changed. */
  move(held: Held, to: Definition, mapping: ReadonlyMap<string, string>): ReturnType<typeof moved>['faults'] {
    const before = held.state
    const { state, faults } = moved(before, held.definition.graph, to.graph, mapping)
    if (faults.length > 0) return faults
    const held2 = new Held({ ...held.row, definition_id: to.id }, to, this.now, false)
    held2.state = state
    for (const [id, task] of held.tasks) {
      const node = mapping.get(task.node) ?? task.node
      held2.tasks.set(id, task)
      if (node !== task.node) this.changeTask(held2, task, { node })
    }
    for (const [id, incident] of held.incidents) held2.incidents.set(id, incident)
    for (const [id, wait] of held.waits) held2.waits.set(id, wait)
    for (const [name, value] of held.variables.entries()) held2.variables.keep(name, value)
    held2.variables.changed.clear()
    held2.isTouched = true
    this.held.set(held.id, held2)
    for (const activity of state.activities.values())
      if (activity.node !== before.activities.get(activity.id)?.node) this.#note(held2, activity, true)
    for (const id of before.waits.keys()) if (!state.waits.has(id)) this.#stopWaiting(held2, id)
    for (const wait of state.waits.values()) {
      const known = held2.waits.get(wait.id)
      if (!known) this.#wait(held2, wait)
      else if (known.node !== wait.node)
        this.changes.newWaits.set(`${held.id} ${wait.id}`, { ...known, node: wait.node, instance_id: held.id })
    }
    return []
  }

  /** Rows of the instances, once everything has settled. */
  finish(): void {
    for (const held of this.held.values()) if (held.isTouched) keepInstance(this.changes, held, this.acting)
  }

  #note(held: Held, activity: Activity, wasThere: boolean): void {
    if (!wasThere && !this.changes.activities.has(`${held.id} ${activity.id}`)) this.passed += 1
    this.changes.activities.set(`${held.id} ${activity.id}`, passageRow(held, activity))
    if (activity.state !== 'failed')
      for (const { id } of [...held.incidents.values()].filter((one) => one.activity === activity.id)) this.resolve(held, id, null)
    if (isOpen(activity)) return
    for (const task of held.tasksOf(activity.id)) this.cancelTask(held, task, activity.state === 'undone' ? 'returned' : null)
    const child = this.childOf(held.id, activity.id)
    if (child && activity.state !== 'done') this.terminate(child, 'terminated', null)
  }

  #wait(held: Held, wait: Wait): void {
    const row = waitRow(held, wait, this.now)
    if (row === undefined) return
    const { fault, ...values } = row
    held.waits.set(wait.id, values)
    this.changes.newWaits.set(`${held.id} ${wait.id}`, { ...values, instance_id: held.id })
    if (fault !== undefined)
      this.incident(held, 'expression', wait.holder === 0 ? null : wait.holder, wait.node, { about: fault, wait: wait.id })
    if (values.due_time !== null) this.scheduleTimer(held, wait.id, values.due_time)
  }

  /** A timer that could not be read is looked at again. */
  waitAgain(held: Held, number: number): void {
    const wait = held.state.waits.get(number)
    if (wait) this.#wait(held, wait)
  }

  /** A timer that comes again is due when its repetition says, counted from where it began to be waited for. */
  dueAgain(held: Held, { holder, node, number, created_at }: WaitRow, next: Pick<WaitRow, 'due_time' | 'times_left'>): void {
    const again = [...held.waits.values()].find((wait) => wait.holder === holder && wait.node === node && wait.number !== number)
    if (!again || next.due_time === null) return
    const row = { ...again, created_at, ...next }
    held.waits.set(again.number, row)
    this.changes.newWaits.set(`${held.id} ${again.number}`, { ...row, instance_id: held.id })
    this.scheduleTimer(held, again.number, next.due_time)
  }

  scheduleTimer(held: Held, wait: number, due: string): void {
    this.changes.schedule({ kind: 'process-timer', key: `${held.id}:${wait}`, due_at: due, payload: { instance: held.id, wait } })
  }

  #stopWaiting(held: Held, wait: number): void {
    const row = held.waits.get(wait)
    held.waits.delete(wait)
    // What was begun and ended in one step was never there.
    if (!this.changes.newWaits.delete(`${held.id} ${wait}`))
      this.changes.waitsGone.set(`${held.id} ${wait}`, { instance_id: held.id, number: wait })
    if (row?.wait_kind === 'timer') this.changes.cancel('process-timer', `${held.id}:${wait}`)
    for (const { id, activity, node } of held.incidents.values())
      if (row && node === row.node && activity === (row.holder === 0 ? null : row.holder)) this.resolve(held, id, null)
  }
}

const isDecided = ({ task_state }: TaskRow): boolean => task_state === 'done' || task_state === 'cancelled'

/** How an instance ended that came to its end: by what was decided last, where something was. */
function outcomeOf({ done }: Held): InstanceOutcome {
  const last = done.findLast(({ outcome }) => outcome === 'approved' || outcome === 'rejected')?.outcome
  return last === 'approved' || last === 'rejected' ? last : 'ended'
}
