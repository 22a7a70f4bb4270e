/** Copies of instances, and reminding those who are waited for. */
import { sql } from 'kysely'
import type { ProcessCopy } from '../../../../model/contract/workflow/acts.ts'
import * as contract from '../../../../model/contract/workflow/acts.ts'
import { processInstances } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'
import { contains } from '../../../kernel/resources/select.ts'
import { personBehind, seesPeople } from '../../../kernel/resources/people.ts'
import { beyondRows } from '../../../workflow/index.ts'
import { managesInstance } from '../shared/managing.ts'
import { personOf } from '../shared/person.ts'
import { maybeWireTimeOf, wireTimeOf } from '../shared/seen-instance.ts'

const personal = { access: 'signed-in', of: processInstances } as const

interface Asked {
  readonly name?: string | undefined
  readonly read?: '0' | '1' | undefined
}

const copiesOf = (caller: Caller, { name, read }: Asked) =>
  build
    .selectFrom('process_copies as copy')
    .innerJoin('process_instances as instance', (on) =>
      on.onRef('instance.tenant_id', '=', 'copy.tenant_id').onRef('instance.id', '=', 'copy.instance_id'),
    )
    .innerJoin('process_definitions as definition', (on) =>
      on.onRef('definition.tenant_id', '=', 'instance.tenant_id').onRef('definition.id', '=', 'instance.definition_id'),
    )
    .where('copy.user_id', '=', caller.userId)
    .$if(read !== undefined, (query) => query.where('copy.read_at', read === '1' ? 'is not' : 'is', null))
    // Nothing is looked for in what the caller does not see.
    .$if(name !== undefined && name !== '' && viewOf(caller, processInstances).sees('name'), (query) =>
      query.where(contains([sql.ref('instance.name')], name)),
    )

async function pageOf(tx: Transaction, caller: Caller, asked: Asked, page: { limit: number; offset: number }) {
  const [rows, counted] = await Promise.all([
    tx.all(
      copiesOf(caller, asked)
        .select(['copy.id', 'copy.comment', 'instance.id as processInstanceId', 'instance.name as processInstanceName'])
        .select(['definition.name as processDefinitionName', 'instance.business_number as businessNumber'])
        .select(sql<ProcessCopy['processStatus']>`coalesce(instance.outcome, 'running')`.as('processStatus'))
        .select([personBehind(caller, 'copy', 'sent_by').as('sender'), personBehind(caller, 'instance', 'starter_id').as('starter')])
        .select([wireTimeOf('copy.sent_at').as('sentTime'), maybeWireTimeOf('copy.read_at').as('readTime')])
        .orderBy('copy.sent_at', 'desc')
        .orderBy('copy.id', 'desc')
        .limit(page.limit)
        .offset(page.offset),
    ),
    tx.first(copiesOf(caller, asked).select(sql<number>`count(*)::integer`.as('total'))),
  ])
  return { list: rows.map(seenBy(caller)), total: counted?.total ?? 0 }
}

function seenBy(caller: Caller): (copy: ProcessCopy) => ProcessCopy {
  const [view, namesPeople] = [viewOf(caller, processInstances), seesPeople(caller)]
  return (copy) => ({
    ...copy,
    processInstanceName: view.sees('name') ? copy.processInstanceName : '',
    businessNumber: view.sees('businessNumber') ? copy.businessNumber : null,
    starter: namesPeople && view.sees('starterId') ? copy.starter : null,
    sender: namesPeople ? copy.sender : null,
  })
}

export const copies = [
  implement(contract.queryCopy, {
    access: 'signed-in',
    summary: 'Copies that were sent to the caller, the newest first',
    handle: ({ input: { currentPage, pageSize, ...asked }, caller, services }) =>
      services.transactions.inTenant(
        beyondRows(caller),
        (tx) => pageOf(tx, caller, asked, { limit: pageSize, offset: (currentPage - 1) * pageSize }),
        'read',
      ),
  }),
  implement(contract.readCopy, {
    ...personal,
    summary: 'Marks copies as read that were sent to the caller.',
    handle: ({ input, caller, services }) =>
      services.transactions.inTenant(beyondRows(caller), async (tx) => {
        const changed = await tx.run(
          build
            .updateTable('process_copies')
            .set({ read_at: sql<Date>`now()` })
            .where('id', 'in', [...input.id])
            .where('user_id', '=', caller.userId)
            .where('read_at', 'is', null),
        )
        if (changed > 0) await services.invalidations.publish(tx, { kind: 'news', tenantId: tenantOf(tx), topic: 'processes' })
        return { changed }
      }),
  }),
  implement(contract.copyProcessInstance, {
    ...personal,
    summary: 'Sends people a copy of an instance in which the caller takes part.',
    async handle(call) {
      const { processInstanceId: instanceId, users: people, comment } = call.input
      const isManager = await managesInstance(call, instanceId)
      return { changed: await call.services.workflow.copy(personOf(call), { instanceId, people, comment, isManager }) }
    },
  }),
  implement(contract.remindProcessInstance, {
    ...personal,
    summary: 'Reminds whoever the open tasks of an instance wait for, each once in ten minutes.',
    async handle(call) {
      const { processInstanceId: instanceId, comment } = call.input
      const isManager = await managesInstance(call, instanceId)
      return { reminded: await call.services.workflow.remind(personOf(call), { instanceId, comment, isManager }) }
    },
  }),
]
