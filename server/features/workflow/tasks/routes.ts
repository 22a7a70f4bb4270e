/** Acts on tasks. The personal ones are open to whoever is signed in: who may is decided by who is asked (docs/decisions/0123-processes-as-rows.md). */
import * as contract from '../../../../model/contract/workflow/tasks.ts'
import { processTasks } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Call, Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { completeWithForm } from '../shared/complete.ts'
import { keyOf, personOf } from '../shared/person.ts'

type Asking = Pick<Call<unknown>, 'caller' | 'services' | 'inTenant' | 'request'>
type One = { readonly taskId: string; readonly comment: string; readonly commandKey?: string | undefined }
type Act = Parameters<Asking['services']['workflow']['act']>[1]['act']

const actOn = (call: Asking, { taskId, comment, commandKey }: One, act: Act) =>
  call.services.workflow.act(personOf(call), { taskId, act, comment, commandKey: keyOf(call, commandKey) })

/** Each task is a step of its own: those before one that fails are done. */
async function each(call: Asking, taskIds: readonly string[], act: Act, comment?: string): Promise<{ changed: number }> {
  for (const taskId of new Set(taskIds)) await call.services.workflow.act(personOf(call), { taskId, act, comment })
  return { changed: new Set(taskIds).size }
}

/** Whoever manages instances acts on tasks that they see in lists. @throws Failure `row.not-found` */
async function assertSeen({ inTenant }: Asking, taskIds: readonly string[]): Promise<void> {
  const ids = [...new Set(taskIds)]
  const found = await inTenant((tx) => tx.all(build.selectFrom('process_tasks').select('id').where('id', 'in', ids)))
  if (found.length !== ids.length) fail('row.not-found')
}

const personal = { access: 'signed-in', of: processTasks } as const
const managed = { access: 'granted', of: processTasks } as const

const acts = [
  implement(contract.claimTask, {
    ...personal,
    summary: 'Takes tasks that the caller is asked for.',
    handle: (call) => each(call, call.input.taskId, { do: 'claim' }),
  }),
  implement(contract.unclaimTask, {
    ...personal,
    summary: 'Gives tasks back to those who can take them.',
    handle: (call) => each(call, call.input.taskId, { do: 'unclaim' }),
  }),
  implement(contract.completeTask, {
    ...personal,
    summary: 'Approves a task that the caller has.',
    unloggedInput: ['formData', 'variables'],
    handle: completeWithForm,
  }),
  implement(contract.rejectTask, {
    ...personal,
    summary: 'Rejects a task that the caller has.',
    handle: (call) => actOn(call, call.input, { do: 'reject' }),
  }),
  implement(contract.delegateTask, {
    ...personal,
    summary: 'Asks somebody else about a task, which comes back when they have answered.',
    handle: (call) => actOn(call, call.input, { do: 'delegate', to: call.input.assignee }),
  }),
  implement(contract.resolveTask, {
    ...personal,
    summary: 'Answers whoever delegated a task.',
    handle: (call) => actOn(call, call.input, { do: 'resolve' }),
  }),
  implement(contract.transferTask, {
    ...personal,
    summary: 'Hands a task on for good.',
    handle: (call) => actOn(call, call.input, { do: 'transfer', to: call.input.assignee }),
  }),
  implement(contract.regressTask, {
    ...personal,
    summary: 'Goes back to the task before.',
    handle: (call) => actOn(call, call.input, { do: 'regress' }),
  }),
  implement(contract.returnTask, {
    ...personal,
    summary: 'Goes back to an earlier task.',
    handle: (call) => actOn(call, call.input, { do: 'return', to: call.input.target }),
  }),
  implement(contract.queryReturnTarget, {
    ...personal,
    summary: 'Earlier tasks to which one can go back from a task.',
    handle: async (call) => ({ list: await call.services.workflow.returnTargets(personOf(call), call.input.taskId) }),
  }),
]

const managing = [
  implement(contract.terminateTask, {
    ...managed,
    summary: 'Ends the whole instance of a task.',
    async handle(call) {
      await assertSeen(call, [call.input.taskId])
      return actOn(call, call.input, { do: 'terminate' })
    },
  }),
  implement(contract.handOverTask, {
    ...managed,
    summary: 'Gives tasks to somebody else, whoever has them.',
    async handle(call) {
      await assertSeen(call, call.input.taskId)
      return each(call, call.input.taskId, { do: 'hand-over', to: call.input.assigneeId }, call.input.comment)
    },
  }),
]

export const processTaskActs: Feature = { tag: 'process-tasks', routes: [...acts, ...managing] }
