/** Instances, those that are over as well: all that the caller's roles show, or the caller's own. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { historicProcessInstances } from '../../../../model/index.ts'
import { querySchema } from '../../../../model/schemas.ts'
import { optional } from '../../../../model/wire.ts'
import { mayCall, viewOf } from '../../../kernel/authorization/view.ts'
import type { Call, Route } from '../../../kernel/http/http.ts'
import type { ListQuery, Page } from '../../../kernel/resources/list.ts'
import { list, readPage } from '../../../kernel/resources/list.ts'
import { beyondRows } from '../../../workflow/index.ts'
import { olderInstance } from '../shared/older-rows.ts'
import { outermostOfNumber } from '../shared/outermost.ts'

const all = list(historicProcessInstances, undefined, undefined, outermostOfNumber)
type Query = ListQuery & { readonly status?: 'personal' | undefined }

/** The list of the noun; with `status=personal`, and for whoever is not granted the list, what the caller has started. */
export const queryHistoricProcessInstance: Route = {
  ...all,
  ownWith: { status: 'personal' },
  input: querySchema(historicProcessInstances).extend({ status: optional(z.enum(['personal'])) }),
  olderNames: {
    processDefinitionKey: 'definitionKey',
    processDefinitionVersion: 'definitionVersion',
    processInstanceName: 'name',
    startUserId: 'starterId',
    startedAfterDate: 'startTimeStart',
    finishedBeforeDate: 'endTimeEnd',
  },
  olderRow: olderInstance,
  handle: (call: Call<Query>) =>
    call.input.status === 'personal' || !mayCall(call.caller, all.path) ? ownInstances(call) : all.handle(call as Call<never>),
}

function ownInstances({ input: { status: _, ...query }, caller, services, t }: Call<Query>): Promise<Page> {
  // As in the list of one's own processes: what these call is part of them.
  const only = sql<boolean>`row.starter_id = ${caller.userId}::uuid and row.parent_id is null`
  return services.transactions.inTenant(
    beyondRows(caller),
    (tx) => readPage(tx, historicProcessInstances, viewOf(caller, historicProcessInstances), query, t, { only }),
    'read',
  )
}
