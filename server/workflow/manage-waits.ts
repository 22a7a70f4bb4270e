/** What those who manage instances do where one waits for something that does not come. */
import { CommandError } from '../../model/workflow/core/commands.ts'
import { fail } from '../kernel/errors.ts'
import { letHappen } from './due.ts'
import type { EngineParts, Person } from './engine/parts.ts'
import type { Done } from './engine/run.ts'
import type { InstanceAsk } from './manage.ts'
import { step } from './manage.ts'

export interface OccurAsk extends InstanceAsk {
  /** The number of what is waited for, within its instance. */
  readonly wait: number
  readonly comment: string
}

/**
 * Returns what became of an instance for which the event that it waits for has happened by hand: a timer, a message, a signal, a condition.
 * @throws Failure as of {@link step}, `process.suspended`, `process.no-wait`
 */
export function occurByHand(parts: EngineParts, person: Person, ask: OccurAsk): Promise<Done> {
  return step(parts, person, ask, 'occur', (_tx, opened) => {
    const { held } = opened
    const row = held.waits.get(ask.wait)
    if (held.changes.instance_state === 'suspended') fail('process.suspended', { values: { name: held.name } })
    if (!row) return fail('process.no-wait')
    try {
      letHappen(opened, row)
    } catch (error) {
      if (error instanceof CommandError) return fail('process.no-wait')
      throw error
    }
  })
}
