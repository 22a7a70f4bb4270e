/** Copies of instances, and reminding those who are waited for. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ProcessCopy } from '../../../../model/contract/workflow/acts.ts'
import * as contract from '../../../../model/contract/workflow/acts.ts'
import { processDefinitions, processInstances } from '../../../../model/index.ts'
import { copyList } from '../../../../model/lists/personal.ts'
import { formats } from '../../../exchange/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'
import { contains } from '../../../kernel/resources/select.ts'
import { personBehind, personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { beyondRows, inRange, isOfStatus, orderedPage } from '../../../workflow/index.ts'
import { managesInstance } from '../shared/managing.ts'
import { personOf } from '../shared/person.ts'
import type { PersonalList } from '../shared/personal-lists.ts'
import { answerFile, answerPage } from '../shared/personal-lists.ts'
import { maybeWireTimeOf, wireTimeOf } from '../shared/seen-instance.ts'

const personal = { access: 'signed-in', of: processInstances } as const

type Filters = Omit<z.output<typeof contract.queryCopy.input>, 'sorter' | 'currentPage' | 'pageSize'>

const JOINED = sql`join process_instances instance on instance.tenant_id = copy.tenant_id and instance.id = copy.instance_id
  join process_definitions definition on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id`

/** Copies that were sent to the caller, and the order and the filters in which they are found. */
const ownCopies: PersonalList<Filters, ProcessCopy> = {
  of: copyList,
  find: (tx, caller, filters, order, part) =>
    orderedPage(
      tx,
      {
        indexed: 'sentTime',
        first: (most, towards) => sql`select copy.id, copy.sent_at as at from process_copies copy ${JOINED}
          where copy.user_id = ${caller.userId}::uuid ${matching(caller, filters)} order by copy.sent_at ${towards}, copy.id ${towards} limit ${most}`,
        orders: {
          processInstanceName: 'instance.name',
          processDefinitionName: 'definition.name',
          starter: personIn(caller, 'starter'),
          sender: personIn(caller, 'sender'),
          businessNumber: 'instance.business_number',
        },
        joined: sql`join process_copies copy on copy.id = found.id ${JOINED}
          left join users starter on starter.tenant_id = instance.tenant_id and starter.id = instance.starter_id
          left join users sender on sender.tenant_id = copy.tenant_id and sender.id = copy.sent_by`,
      },
      order,
      part,
    ),
  read: readCopies,
  cells: ({ sender, readTime }, t) => ({ readState: readTime === null ? 'unread' : 'read', sender: sender ?? t('my-task.by-model') }),
}

/** Nothing is looked for in what the caller does not see; of older names of filters that is asked here. */
function matching(caller: Caller, filters: Filters): RawBuilder<unknown> {
  const name = filters.processInstanceName || (viewOf(caller, copyList).sees('processInstanceName') ? filters.name : undefined)
  const state = filters.readState ?? (filters.read && (filters.read === '1' ? 'read' : 'unread'))
  const texts = [
    ['instance.name', name],
    ['definition.name', filters.processDefinitionName],
    ['instance.business_number', filters.businessNumber],
  ] as const
  return sql.join(
    [
      ...texts.flatMap(([column, text]) => (text ? [sql`and ${contains([sql.ref(column)], text)}`] : [])),
      ...(state ? [state === 'read' ? sql`and copy.read_at is not null` : sql`and copy.read_at is null`] : []),
      ...(filters.processStatus ? [sql`and ${isOfStatus(filters.processStatus)}`] : []),
      inRange('copy.sent_at', filters.sentTimeStart, filters.sentTimeEnd),
    ],
    sql` `,
  )
}

async function readCopies(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<ProcessCopy[]> {
  if (ids.length === 0) return []
  const rows = await tx.all(
    build
      .selectFrom('process_copies as copy')
      .innerJoin('process_instances as instance', (on) =>
        on.onRef('instance.tenant_id', '=', 'copy.tenant_id').onRef('instance.id', '=', 'copy.instance_id'),
      )
      .innerJoin('process_definitions as definition', (on) =>
        on.onRef('definition.tenant_id', '=', 'instance.tenant_id').onRef('definition.id', '=', 'instance.definition_id'),
      )
      .select(['copy.id', 'copy.comment', 'instance.id as processInstanceId', 'instance.name as processInstanceName'])
      .select(['definition.name as processDefinitionName', 'instance.business_number as businessNumber'])
      .select(sql<ProcessCopy['processStatus']>`coalesce(instance.outcome, 'running')`.as('processStatus'))
      .select([personBehind(caller, 'copy', 'sent_by').as('sender'), personBehind(caller, 'instance', 'starter_id').as('starter')])
      .select([wireTimeOf('copy.sent_at').as('sentTime'), maybeWireTimeOf('copy.read_at').as('readTime')])
      .where(sql<boolean>`copy.id = any(${ids}::uuid[])`)
      .where('copy.user_id', '=', caller.userId)
      .orderBy(sql`array_position(${ids}::uuid[], copy.id)`),
  )
  return rows.map(seenBy(caller))
}

function seenBy(caller: Caller): (copy: ProcessCopy) => ProcessCopy {
  const [view, ofDefinitions] = [viewOf(caller, processInstances), viewOf(caller, processDefinitions)]
  const namesPeople = seesPeople(caller)
  return (copy) => ({
    ...copy,
    processInstanceName: view.sees('name') ? copy.processInstanceName : '',
    processDefinitionName: ofDefinitions.sees('name') ? copy.processDefinitionName : '',
    businessNumber: view.sees('businessNumber') ? copy.businessNumber : null,
    processStatus: view.sees('processStatus') ? copy.processStatus : null,
    starter: namesPeople && view.sees('starterId') ? copy.starter : null,
    sender: namesPeople ? copy.sender : null,
  })
}

export const copies = [
  implement(contract.queryCopy, {
    access: 'signed-in',
    summary: 'Copies that were sent to the caller, the newest first where nothing else is asked for',
    handle: (call) => answerPage(call, ownCopies, call.input),
  }),
  implement(contract.exportCopy, {
    ...personal,
    reads: true,
    file: formats.xlsx.type,
    summary: 'Copies that were sent to the caller, as .xlsx or CSV, with what they see of them',
    handle: (call) => answerFile(call, ownCopies, call.input),
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
