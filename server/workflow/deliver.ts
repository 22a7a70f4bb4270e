/** Messages and signals on their way to whoever waits for them: instances that wait go on, each by work of its own, and processes that begin with them begin. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { databaseTime } from '../kernel/runtime/clock.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { MAX_BEGUN, MAX_GENERATIONS, MAX_RELAYED, UNCHAINED, countBegun } from './engine/chain.ts'
import type { EngineParts, ServiceFault } from './engine/parts.ts'
import { Variables, VariableError } from './engine/variables.ts'
import { startIn } from './start.ts'
import { statement } from './statement.ts'
import type { Thrower } from './stop-setting.ts'
import { stopSetting } from './stop-setting.ts'
import { refuseVariable } from './tasks/act.ts'

export interface Occurrence {
  readonly name: string
  /** Of a message, the value by which the right instances are found; absent: whichever. */
  readonly correlation?: string | null | undefined
  readonly variables: Readonly<Record<string, unknown>>
  /** Instances that may be told, by their ids; absent: all of the tenant. */
  readonly among?: readonly string[] | undefined
  /** It is meant for instances that there are: none begins with it. */
  readonly beginsNothing?: boolean | undefined
  /** The instance that throws it; absent where it comes from outside. */
  readonly thrown?: Thrower | undefined
}

/**
 * Returns how many instances wait for it, and begin with it. A signal is for all, a message for those of its value. In a transaction that sees the whole
 * tenant.
 * @throws Failure `process.variable`
 */
export async function deliver(
  tx: Transaction,
  parts: EngineParts,
  tenantId: TenantId,
  kind: 'signal' | 'message',
  { name, correlation, variables, among, beginsNothing = false, thrown }: Occurrence,
): Promise<number> {
  await assertKept(tx, parts, variables)
  const { generation, relayed } = thrown?.chain ?? UNCHAINED
  const chain = { generation, relayed: thrown ? relayed + 1 : 0 }
  if (chain.relayed > MAX_RELAYED) {
    await stopSetting(tx, parts, thrown, { kind: 'too-many', fault: 'endless', about: name })
    return 0
  }
  const isRight = kind === 'signal' || correlation === undefined ? sql`true` : sql`w.correlation is not distinct from ${correlation}`
  const isAmong = among === undefined ? sql`true` : sql`w.instance_id = any(${among}::uuid[])`
  const [scheduled, starting] = await Promise.all([
    tx.all(
      statement(sql<{ key: string }>`insert into scheduled_work as s (tenant_id, kind, key, due_at, payload)
        select w.tenant_id, 'process-occur', w.instance_id || ':' || w.number, ${databaseTime(parts.clock)},
          jsonb_build_object('instance', w.instance_id, 'wait', w.number, 'variables', ${JSON.stringify(variables)}::jsonb, 'chain', ${JSON.stringify(chain)}::jsonb)
        from process_waits w where w.tenant_id = ${tenantId} and w.wait_kind = ${kind} and w.wait_name = ${name} and ${isRight} and ${isAmong}
        on conflict (tenant_id, kind, key) do nothing returning key`),
    ),
    beginsNothing ? [] : tx.all(statement(startersOf(kind, name))),
  ])
  if (scheduled.length > 0) await parts.invalidations.publish(tx, { kind: 'work-scheduled', at: parts.clock.now() })
  const begun = thrown && starting.length > 0 ? await mayBegin(tx, thrown) : {}
  if ('fault' in begun) await stopSetting(tx, parts, thrown, { kind: 'too-many', fault: begun.fault, about: name })
  else {
    const next = { originId: begun.origin, chain: thrown ? { ...chain, generation: generation + 1 } : UNCHAINED }
    for (const { id, node } of starting) await startIn(tx, parts, { tenantId }, { of: { definition: id }, variables, at: node, ...next })
  }
  return scheduled.length + ('fault' in begun ? 0 : starting.length)
}

/** Whether what is thrown may begin instances: the first of their chain, or what keeps it from it. */
async function mayBegin(
  tx: Transaction,
  { from, chain }: Thrower,
): Promise<{ readonly origin?: string | undefined } | { readonly fault: ServiceFault }> {
  if (chain.generation >= MAX_GENERATIONS) return { fault: 'endless' }
  const row = await tx.first(
    statement(sql<{ origin: string }>`select coalesce(root.origin_id, root.id) as origin from process_instances one
      join process_instances root on root.tenant_id = one.tenant_id and root.id = one.root_id where one.id = ${from ?? null}::uuid`),
  )
  return row && (await countBegun(tx, row.origin)) >= MAX_BEGUN ? { fault: 'too-many-begun' } : { origin: row?.origin }
}

/** What comes along is judged at once: whoever sends it is there to be told. */
async function assertKept(tx: Transaction, { clock }: EngineParts, values: Occurrence['variables']): Promise<void> {
  const kept = new Variables([], { now: clock.now(), zone: await tx.timeZone() })
  try {
    for (const [name, value] of Object.entries(values)) kept.set(name, value)
  } catch (error) {
    if (error instanceof VariableError) refuseVariable(error)
    throw error
  }
}

/** The newest versions of what begins with it. */
const startersOf = (kind: 'signal' | 'message', name: string) => sql<{ id: string; node: string }>`
  select d.id, s.node from process_start_events s join process_definitions d on d.tenant_id = s.tenant_id and d.id = s.definition_id
  where s.wait_kind = ${kind} and s.wait_name = ${name} and d.suspended = 0
    and not exists (select from process_definitions n where n.tenant_id = d.tenant_id and lower(n.key) = lower(d.key) and n.definition_version > d.definition_version)`
