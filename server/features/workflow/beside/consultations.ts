/** Opinions about tasks: asked for, given, and no longer asked for. Who may is decided by what they have to do with the task. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/workflow/consultations.ts'
import { processTasks } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { implement } from '../../../kernel/http/http.ts'
import { beyondRows, openConsultations } from '../../../workflow/index.ts'
import { consultationsById, consultationsOf } from '../shared/consultations.ts'
import { inSeenInstance } from '../shared/in-seen-instance.ts'
import { personOf } from '../shared/person.ts'

const personal = { access: 'signed-in', of: processTasks } as const

export const consultations = [
  implement(contract.consultTask, {
    ...personal,
    summary: 'Asks people for their opinions on a task that the caller has, and keeps it.',
    async handle(call) {
      const { taskId, users: people, comment: question } = call.input
      return { changed: await call.services.workflow.consult(personOf(call), { taskId, people, question }) }
    },
  }),
  implement(contract.answerConsultation, {
    ...personal,
    summary: 'Gives the opinion that the caller is asked for.',
    async handle(call) {
      await call.services.workflow.giveOpinion(personOf(call), { id: call.input.id, answer: call.input.comment })
      return null
    },
  }),
  implement(contract.withdrawConsultation, {
    ...personal,
    summary: 'Asks no longer for an opinion that was not given yet.',
    async handle(call) {
      await call.services.workflow.withdrawConsultation(personOf(call), { id: call.input.id })
      return null
    },
  }),
  implement(contract.queryMyConsultation, {
    ...personal,
    summary: 'Opinions that the caller is asked for now, the latest question first',
    handle: ({ input: { currentPage, pageSize }, caller, services }) =>
      services.transactions.inTenant(
        beyondRows(caller),
        async (tx) => {
          const found = await tx.first(
            build.selectNoFrom([
              sql<string[] | null>`(select array_agg(page.id) from (${openConsultations(caller.userId)}
                order by asked.asked_at desc, asked.id desc limit ${pageSize} offset ${(currentPage - 1) * pageSize}) page)`.as('ids'),
              sql<number>`(select count(*)::integer from (${openConsultations(caller.userId)}) counted)`.as('total'),
            ]),
          )
          return { list: await consultationsById(tx, caller, found?.ids ?? []), total: found?.total ?? 0 }
        },
        'read',
      ),
  }),
  implement(contract.queryConsultation, {
    ...personal,
    summary: 'What was asked and answered about an instance that the caller sees, the oldest question first',
    handle: (call) => {
      const id = call.input.processInstanceId
      return inSeenInstance(call, id, async (tx) => ({ list: await consultationsOf(tx, call.caller, id) }))
    },
  }),
]
