/** Starting an instance: by somebody, by an event, or by another part of the product. */
import { sql } from 'kysely'
import { historicProcessInstances, processInstances, users } from '../../model/index.ts'
import { servicesIn } from '../../model/workflow/listeners.ts'
import type { Command } from '../../model/workflow/core/commands.ts'
import type { ProcessStatus } from '../../model/workflow/process-instances.ts'
import { ExpressionError } from '../../model/workflow/variables.ts'
import { fail } from '../kernel/errors.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { deployed } from './engine/calls.ts'
import type { Chain } from './engine/chain.ts'
import { UNCHAINED } from './engine/chain.ts'
import type { Definition } from './engine/definitions.ts'
import type { EarlierStep } from './engine/load.ts'
import { earlierStep } from './engine/load.ts'
import type { Actor, EngineParts, Work } from './engine/parts.ts'
import { asServer, conclude, newUnit } from './engine/run.ts'
import type { Held } from './engine/held.ts'
import { settle } from './engine/settle.ts'
import { PICKED_BY_STARTER } from './engine/user-tasks.ts'
import { VariableError } from './engine/variables.ts'
import type { Fill, FilledIn } from './fill.ts'
import { notifyListeners } from './engine/listeners.ts'
import { fillIn } from './fill.ts'
import { newInstance } from './new-instance.ts'
import { assertPicked, idsOfPicked, pickedIn } from './picks.ts'
import { statement } from './statement.ts'
import { refuseVariable } from './tasks/act.ts'
import { answerOf, withRepeats } from './tasks/repeat.ts'

export interface StartAsk {
  /** A version, or the key of a process, of which the newest is taken. */
  readonly of: { readonly definition: string } | { readonly key: string }
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  /** The username or id of who does the tasks for which the model lets the starter pick. */
  readonly candidate?: string | undefined
  /** The same for single tasks, by their nodes. */
  readonly candidates?: Readonly<Record<string, string>> | undefined
  readonly description?: string | undefined
  readonly rangeStart?: string | undefined
  readonly rangeEnd?: string | undefined
  /** Of what it is, where something of the product began it. */
  readonly subject?: { readonly kind: string; readonly id: string } | undefined
  readonly commandKey?: string | undefined
  /** The event that has come, where it does not begin by itself. */
  readonly at?: string | undefined
  /** What is filled in of the form, where the process has one. */
  readonly fill?: Fill | undefined
  /** Stores what belongs to the start and is no part of the instance, in its transaction. @param key That of the process */
  readonly beside?: ((tx: Transaction, key: string) => Promise<unknown>) | undefined
  /** Somebody fills it in by hand: where the model lets the starter pick, they have to. */
  readonly isByHand?: boolean | undefined
  /** Of what another instance begins: the first of that chain, and how far it has gone. */
  readonly originId?: string | undefined
  readonly chain?: Chain | undefined
  /** In whose name the product itself starts it. */
  readonly starterId?: string | null | undefined
}

export interface Started {
  readonly id: string
  readonly businessNumber: string | null
  readonly processStatus: ProcessStatus
}

const NAME_LENGTH = 200

/** Starts an instance in a transaction of its own, and returns it. @throws Failure */
export function start(parts: EngineParts, actor: Actor, ask: StartAsk): Promise<Started> {
  return withRepeats(() => parts.transactions.inTenant(asServer(actor), (tx) => startIn(tx, parts, actor, ask, true)))
}

/**
 * The same in a transaction that is there already, and sees the whole tenant.
 * @param isLast Whether the transaction does nothing else afterwards, and ends with it
 * @throws Failure `row.not-found`, `process.suspended-definition`, `process.not-yours`, `process.by-events`, `process.range-order`
 */
export async function startIn(tx: Transaction, parts: EngineParts, actor: Actor, ask: StartAsk, isLast = false): Promise<Started> {
  const id = 'definition' in ask.of ? ask.of.definition : (await deployed(tx, ask.of.key))?.id
  const definition = id === undefined ? undefined : await parts.definitions.find(tx, id)
  if (!definition) return fail('row.not-found')
  const { userId } = actor
  const starterId = userId ?? ask.starterId ?? null
  const unit = await newUnit(tx, parts, userId === undefined ? {} : { userId })
  unit.chain = ask.chain ?? UNCHAINED
  const held = unit.add(newInstance(definition, starterId, ask), definition, true)
  unit.changes.numberPrefix = definition.model.process.numberPrefix ?? definition.key
  unit.changes.domainEvents.push({ kind: 'process-started', subject: held.id, payload: { id: held.id, definitionId: definition.id } })
  const work = { tx, parts, unit, picked: pickedIn(ask) }
  const asked = Promise.all([
    earlierStep(tx, ask.commandKey),
    tx.first(statement(aboutStart(definition, starterId, ask))),
    userId === undefined ? true : parts.people.mayStart(tx, { ...actor, userId }, definition.modelId),
  ])
  // Who is asked for its first task travels with the question whether it may begin at all. Where a start does more than ask people, the answer is waited for.
  const isPlain = [...servicesIn(definition.model)].length === 0 && definition.model.called.size === 0
  const [[begun], [earlier, about, mayStart]] = await Promise.all([Promise.allSettled([begin(work, held, ask, isPlain)]), asked])
  if (earlier) return repeated(tx, earlier, userId)
  if (!mayStart) return fail('process.not-yours', { values: { name: definition.name } })
  if (about?.suspended !== 0) return fail('process.suspended-definition', { values: { name: definition.name } })
  if (ask.at === undefined && definition.graph.startsOf(undefined).length === 0)
    return fail('process.by-events', { values: { name: definition.name } })
  if (!about.fits) return fail('process.range-order', { field: { name: 'endTime', label: 'error.process.range-order' } })
  if (begun.status === 'rejected') throw begun.reason
  const { title, store } = begun.value
  const { beside } = ask
  const usual = about.starter === null ? definition.name : `${about.starter} · ${definition.name}`
  held.name = (title ?? usual).slice(0, NAME_LENGTH)
  if (!isPlain) {
    notifyListeners(unit, held, '', 'start', null)
    unit.obey(held, startOf(ask))
  }
  const { done, businessNumber } = await conclude(
    { work, held },
    {
      command: 'start',
      commandKey: ask.commandKey,
      comment: ask.description ?? null,
      beside: beside && ((own) => beside(own, definition.key)),
      isLast: isLast && store === undefined,
    },
  )
  await store?.(tx)
  return { id: held.id, businessNumber, processStatus: done.processStatus }
}

/**
 * What an instance is called by of who starts it: their name, or else their account. Every list, mail and print has it, whoever reads; so nothing is told that some
 * role of the tenant hides.
 */
const shownStarter = (starterId: string | null) => sql`(select case when not hidden.starter then
    coalesce(case when not hidden.nickname then nullif(u.nickname, '') end, case when not hidden.username then u.username end) end
  from users u cross join (select coalesce(bool_or(h.field = 'nickname'), false) as nickname, coalesce(bool_or(h.field = 'username'), false) as username,
      coalesce(bool_or(h.field = 'starterId'), false) as starter
    from role_hidden_fields h join menus m on m.id = h.menu_id
    where (m.menu_code = ${users.menu} and h.field in ('nickname', 'username'))
      or (m.menu_code in (${processInstances.menu}, ${historicProcessInstances.menu}) and h.field = 'starterId')) hidden
  where u.id = ${starterId})`

const aboutStart = ({ id }: Definition, starterId: string | null, { rangeStart, rangeEnd }: StartAsk) => sql<{
  suspended: number
  starter: string | null
  fits: boolean
}>`
  select d.suspended, ${shownStarter(starterId)} as starter,
    coalesce(${rangeEnd}::timestamptz >= ${rangeStart}::timestamptz, true) as fits
  from process_definitions d where d.id = ${id}`

const startOf = ({ at }: StartAsk): Command => ({ do: 'start', ...(at === undefined ? {} : { at }) })

interface Begun extends Pick<Partial<FilledIn>, 'store'> {
  /** Where the model says one. */
  readonly title: string | undefined
}

/** Keeps its variables and lets it begin, where nobody has to know yet what it is called. */
async function begin(work: Work, held: Held, ask: StartAsk, isPlain: boolean): Promise<Begun> {
  const store = await keepVariables(work, held, ask)
  const title = titleOf(held)
  if (isPlain) {
    work.unit.obey(held, startOf(ask))
    await settle(work)
  }
  return { title, ...(store === undefined ? {} : { store }) }
}

/** Gives what is to be stored besides, once the instance is. */
async function keepVariables({ tx, parts, unit }: Work, held: Held, ask: StartAsk): Promise<FilledIn['store'] | undefined> {
  try {
    unit.setVariables(held, ask.variables ?? {})
    const store = await fillIn(tx, held, ask.fill)
    if (ask.isByHand) await assertPicked(tx, parts, held, ask)
    const picked = await idsOfPicked(tx, held, ask)
    if (picked) unit.setVariables(held, { [PICKED_BY_STARTER]: picked })
    return store
  } catch (error) {
    if (error instanceof VariableError) return refuseVariable(error)
    throw error
  }
}

async function repeated(tx: Transaction, earlier: EarlierStep, userId: string | undefined): Promise<Started> {
  if (earlier.actor_id !== (userId ?? null) || earlier.command !== 'start') return fail('process.key-used')
  const { processStatus } = answerOf(earlier)
  const row = await tx.first(
    statement(sql<{ business_number: string | null }>`select business_number from process_instances where id = ${earlier.instance_id}`),
  )
  return { id: earlier.instance_id, businessNumber: row?.business_number ?? null, processStatus }
}

/** What the model says; nothing where it says nothing, or that cannot be said. */
function titleOf({ definition, variables }: Held): string | undefined {
  const { title } = definition.model.process
  try {
    const value = title === undefined ? null : variables.read(title).value
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
