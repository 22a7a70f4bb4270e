/** Sent again under the same key: nothing is done twice, and the answer is that of the first time. */
import * as z from 'zod/mini'
import { PROCESS_STATUSES } from '../../../model/workflow/process-instances.ts'
import type { EarlierStep } from '../engine/load.ts'
import type { Done } from '../engine/run.ts'

const noted = z.object({
  answer: z.object({ processInstanceId: z.string(), processStatus: z.enum(PROCESS_STATUSES), open: z.array(z.string()) }),
})

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
