/** Sent again under the same key: nothing is done twice, and the answer is that of the first time. */
import * as z from 'zod/mini'
import { PROCESS_STATUSES } from '../../../model/workflow/process-instances.ts'
import type { EarlierStep } from '../engine/load.ts'
import type { Person } from '../engine/parts.ts'
import type { Done } from '../engine/run.ts'
import { fail } from '../../kernel/errors.ts'

const noted = z.object({
  answer: z.object({ processInstanceId: z.string(), processStatus: z.enum(PROCESS_STATUSES), open: z.array(z.string()) }),
})

/** Of what somebody asks again under a key. */
export interface Same {
  readonly taskId?: string
  readonly instanceId?: string
  readonly command: string
}

/** The answer of the first one. @throws Failure `process.key-used` where it was another one */
export function repeated(earlier: EarlierStep, { userId }: Person, { taskId, instanceId, command }: Same): Done {
  const isSame =
    earlier.actor_id === userId &&
    earlier.command === command &&
    (taskId === undefined || earlier.task_id === taskId) &&
    (instanceId === undefined || earlier.instance_id === instanceId)
  return isSame ? answerOf(earlier) : fail('process.key-used')
}

/** What the first one was answered. @throws ZodError where the record was not written by this engine */
export const answerOf = ({ data }: EarlierStep): Done => z.parse(noted, data).answer

/** Two calls under one key at once: the one that comes second is refused by the index, and finds the first when it asks again. */
export async function withRepeats<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    return run()
  }
}

const isKeyTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === 'process_events_command_key_key'
