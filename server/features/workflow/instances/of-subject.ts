/** The instances of something, for whoever looks at that: those of an alarm. */
import { sql } from 'kysely'
import type { InstanceOf } from '../../../../model/contract/workflow/instances.ts'
import { queryProcessOf as contract } from '../../../../model/contract/workflow/instances.ts'
import { processInstances } from '../../../../model/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'
import { beyondRows, mayLook } from '../../../workflow/index.ts'
import { maybeWireTimeOf, wireTimeOf } from '../shared/seen-instance.ts'
import { occurrencesOf } from '../shared/subject.ts'
import { managesInstances } from '../shared/manages-instances.ts'

/** The newest are looked at: who takes part is asked for each. */
const MAX_INSTANCES = 20

export const queryProcessOf = implement(contract, {
  access: 'signed-in',
  summary: 'Instances that an alarm has started or joined, the newest first: those in which the caller takes part, or which they manage',
  async handle({ input: { subjectId }, caller, services, inTenant }) {
    const managed = managesInstances(caller) ? await inTenant((tx) => instancesOf(tx, subjectId)) : []
    const isManaged = new Set(managed.map(({ id }) => id))
    return services.transactions.inTenant(
      beyondRows(caller),
      async (tx) => {
        const list: InstanceOf[] = []
        for (const row of await instancesOf(tx, subjectId))
          if (isManaged.has(row.id) || (await mayLook(tx, caller, row.id)))
            list.push(shown(caller, row, await occurrencesOf(tx, row.id), isManaged.has(row.id)))
        return { list }
      },
      'read',
    )
  },
})

type Row = Awaited<ReturnType<typeof instancesOf>>[number]

/** Those that it has started, and those that it has joined. */
const instancesOf = (tx: Transaction, alarmId: string) =>
  tx.all(
    build
      .selectFrom('process_instances as instance')
      .select(['instance.id', 'instance.name', 'instance.business_number', 'instance.instance_state', 'instance.outcome'])
      .select([wireTimeOf('instance.start_time').as('started'), maybeWireTimeOf('instance.end_time').as('ended')])
      .where((is) =>
        is.or([
          is.and([is('instance.subject_kind', '=', 'alarm'), is('instance.subject_id', '=', alarmId)]),
          sql<boolean>`instance.id in (select begun.instance_id from process_starts begun where begun.alarm_id = ${alarmId}::uuid)`,
        ]),
      )
      .orderBy('instance.created_at', 'desc')
      .orderBy('instance.id', 'desc')
      .limit(MAX_INSTANCES),
  )

function shown(caller: Caller, row: Row, occurrences: number, isManaged: boolean): InstanceOf {
  const view = viewOf(caller, processInstances)
  return {
    id: row.id,
    name: view.sees('name') ? row.name : '',
    businessNumber: view.sees('businessNumber') ? row.business_number : null,
    instanceState: view.sees('instanceState') ? row.instance_state : null,
    processStatus: view.sees('processStatus') ? (row.outcome ?? 'running') : null,
    startTime: view.sees('startTime') ? row.started : '',
    endTime: view.sees('endTime') ? row.ended : null,
    occurrences,
    isManaged,
  }
}
