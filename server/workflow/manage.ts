/** What those who manage instances do: each instance in a transaction of its own. Whether the caller sees it is asked before, in their data scope. */
import { CommandError } from '../../model/workflow/core/commands.ts'
import type { MigrationFault } from '../../model/workflow/core/migrate.ts'
import { fail } from '../kernel/errors.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { EngineParts, Person } from './engine/parts.ts'
import type { Done, Opened } from './engine/run.ts'
import { asServer, conclude, open } from './engine/run.ts'
import { refuseEnded } from './ended-by.ts'
import { mayLook } from './people/may-look.ts'
import { endRest } from './rest.ts'
import { RECHECK_ALL } from './strand/recheck.ts'
import { terminateAll } from './tasks/acts.ts'
import { repeated } from './tasks/repeat.ts'

export interface InstanceAsk {
  readonly instanceId: string
  readonly comment?: string | undefined
}

/** Gives what is to be stored besides, once the step is. */
type Step = (tx: Transaction, opened: Opened) => Promise<Besides> | Besides
type Besides = ((tx: Transaction) => Promise<unknown>) | undefined

/** Opens the instance, does something to it and writes it; gives what became of it. @throws Failure `row.not-found`, and one that says who has ended it, or what, and when */
export function step(parts: EngineParts, person: Person, { instanceId, comment }: InstanceAsk, command: string, act: Step): Promise<Done> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const opened = await open(tx, parts, { instance: instanceId }, { userId: person.userId })
    if (!opened) return fail('row.not-found')
    if (!opened.held.isOpen) return await refuseEnded(tx, person, opened.held)
    const store = await act(tx, opened)
    const { done } = await conclude(opened, { command, comment })
    await store?.(tx)
    return done
  })
}

/** Nobody can act on it, and what is due waits. */
export function suspend(parts: EngineParts, person: Person, ask: InstanceAsk): Promise<Done> {
  return step(parts, person, ask, 'suspend', (_tx, { work: { unit } }) => {
    for (const held of unit.held.values())
      if (held.changes.instance_state === 'running') {
        held.changes = { ...held.changes, instance_state: 'suspended' }
        held.isTouched = true
      }
  })
}

/** Activates a suspended instance, and returns what became of it; what was due meanwhile is done in the order in which it was due, and for tasks that nobody can do any more somebody is found. */
export function activate(parts: EngineParts, person: Person, ask: InstanceAsk): Promise<Done> {
  return step(parts, person, ask, 'activate', async (tx, { work: { unit } }) => {
    unit.changes.schedule({ ...RECHECK_ALL, due_at: null, payload: {} })
    for (const held of unit.held.values()) {
      if (held.changes.instance_state !== 'suspended') continue
      held.changes = { ...held.changes, instance_state: 'running' }
      held.isTouched = true
      for (const wait of held.waits.values()) if (wait.due_time !== null) unit.scheduleTimer(held, wait.number, wait.due_time)
      unit.changes.schedule({ kind: 'process-resume', key: held.id, due_at: null, payload: { instance: held.id } })
      await endRest(tx, parts, held.id)
    }
  })
}

/** Ends an instance with all that it has called, and returns what became of it. */
export function terminate(parts: EngineParts, person: Person, ask: InstanceAsk): Promise<Done> {
  return step(parts, person, ask, 'terminate', (_tx, { work: { unit }, held }) => {
    terminateAll(unit, held, ask.comment ?? null)
  })
}

export interface CancelAsk extends InstanceAsk {
  readonly commandKey?: string | undefined
}

/** Whoever started it ends it, with all that it has called. @throws Failure `row.not-found` for whom it is none of their business, `approval.not-starter`, `approval.ended`, `process.suspended` */
export function cancel(parts: EngineParts, person: Person, { instanceId, comment, commandKey }: CancelAsk): Promise<Done> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const opened = await open(tx, parts, { instance: instanceId }, { userId: person.userId }, { commandKey })
    if (!opened || !(await mayLook(tx, person, instanceId))) return fail('row.not-found')
    const { held, loaded, work } = opened
    if (loaded.earlier) return repeated(loaded.earlier, person, { instanceId, command: 'cancel' })
    const values = { name: held.name }
    if (held.row.starter_id !== person.userId) fail('approval.not-starter', { values })
    if (!held.isOpen) return await refuseEnded(tx, person, held)
    if (held.changes.instance_state === 'suspended') fail('process.suspended', { values })
    terminateAll(work.unit, held, comment ?? null)
    return (await conclude(opened, { command: 'cancel', comment, commandKey })).done
  })
}

export interface IncidentAsk {
  readonly incidentId: string
  readonly way: 'retry' | 'skip'
  readonly comment: string
}

/** Tries once more what was stopped, or passes over it. @throws Failure `row.not-found`, `process.incident-over`, `process.incident-stays` */
export function resolveIncident(parts: EngineParts, person: Person, { incidentId, way, comment }: IncidentAsk): Promise<Done> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const opened = await open(tx, parts, { incident: incidentId }, { userId: person.userId })
    if (!opened) return fail('row.not-found')
    const { held, work } = opened
    const incident = held.incidents.get(incidentId) ?? fail('process.incident-over')
    if (held.changes.instance_state === 'suspended') fail('process.suspended', { values: { name: held.name } })
    const { activity, node, incident_kind } = incident
    work.unit.resolve(held, incidentId, comment)
    // What still stops it is found again, and is an incident of its own.
    held.isTouched = true
    const at = activity === null ? undefined : held.activity(activity)
    const stopped = [...held.waits.values()].find((wait) => wait.node === node && (wait.holder === 0 ? null : wait.holder) === activity)
    try {
      if (stopped) {
        if (way === 'skip') work.unit.obey(held, { do: 'occur', wait: stopped.number })
        else if (stopped.wait_kind === 'timer' && stopped.due_time === null) work.unit.waitAgain(held, stopped.number)
      } else if (activity !== null && at?.state === 'failed') work.unit.obey(held, { do: way === 'retry' ? 'retry' : 'complete', activity })
      else if (incident_kind === 'deadlock' && way === 'skip') work.unit.obey(held, { do: 'terminate' })
      // Nobody could be asked: the question is put again.
      else if (incident_kind === 'nobody' && activity !== null) {
        for (const task of held.tasksOf(activity)) work.unit.cancelTask(held, task, null)
        if (way === 'retry') work.unit.begun.push({ held, activity })
        else work.unit.obey(held, { do: 'complete', activity })
      }
    } catch (error) {
      if (error instanceof CommandError) return fail('process.incident-stays', { values: { node } })
      throw error
    }
    return (await conclude(opened, { command: `resolve-${way}`, comment, activity })).done
  })
}

export interface MigrateAsk {
  readonly instanceId: string
  /** The definition that it is moved to. */
  readonly to: string
  readonly mapping?: ReadonlyMap<string, string> | undefined
  /** Only whether it could be moved. */
  readonly isDry?: boolean | undefined
  /** By which job, so that all of it can be taken back. */
  readonly job?: string | undefined
  /** Takes a move back: only while the last step of the instance is that of this number. */
  readonly backFrom?: number | undefined
  readonly comment?: string | undefined
}

/** Moves one instance to another version of its model; gives what keeps it from being moved. @throws Failure `row.not-found`, `process.ended`, `process.touched` */
export function migrate(parts: EngineParts, person: Person, ask: MigrateAsk): Promise<readonly MigrationFault[]> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const opened = await open(tx, parts, { instance: ask.instanceId }, { userId: person.userId }, { history: true })
    const to = await parts.definitions.find(tx, ask.to)
    if (!opened || !to) return fail('row.not-found')
    const { held, work } = opened
    if (!held.isOpen) return fail('process.ended', { values: { name: held.name } })
    if (ask.backFrom !== undefined && held.row.step_number !== ask.backFrom) fail('process.touched', { values: { name: held.name } })
    const faults = work.unit.move(held, to, ask.mapping ?? new Map())
    if (faults.length > 0 || ask.isDry === true) return faults
    const moved = { work, held: work.unit.held.get(held.id) ?? held }
    const data = { to: to.id, ...(ask.job === undefined ? {} : { job: ask.job }) }
    await conclude(moved, { command: ask.backFrom === undefined ? 'migrate' : 'migrate-back', comment: ask.comment, data })
    return []
  })
}
