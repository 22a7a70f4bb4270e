/** Messages and signals that other systems send to processes. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { broadcastSignal, correlateMessage } from '../../../../model/contract/workflow/messages.ts'
import { processInstances } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { isNarrowed } from '../../../kernel/database/row-scope.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call, Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { answer } from './answers.ts'

type Asking = Pick<Call<unknown>, 'caller' | 'inTenant'>

const correlate = implement(correlateMessage, {
  access: 'granted',
  space: 'essential',
  of: processInstances,
  unloggedInput: ['variables'],
  summary: 'Send a message to the instances that wait for it, or begin processes with it',
  async handle(call) {
    const { messageName: name, correlation, variables } = call.input
    const one = await instancesNamed(call, call.input)
    const among = one ?? (await seenWaiting(call, 'message', name))
    const right = one ? { correlation: correlation || undefined, beginsNothing: true } : { correlation: correlation || null }
    return { changed: await call.services.workflow.deliverMessage(call.caller.tenantId, { name, variables, among, ...right }) }
  },
})

const broadcast = implement(broadcastSignal, {
  access: 'granted',
  space: 'essential',
  of: processInstances,
  unloggedInput: ['variables'],
  summary: 'Send a signal to all instances that wait for it, and begin processes with it',
  async handle(call) {
    const { signalName: name, variables } = call.input
    const among = await seenWaiting(call, 'signal', name)
    return { changed: await call.services.workflow.deliverSignal(call.caller.tenantId, { name, variables, among }) }
  },
})

/** The instance that is meant, with those of its family: what it has called waits for it. Nothing where none is named. @throws Failure `row.not-found` */
async function instancesNamed(
  { inTenant }: Asking,
  { processInstanceId: id, businessKey }: z.output<typeof correlateMessage.input>,
): Promise<readonly string[] | undefined> {
  if (!id && !businessKey) return undefined
  const rows = await inTenant((tx) =>
    tx.all(
      build
        .selectFrom('process_instances as named')
        .innerJoin('process_instances as one', (on) =>
          on.onRef('one.tenant_id', '=', 'named.tenant_id').onRef('one.root_id', '=', 'named.root_id'),
        )
        .select('one.id')
        .where((where) =>
          where.and([
            ...(id ? [where('named.id', '=', id)] : []),
            // What it has called has the same number.
            ...(businessKey ? [where('named.business_number', '=', businessKey), where('named.parent_id', 'is', null)] : []),
          ]),
        ),
    ),
  )
  return rows.length > 0 ? rows.map((row) => row.id) : fail('row.not-found')
}

/** Of those whose roles narrow their rows, the instances that they see; nothing where all are. */
async function seenWaiting({ caller, inTenant }: Asking, kind: 'message' | 'signal', name: string): Promise<readonly string[] | undefined> {
  if (!isNarrowed(caller.rows)) return undefined
  const rows = await inTenant((tx) =>
    tx.all(
      build
        .selectFrom('process_instances as instance')
        .select('instance.id')
        .where(
          sql<boolean>`exists (select from process_waits wait where wait.tenant_id = instance.tenant_id and wait.instance_id = instance.id
            and wait.wait_kind = ${kind} and wait.wait_name = ${name})`,
        ),
    ),
  )
  return rows.map(({ id }) => id)
}

export const messagesFeature: Feature = { tag: 'processes', routes: [correlate, broadcast, answer] }
