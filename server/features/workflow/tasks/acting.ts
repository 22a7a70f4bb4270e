/** How a call about a task becomes an act of the engine: who asks, under which key, and whether they manage instances. */
import { fail } from '../../../kernel/errors.ts'
import { build } from '../../../kernel/database/sql.ts'
import { takeProof } from '../../../identity/index.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { keyOf, personOf } from '../shared/person.ts'

export type Asking = Pick<Call<unknown>, 'caller' | 'services' | 'inTenant' | 'request'>
interface One {
  readonly taskId: string
  readonly comment: string
  readonly commandKey?: string | undefined
  readonly attachments?: readonly string[] | undefined
}
type Act = Parameters<Asking['services']['workflow']['act']>[1]['act']

/** Acts on one task; gives what became of its instance. @throws Failure */
export const actOn = (call: Asking, { taskId, comment, commandKey, attachments }: One, act: Act) =>
  call.services.workflow.act(personOf(call), {
    taskId,
    act,
    comment,
    commandKey: keyOf(call, commandKey),
    sign: (tx) => takeProof(tx, call.caller),
    attachments,
  })

/** Each task is a step of its own: those before one that fails are done. */
export async function each(call: Asking, taskIds: readonly string[], act: Act, comment?: string): Promise<{ changed: number }> {
  for (const taskId of new Set(taskIds)) await call.services.workflow.act(personOf(call), { taskId, act, comment })
  return { changed: new Set(taskIds).size }
}

/** Resolves where all these tasks are visible to the caller, as for whoever manages instances. @throws Failure `row.not-found` */
export async function assertSeen({ inTenant }: Asking, taskIds: readonly string[]): Promise<void> {
  const ids = [...new Set(taskIds)]
  const found = await inTenant((tx) => tx.all(build.selectFrom('process_tasks').select('id').where('id', 'in', ids)))
  if (found.length !== ids.length) fail('row.not-found')
}
