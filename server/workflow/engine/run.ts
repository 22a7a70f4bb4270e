/** One step: an instance is loaded and locked, something is done to it, everything settles, and all of it is written and committed, or nothing. */
import type { StoredValue } from '../tables.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { PROCESS_STATUSES } from '../../../model/workflow/process-instances.ts'
import type { Held } from './held.ts'
import type { Loaded, Of } from './load.ts'
import { load } from './load.ts'
import type { Actor, EngineParts, Work } from './parts.ts'
import { settle } from './settle.ts'
import type { Acting } from './kept-instance.ts'
import { Unit } from './unit.ts'
import { write } from './write.ts'

/** What became of an instance by an act. */
export interface Done {
  readonly processInstanceId: string
  readonly processStatus: (typeof PROCESS_STATUSES)[number]
  /** Names of the tasks that are open now. */
  readonly open: readonly string[]
}

/** What is noted of a step, in the record of its instance. */
export interface Noted {
  readonly command: string
  readonly comment?: string | null | undefined
  readonly taskId?: string | null | undefined
  readonly activity?: number | null | undefined
  /** In whose place the actor acts. */
  readonly forId?: string | undefined
  readonly commandKey?: string | undefined
  readonly data?: Readonly<Record<string, StoredValue>>
  /** Stores what belongs to the step and is no part of the instance, with it. */
  readonly beside?: ((tx: Transaction) => Promise<unknown>) | undefined
  /** Nothing is asked or written after it in its transaction: the commit goes along. */
  readonly isLast?: boolean
}

/** The transaction sees the whole tenant: what an act touches is decided by who takes part, and not by the data scope of roles. */
export const asServer = ({ tenantId, operationId }: Actor) => ({ tenantId, ...(operationId === undefined ? {} : { operationId }) })

export interface Opened {
  readonly work: Work
  readonly held: Held
  readonly loaded: Loaded
}

interface Opening {
  readonly history?: boolean
  /** Called instances that are over too. */
  readonly ended?: boolean
  readonly commandKey?: string | undefined
  readonly picked?: string | undefined
  /** For who only looks what would happen. */
  readonly isLocked?: boolean
}

/** Locks, loads and puts into memory; nothing where there is no such thing. */
export async function open(
  tx: Transaction,
  parts: EngineParts,
  of: Of,
  acting: Acting,
  options: Opening = {},
): Promise<Opened | undefined> {
  const [loaded, unit] = await Promise.all([load(tx, of, options), newUnit(tx, parts, acting)])
  if (!loaded) return undefined
  for (const row of loaded.instances) {
    const definition = await parts.definitions.find(tx, row.definition_id)
    if (!definition) throw new Error(`the definition of ${row.id} is gone`)
    unit.add(row, definition, false)
  }
  const held = unit.held.get(loaded.instanceId)
  const { picked } = options
  if (!held) throw new Error(`${loaded.instanceId} is not among the instances of ${loaded.rootId}`)
  return { work: { tx, parts, unit, ...(picked === undefined ? {} : { picked: () => picked }) }, held, loaded }
}

/** An empty unit, on the clock of the tenant. */
export async function newUnit(tx: Transaction, { clock }: EngineParts, acting: Acting): Promise<Unit> {
  return new Unit({ now: clock.now(), zone: await tx.timeZone() }, acting)
}

/** Settles, notes and writes what was done; gives what became of the instance, and the number of a new one. */
export async function conclude(
  { work, held }: Pick<Opened, 'work' | 'held'>,
  noted: Noted,
  passedBefore = 0,
): Promise<{ readonly done: Done; readonly businessNumber: string | null }> {
  const { unit, parts, tx } = work
  await settle(work, passedBefore)
  held.isTouched = true
  unit.finish()
  const done = resultOf(unit, unit.held.get(held.id) ?? held)
  unit.changes.events.push({
    instance_id: held.id,
    step_number: held.step,
    command: noted.command,
    actor_id: unit.acting.userId ?? null,
    acted_for_id: noted.forId ?? null,
    task_id: noted.taskId ?? null,
    activity: noted.activity ?? null,
    comment: noted.comment ?? null,
    data:
      noted.data === undefined && noted.commandKey === undefined
        ? null
        : { ...noted.data, ...(noted.commandKey === undefined ? {} : { answer: done }) },
    command_key: noted.commandKey ?? null,
  })
  const written = [
    write(tx, parts, unit.changes),
    tx.tenantId === undefined ? undefined : parts.pageInvalidation.publish(tx, tx.tenantId),
    noted.beside?.(tx),
  ] as const
  // Copies are sent once it is written.
  if (noted.isLast && unit.copies.length === 0) tx.commitWithThese()
  const [number] = await Promise.all(written)
  if (unit.copies.length > 0) await work.parts.copyByModel(work)
  return { done, businessNumber: number ?? held.row.business_number }
}

/** What has become of an instance, with the tasks that are open in it and in what it has called. */
export function resultOf(unit: Unit, held: Held): Done {
  const open = [...unit.held.values()].flatMap(({ tasks }) =>
    [...tasks.values()].filter(({ task_state }) => task_state === 'open').map(({ name }) => name),
  )
  return {
    processInstanceId: held.id,
    processStatus: held.changes.outcome ?? 'running',
    open: [...new Set(open)],
  }
}
