/** Instances that something of the product began, as that goes on: it happens once more, or is over. Each within a transaction that is there already. */
import type { Transaction } from '../kernel/database/tenant.ts'
import type { EngineParts } from './engine/parts.ts'
import type { Held } from './engine/held.ts'
import { conclude, open } from './engine/run.ts'
import type { StoredValue } from './tables.ts'

export interface Recurrence {
  readonly instanceId: string
  /** What the record calls it. */
  readonly command: string
  /** Variables that are set along; of a suspended instance they wait for the next time. */
  readonly variables: Readonly<Record<string, unknown>>
  readonly data: Readonly<Record<string, StoredValue>>
  /** What stands beside it in the record. */
  readonly comment?: string | undefined
}

/** Notes in the record of an instance that what began it has happened again; false where it is over. */
export async function noteAgain(
  tx: Transaction,
  parts: EngineParts,
  { instanceId, command, variables, data, comment }: Recurrence,
): Promise<boolean> {
  const opened = await open(tx, parts, { instance: instanceId }, {})
  if (!opened?.held.isOpen) return false
  if (opened.held.changes.instance_state === 'running') opened.work.unit.setVariables(opened.held, variables)
  await conclude(opened, { command, data, comment })
  return true
}

/** What became of an instance whose cause is gone: it was ended, is kept (somebody works on it, or it is over), or stands still and is to be asked about again. */
export type Returned = 'ended' | 'kept' | 'suspended'

/** Ends an instance as `returned` unless somebody has begun to work on it, or it is suspended; gives what became of it. */
export async function endUnlessBegun(tx: Transaction, parts: EngineParts, instanceId: string): Promise<Returned> {
  // What it has called and is over was worked on as well.
  const opened = await open(tx, parts, { instance: instanceId }, {}, { ended: true })
  if (!opened?.held.isOpen || [...opened.work.unit.held.values()].some(isWorkedOn)) return 'kept'
  // It stands still: whoever suspended it may want it as it is, whatever becomes of its alarm.
  if (opened.held.changes.instance_state === 'suspended') return 'suspended'
  opened.work.unit.terminate(opened.held, 'returned', null)
  await conclude(opened, { command: 'returned' })
  return 'ended'
}

/** Somebody has claimed one of its tasks, was given it by somebody, or has done one. */
const isWorkedOn = ({ tasks, done }: Held): boolean =>
  [...tasks.values()].some(({ claim_time, owner_id, ended_by }) => claim_time !== null || owner_id !== null || ended_by !== null) ||
  done.some(({ ended_by }) => ended_by !== null)
