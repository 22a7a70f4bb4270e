/** Acts on tasks. The personal ones are open to whoever is signed in: who may is decided by who is asked (docs/decisions/0123-processes-as-rows.md). */
import * as contract from '../../../../model/contract/workflow/tasks.ts'
import { processTasks } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { beyondRows } from '../../../workflow/index.ts'
import { actWithForm } from '../shared/act-with-form.ts'
import { peopleNames } from '../shared/people-names.ts'
import { personOf } from '../shared/person.ts'
import { managesTask } from '../shared/managing.ts'
import { actOn, assertSeen, each } from './acting.ts'
import { approvalActs } from './approval.ts'
import { handingOver } from './handing-over.ts'

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
    handle: (call) => actWithForm(call, 'complete'),
  }),
  implement(contract.rejectTask, {
    ...personal,
    summary: 'Rejects a task that the caller has.',
    unloggedInput: ['formData', 'variables'],
    handle: (call) => actWithForm(call, 'reject'),
  }),
  implement(contract.abstainTask, {
    ...personal,
    summary: 'Abstains where several decide together.',
    handle: (call) => actOn(call, call.input, { do: 'abstain' }),
  }),
  implement(contract.delegateTask, {
    ...personal,
    summary: 'Asks somebody else about a task, which comes back when they have answered.',
    handle: (call) => actOn(call, call.input, { do: 'delegate', to: call.input.assignee }),
  }),
  implement(contract.resolveTask, {
    ...personal,
    summary: 'Answers whoever delegated a task.',
    unloggedInput: ['formData', 'variables'],
    handle: (call) => actWithForm(call, 'resolve'),
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
    handle: (call) => actOn(call, call.input, { do: 'return', to: call.input.target, straight: call.input.way === 'straight' }),
  }),
  implement(contract.terminateTask, {
    ...personal,
    summary: 'Ends the whole instance of a task, for whoever has the task or manages instances.',
    handle: async (call) => actOn(call, call.input, { do: 'terminate', isManager: await managesTask(call, call.input.taskId) }),
  }),
  implement(contract.queryReturnTarget, {
    ...personal,
    summary: 'Earlier tasks to which one can go back from a task.',
    async handle(call) {
      const { caller, services, input } = call
      const targets = await services.workflow.returnTargets(personOf(call), input.taskId)
      const ids = targets.flatMap(({ people }) => people)
      const names = await services.transactions.inTenant(beyondRows(caller), (tx) => peopleNames(tx, caller, ids), 'read')
      return { list: targets.map((target) => ({ ...target, people: target.people.flatMap((id) => names.get(id) ?? []).sort() })) }
    },
  }),
]

const managing = [
  implement(contract.handOverTask, {
    ...managed,
    summary: 'Gives tasks to somebody else, whoever has them.',
    async handle(call) {
      await assertSeen(call, call.input.taskId)
      return each(call, call.input.taskId, { do: 'hand-over', to: call.input.assigneeId }, call.input.comment)
    },
  }),
]

export const processTaskActs: Feature = { tag: 'process-tasks', routes: [...acts, ...approvalActs, ...managing, ...handingOver] }
