/**
 * Rows counted for figures, by the same conditions as their list filters by (`conditionsOf`): what a figure counts is what its list shows. Of one list and one
 * base all are counted by one statement that reads the rows once.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { FigureRows } from '../../../../model/contract/maintenance/console.ts'
import { resourceNamed } from '../../../../model/index.ts'
import { fieldOfKey } from '../../../../model/list-query.ts'
import type { FigureList } from '../../../../model/maintenance/console.ts'
import type { Resource } from '../../../../model/resource.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { View } from '../../../kernel/authorization/view.ts'
import { mayCall, viewOf } from '../../../kernel/authorization/view.ts'
import { typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { conditionsOf, rowsOf } from '../../../kernel/resources/select.ts'

export type Filters = Readonly<Record<string, string>>

/** What is counted of the rows of a list. */
export interface Asked {
  readonly list: FigureList
  /** What all that is counted together has in common: the statement reads these rows. */
  readonly base: Filters
  /** What this one asks of them besides. */
  readonly only?: Filters
  /** What is added up of them besides counting: an expression in hours, and the fields that it is made of. */
  readonly hours?: { readonly of: RawBuilder<number>; readonly fields: readonly string[] }
}

/** Filled in by {@link Counting.read}. */
export interface Counted {
  readonly rows: FigureRows
  readonly hours: number | null
}

interface Slot {
  readonly asked: Asked
  rows: number
  hours: number | null
}

interface Group {
  readonly of: Resource
  readonly view: View
  readonly base: Filters
  /** By what is asked of the rows: what several figures ask for is counted once. */
  readonly slots: Map<string, Slot>
}

/** What a site and a category are called among the filters of each list; a list that has no category is of all of them. */
const NARROWED_BY: Readonly<Record<FigureList, { readonly site: string; readonly category?: string }>> = {
  'work-orders': { site: 'siteId', category: 'category' },
  faults: { site: 'siteId', category: 'category' },
  'maintenance-plans': { site: 'siteId', category: 'category' },
  'plan-dates': { site: 'siteId', category: 'category' },
  rounds: { site: 'siteId' },
  equipment: { site: 'siteId', category: 'category' },
  'spare-parts': { site: 'siteId' },
  alarms: { site: 'siteId', category: 'category' },
  runs: { site: 'siteId' },
}

export interface Narrowed {
  readonly siteId: string | undefined
  readonly category: string | undefined
}

export class Counting {
  readonly #caller: Caller
  readonly #narrowed: Narrowed
  readonly #groups = new Map<string, Group>()

  constructor(caller: Caller, narrowed: Narrowed) {
    this.#caller = caller
    this.#narrowed = narrowed
  }

  /** The noun of the list with the caller's view of it; undefined for whoever may not open the list, or does not see one of the fields. */
  open(list: FigureList, fields: readonly string[] = []): { readonly of: Resource; readonly view: View } | undefined {
    const of = resourceNamed(list)
    if (of === undefined || !mayCall(this.#caller, `${of.api.base}/query${of.api.noun}`)) return undefined
    const view = viewOf(this.#caller, of)
    const wanted = [...fields, ...Object.keys(this.narrowing(list))].map(fieldOfKey)
    return wanted.every((field) => view.sees(field)) ? { of, view } : undefined
  }

  /** The filters of the list for the site and the category that were chosen. */
  narrowing(list: FigureList): Filters {
    const { site, category } = NARROWED_BY[list]
    return {
      ...(this.#narrowed.siteId === undefined ? {} : { [site]: this.#narrowed.siteId }),
      ...(this.#narrowed.category === undefined || category === undefined ? {} : { [category]: this.#narrowed.category }),
    }
  }

  /** Whether a category was chosen that the list does not know. */
  isOfAllCategories(list: FigureList): boolean {
    return this.#narrowed.category !== undefined && NARROWED_BY[list].category === undefined
  }

  /** What gives the rows that are asked for once they are read; undefined for whoever is told nothing of them. */
  ask(asked: Asked): (() => Counted) | undefined {
    const { list, base, only = {}, hours } = asked
    const opened = this.open(list, [...Object.keys(base), ...Object.keys(only), ...(hours?.fields ?? [])])
    if (opened === undefined) return undefined
    const key = `${list} ${JSON.stringify(base)}`
    let group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, (group = { ...opened, base: { ...base, ...this.narrowing(list) }, slots: new Map() }))
    const name = `${hours?.fields.join() ?? ''} ${JSON.stringify(only)}`
    let slot = group.slots.get(name)
    if (slot === undefined) group.slots.set(name, (slot = { asked, rows: 0, hours: null }))
    const [filters, counted] = [{ ...group.base, ...only }, slot]
    return () => ({ rows: { list, filters, count: counted.rows }, hours: counted.hours })
  }

  /** Counts what was asked for. */
  async read(tx: Transaction): Promise<void> {
    await Promise.all([...this.#groups.values()].map((group) => readGroup(tx, group)))
  }
}

async function readGroup(tx: Transaction, { of, view, base, slots: byName }: Group): Promise<void> {
  const slots = [...byName.values()]
  const columns = slots.flatMap(({ asked: { only = {}, hours } }, at) => {
    const conditions = conditionsOf(of, view, only)
    const when = conditions.length === 0 ? sql`` : sql` filter (where ${sql.join(conditions, sql` and `)})`
    return [
      sql<number>`(count(*)${when})::integer`.as(`rows${at}`),
      ...(hours === undefined ? [] : [sql<number>`coalesce(sum(${hours.of})${when}, 0)::float8`.as(`hours${at}`)]),
    ]
  })
  const row = await tx.first(typedAs<Record<string, number>>(rowsOf(of, view, base).select(columns)))
  for (const [at, slot] of slots.entries()) {
    slot.rows = row?.[`rows${at}`] ?? 0
    slot.hours = slot.asked.hours === undefined ? null : (row?.[`hours${at}`] ?? 0)
  }
}
