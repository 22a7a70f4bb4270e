/**
 * Calls to the outside: at least once, with the id of the call as the key by which the other side knows it. What was answered is noted only while the
 * attempt is still the one that counts, so that a server which was thought to be gone changes nothing afterwards.
 */
import * as z from 'zod/mini'
import { sql } from 'kysely'
import type { Network } from '../../model/tenant/networks.ts'
import { WEBHOOK_PORT, networksOf } from '../../model/tenant/networks.ts'
import type { DueWork } from '../kernel/runtime/scheduler-runner.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { EngineParts } from './engine/parts.ts'
import { conclude, open } from './engine/run.ts'
import { HttpRefused, httpCall } from './http-call.ts'

const SECOND = 1000
/** Pauses after an attempt that failed; then somebody has to look at it. */
const PAUSES = [10 * SECOND, 60 * SECOND, 300 * SECOND, 1800 * SECOND, 7200 * SECOND] as const

const payloadOf = z.object({ outside: z.string(), attempt: z.int() })
const requestOf = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: z.string(),
  body: z.unknown(),
  into: z.nullable(z.string()),
})

/** Makes the call, and lets the process go on with what was answered. */
export async function callOutside(parts: EngineParts, work: DueWork): Promise<void> {
  const { outside: id, attempt } = z.parse(payloadOf, work.payload)
  const scope = { tenantId: work.tenantId, operationId: newId() }
  // An attempt that is begun counts, whatever becomes of its server.
  const taken = await parts.transactions.inTenant(scope, (tx) =>
    tx.first(
      build
        .updateTable('process_outside')
        .set({ attempt: sql`attempt + 1` })
        .where('id', '=', id)
        .returning(['request', 'attempt', 'instance_id', 'activity']),
    ),
  )
  if (!taken) return parts.transactions.inTenant(scope, (tx) => work.finish(tx))
  const request = z.parse(requestOf, taken.request)
  let answer: unknown
  let failure: string | undefined
  try {
    answer = await httpCall(request, {
      key: id,
      hosts: await hostsOf(parts, work),
      networks: await openNetworks(parts, work),
      signal: work.signal,
    })
  } catch (error) {
    if (!(error instanceof HttpRefused)) throw error
    failure = error.message
  }
  await parts.transactions.inTenant(scope, async (tx) => {
    const opened = await open(tx, parts, { outside: id }, {})
    await work.finish(tx)
    const stands = await tx.run(
      build
        .updateTable('process_outside')
        .set({ last_error: failure ?? null })
        .where('id', '=', id)
        .where('attempt', '=', taken.attempt),
    )
    if (!opened || stands === 0 || !opened.held.isActive(taken.activity)) return
    const { held } = opened
    const { unit } = opened.work
    if (failure === undefined) {
      if (request.into !== null) unit.setVariables(held, { [request.into]: answer ?? null })
      unit.obey(held, { do: 'complete', activity: taken.activity })
    } else {
      const pause = PAUSES[attempt - 1]
      if (pause === undefined) unit.fail(held, taken.activity, 'outside', { about: failure })
      else {
        const due_at = new Date(unit.now.now + pause).toISOString()
        unit.changes.schedule({ kind: 'process-outside', key: id, due_at, payload: { outside: id, attempt: attempt + 1 } })
      }
    }
    await conclude(opened, { command: failure === undefined ? 'answered' : 'not-answered', activity: taken.activity })
  })
}

/** Hosts that the tenant has opened, in the parameter `process.httpHosts`; none where it says nothing. */
async function hostsOf({ settings }: EngineParts, { tenantId }: DueWork): Promise<readonly string[]> {
  return (await settings.of(tenantId))['process.httpHosts']
}

async function openNetworks({ transactions }: EngineParts, { tenantId }: DueWork): Promise<readonly Network[]> {
  const row = await transactions.inTenant(
    { tenantId },
    (tx) => tx.first(build.selectFrom('tenants').select('webhook_networks').where('id', '=', tenantId)),
    'read',
  )
  return networksOf(row?.webhook_networks, WEBHOOK_PORT)
}
