/**
 * Calls to the outside: at least once, with the id of the call as the key by which the other side knows it. What was answered is noted only while the
 * attempt is still the one that counts, so that a server which was thought to be gone changes nothing afterwards.
 */
import * as z from 'zod/mini'
import { sql } from 'kysely'
import type { Network } from '../../model/tenant/networks.ts'
import { WEBHOOK_PORT, networksOf } from '../../model/tenant/networks.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { DueWork } from '../kernel/runtime/scheduler-runner.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { EngineParts } from './engine/parts.ts'
import { conclude, open } from './engine/run.ts'
import { callbackOf } from './callback.ts'
import { HttpRefused, httpCall } from './http-call.ts'
import type { KeptRequest } from './outside-request.ts'
import { leaving, requestOf, withoutSecrets } from './outside-request.ts'
import { rest } from './rest.ts'

const NO_CALLBACK = 'the other side did not answer in time'
const SECOND = 1000
/** Pauses after an attempt that failed; then somebody has to look at it. */
const PAUSES = [10 * SECOND, 60 * SECOND, 300 * SECOND, 1800 * SECOND, 7200 * SECOND] as const

/** What an attempt has come to. */
const cameOf = z.object({
  attempt: z.int(),
  answer: z.optional(z.json()),
  failure: z.optional(z.string()),
  /** It came by the address of a later answer. */
  isCallback: z.optional(z.boolean()),
})
type Came = z.output<typeof cameOf>
const payloadOf = z.object({
  outside: z.string(),
  attempt: z.int(),
  /** Of an instance that was suspended while it was called: what came of that, which counts when it goes on. */
  came: z.optional(cameOf),
  /** It was called, and the time ends in which the other side may answer. */
  awaits: z.optional(z.boolean()),
})

/** Makes the call, and lets the process go on with what was answered. Nothing is called for an instance that is suspended: that rests. */
export async function callOutside(parts: EngineParts, work: DueWork): Promise<void> {
  const { outside: id, came, awaits, attempt } = z.parse(payloadOf, work.payload)
  const scope = { tenantId: work.tenantId, operationId: newId() }
  const known = came ?? (awaits ? { attempt, failure: NO_CALLBACK } : await call(parts, work, id, scope))
  if (known) await parts.transactions.inTenant(scope, (tx) => goOn(tx, parts, work, known))
}

type Scope = Parameters<EngineParts['transactions']['inTenant']>[0]

async function call(parts: EngineParts, work: DueWork, id: string, scope: Scope): Promise<Came | undefined> {
  const taken = await parts.transactions.inTenant(scope, (tx) => take(tx, parts, work, id))
  if (!taken) return undefined
  const { attempt } = taken
  const asked = z.parse(requestOf, taken.request)
  try {
    const way = {
      key: id,
      hosts: await hostsOf(parts, work),
      networks: await openNetworks(parts, work),
      now: parts.clock.now(),
      signal: work.signal,
    }
    const { request, secrets } = await leaving(parts, work.tenantId, asked, taken.callbackUrl)
    return { attempt, answer: withoutSecrets(await httpCall(request, way), secrets) as Came['answer'] }
  } catch (error) {
    if (!(error instanceof HttpRefused)) throw error
    return { attempt, failure: reasonOf(error, asked) }
  }
}

/** Why it was refused: about a host that an expression gave it says the expression. */
const reasonOf = ({ message, host }: HttpRefused, { written }: KeptRequest): string =>
  host === undefined || written === null ? message : message.replace(host, () => written)

/** What is to be called; nothing where there is nothing to call, or not now. */
async function take(tx: Transaction, parts: EngineParts, work: DueWork, id: string): Promise<Taken | undefined> {
  const taken = await attempted(tx, id)
  if (taken) return withCallback(tx, parts, id, taken)
  // Judged again under the lock: it may just have been told to go on.
  const opened = await open(tx, parts, { outside: id }, {})
  const state = opened?.held.changes.instance_state
  const again = state === 'running' ? await attempted(tx, id) : undefined
  if (again) return withCallback(tx, parts, id, again)
  await work.finish(tx)
  if (state === 'suspended') await rest(tx, work)
  return undefined
}

interface Attempted {
  readonly request: unknown
  readonly attempt: number
}
type Taken = Attempted & { readonly callbackUrl: string | undefined }

const withCallback = async (tx: Transaction, parts: EngineParts, id: string, taken: Attempted): Promise<Taken> => ({
  ...taken,
  callbackUrl: await callbackOf(tx, parts, id, z.parse(requestOf, taken.request)),
})

/** An attempt that is begun counts, whatever becomes of its server. None is begun for a passage that is over. */
const attempted = (tx: Transaction, id: string) =>
  tx.first(
    build
      .updateTable('process_outside')
      .from(['process_instances as instance', 'process_activities as passage'])
      .set({ attempt: sql`process_outside.attempt + 1` })
      .whereRef('instance.tenant_id', '=', 'process_outside.tenant_id')
      .whereRef('instance.id', '=', 'process_outside.instance_id')
      .whereRef('passage.tenant_id', '=', 'process_outside.tenant_id')
      .whereRef('passage.instance_id', '=', 'process_outside.instance_id')
      .whereRef('passage.number', '=', 'process_outside.activity')
      .where('process_outside.id', '=', id)
      .where('passage.activity_state', '=', 'active')
      .where('instance.instance_state', '=', 'running')
      .returning(['process_outside.request', 'process_outside.attempt']),
  )

async function goOn(tx: Transaction, parts: EngineParts, work: DueWork, came: Came): Promise<void> {
  const { outside: id, attempt, awaits } = z.parse(payloadOf, work.payload)
  const { answer, failure } = came
  const opened = await open(tx, parts, { outside: id }, {})
  await work.finish(tx)
  const noted = await tx.first(
    build
      .updateTable('process_outside')
      .set({ last_error: failure ?? null })
      .where('id', '=', id)
      .where('attempt', '=', came.attempt)
      .returning(['request', 'activity', 'callback_until']),
  )
  if (!opened || !noted || !opened.held.isActive(noted.activity)) return
  const { held } = opened
  const { unit } = opened.work
  if (held.changes.instance_state === 'suspended') return void (await rest(tx, work, { came }))
  const { into, callback } = z.parse(requestOf, noted.request)
  const until = failure === undefined && callback !== null && came.isCallback !== true ? noted.callback_until : null
  if (until !== null) {
    const due_at = until.toISOString()
    unit.changes.schedule({ kind: 'process-outside', key: id, due_at, payload: { outside: id, attempt: came.attempt, awaits: true } })
  } else if (failure === undefined) {
    if (into !== null) unit.setVariables(held, { [into]: answer ?? null })
    unit.obey(held, { do: 'complete', activity: noted.activity })
  } else {
    const pause = awaits ? undefined : PAUSES[attempt - 1]
    if (pause === undefined) unit.fail(held, noted.activity, 'outside', { about: failure })
    else {
      const due_at = new Date(unit.now.now + pause).toISOString()
      unit.changes.schedule({ kind: 'process-outside', key: id, due_at, payload: { outside: id, attempt: attempt + 1 } })
    }
  }
  const command = until !== null ? 'called' : failure === undefined ? 'answered' : 'not-answered'
  await conclude(opened, { command, activity: noted.activity })
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
