/** Messages and signals on their way to whoever waits for them: instances that wait go on, each by work of its own (docs/decisions/0195-events-in-line.md), and processes that begin with them begin. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { newId } from '../kernel/ids.ts'
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
 * Events that may stand in line for one place of an instance that takes each of them, such as an edge that does not interrupt: a sender does not fill the table of
 * somebody who has suspended an instance, and what instances throw at one another does not grow from hop to hop.
 */
const MAX_IN_LINE = 1000
const MAX_THROWN_IN_LINE = 100
/** Events that follow from one another get the less room the longer they do: in the end one waits at a place, as at one that takes one event alone. */
const roomAt = (relayed: number): number => (relayed === 0 ? MAX_IN_LINE : Math.max(1, Math.floor(MAX_THROWN_IN_LINE / relayed ** 2)))

/**
 * Returns how many instances wait for it, and begin with it. A signal is for all, a message for those of its value. Where an instance takes one event alone, the first
 * counts; where it takes each, all of them do, in their order, and one whose line is full is not among those that are counted. In a transaction that sees the whole
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
  const waits = sql`from process_waits w join process_instances i on i.tenant_id = w.tenant_id and i.id = w.instance_id`
  const areMeant = sql`w.tenant_id = ${tenantId} and w.wait_kind = ${kind} and w.wait_name = ${name} and ${isRight} and ${isAmong}`
  const each = await nodesThatTakeEach(tx, parts, sql`select distinct i.definition_id as definition, w.node ${waits} where ${areMeant}`)
  const [scheduled, starting] = await Promise.all([
    tx.all(
      statement(sql<{ key: string }>`insert into scheduled_work as s (tenant_id, kind, key, due_at, payload)
        select w.tenant_id, 'process-occur', w.instance_id || ':' || w.number || case when each.node is null then '' else ${`:${newId()}`} end,
          ${databaseTime(parts.clock)},
          jsonb_build_object('instance', w.instance_id, 'wait', w.number, 'variables', ${JSON.stringify(variables)}::jsonb, 'chain', ${JSON.stringify(chain)}::jsonb)
            || case when each.node is null then '{}'::jsonb else jsonb_build_object('holder', w.holder, 'node', w.node) end
        ${waits} left join jsonb_to_recordset(${JSON.stringify(each)}::jsonb) as each(definition uuid, node text)
          on each.definition = i.definition_id and each.node = w.node
        left join (${each.length > 0 ? IN_LINE : NO_LINES}) line on line.instance = w.instance_id::text and line.holder = w.holder::text and line.node = w.node
        where ${areMeant} and (each.node is null or coalesce(line.many, 0) < ${roomAt(chain.relayed)}::int)
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

interface Place {
  readonly definition: string
  readonly node: string
}

/** Of the places that wait, those that go on waiting once an event has come: at an edge, or beside all else, without interrupting. */
async function nodesThatTakeEach(tx: Transaction, { definitions }: EngineParts, places: RawBuilder<unknown>): Promise<Place[]> {
  const found: Place[] = []
  for (const place of await tx.all(statement(sql<Place>`${places}`))) {
    const definition = await definitions.find(tx, place.definition)
    if (definition?.graph.nodes.get(place.node)?.interruptsNot === true) found.push(place)
  }
  return found
}

/** How many events stand in line for each such place. */
const IN_LINE = sql`select work.payload ->> 'instance' as instance, work.payload ->> 'holder' as holder, work.payload ->> 'node' as node, count(*) as many
  from scheduled_work work where work.kind = 'process-occur' and work.dead_at is null and work.payload ->> 'node' is not null group by 1, 2, 3`
const NO_LINES = sql`select null::text as instance, null::text as holder, null::text as node, 0 as many where false`

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
