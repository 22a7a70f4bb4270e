/** How reliable machines were in the window: what is divided by what is said by model/maintenance/reliability.ts, and which rows these are, here. */
import { sql } from 'kysely'
import type { FailingMachine, FigurePart } from '../../../../model/contract/maintenance/console.ts'
import { equipment } from '../../../../model/index.ts'
import type { FigureKey, Missing, PartName } from '../../../../model/maintenance/console.ts'
import type { ByMachine, Stoppage } from '../../../../model/maintenance/reliability.ts'
import {
  availability,
  byMachine,
  hoursRepaired,
  hoursStood,
  mtbf,
  mttr,
  ratioOf,
  united,
} from '../../../../model/maintenance/reliability.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build, typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { rowsOf } from '../../../kernel/resources/select.ts'
import type { Making, Times } from './asking.ts'
import { partOf, sumOf, titleOf } from './asking.ts'
import type { Counted, Counting, Filters } from './counting.ts'

/** The lists of which a row can be a failure. */
const SOURCES = ['faults', 'work-orders'] as const
type Source = (typeof SOURCES)[number]

/** What a failure was, by the list that it stands in. */
const NAMES = {
  faults: { stopped: 'stopped-faults', failed: 'failed-faults', repaired: 'repaired-faults' },
  'work-orders': { stopped: 'stopped-orders', failed: 'failed-orders', repaired: 'repaired-orders' },
} as const satisfies Record<Source, Record<string, PartName>>

const FAILURE = { isFailure: '1' } as const
const FIELDS = ['isFailure', 'downFrom', 'downTo', 'downUntil', 'equipmentId'] as const
const MAX_FAILING = 5

interface Row {
  readonly machine: string
  readonly from: number
  readonly until: number
  readonly goes_on: boolean
}

interface Failure extends Stoppage {
  readonly list: Source
}

interface Found {
  readonly list: Source
  /** Counted once {@link Counting.read} is done. */
  readonly stopped: () => Counted
  readonly failed: () => Counted
  readonly repaired: () => Counted
  stoppages: readonly Failure[]
}

interface Sums {
  readonly between: number | undefined
  readonly repair: number | undefined
  readonly parts: Readonly<Record<'calendar' | 'operating' | 'failures' | 'repairs' | 'repairing', FigurePart[]>>
}

export class Reliability {
  readonly #counting: Counting
  readonly #times: Times
  readonly #machines: (() => Counted) | undefined
  readonly #found: readonly Found[] | undefined
  #known: Sums | undefined
  #byMachine: readonly (readonly Failure[])[] | undefined

  /** Asks for what has to be counted; nothing where the caller may not be told one of the rows it rests on. */
  constructor(counting: Counting, times: Times) {
    this.#counting = counting
    this.#times = times
    const { from, asOf, range } = times
    this.#machines = counting.ask({
      list: 'equipment',
      base: { isScrapped: '0' },
      hours: {
        of: sql<number>`greatest(0, extract(epoch from ${new Date(asOf)}::timestamptz - greatest(${new Date(from)}::timestamptz, row.commissioned_at)) / 3600)`,
        fields: ['commissionedAt'],
      },
    })
    const found = SOURCES.map((list) => {
      const ask = (only: Filters) =>
        counting.ask({ list, base: { ...FAILURE, downFromEnd: times.text(asOf), downUntilStart: times.text(from) }, only })
      const [stopped, failed, repaired] = [ask({}), ask({ downFromStart: times.text(from) }), ask(range('downTo', from, asOf))]
      if (!stopped || !failed || !repaired || !counting.open(list, FIELDS)) return undefined
      return { list, stopped, failed, repaired, stoppages: [] }
    })
    this.#found = found.every((one) => one !== undefined) ? found : undefined
  }

  /** Reads when machines stood. */
  async read(tx: Transaction): Promise<void> {
    // Together, so that they travel in one round trip.
    await Promise.all((this.#found ?? []).map((found) => this.#readOne(tx, found)))
  }

  async #readOne(tx: Transaction, found: Found): Promise<void> {
    const { from, asOf, text } = this.#times
    const opened = this.#counting.open(found.list, FIELDS)
    if (!opened) return
    const filters = { ...FAILURE, downFromEnd: text(asOf), downUntilStart: text(from), ...this.#counting.narrowing(found.list) }
    const rows = rowsOf(opened.of, opened.view, filters).select([
      sql<string>`row.equipment_id`.as('machine'),
      sql<number>`extract(epoch from row.down_from)::float8 * 1000`.as('from'),
      sql<number>`extract(epoch from row.down_until)::float8 * 1000`.as('until'),
      sql<boolean>`row.down_to is null`.as('goes_on'),
    ])
    found.stoppages = (await tx.all(typedAs<Row>(rows))).map(({ machine, from: began, until, goes_on: goesOn }) => ({
      list: found.list,
      machine,
      from: began,
      to: goesOn ? undefined : until,
    }))
  }

  /** MTBF, MTTR, availability, and the share of the time for which no machine stood. */
  figures(): Making[] {
    const [machines, found] = [this.#machines, this.#found]
    if (!machines || !found) return []
    return (['mtbf', 'mttr', 'availability', 'uptime'] as const).map((key) => () => this.#figure(key))
  }

  #figure(key: 'mtbf' | 'mttr' | 'availability' | 'uptime') {
    const { between, repair, parts } = this.#sums()
    const a = availability(between, repair)
    const hours = (name: PartName, value: number | undefined): FigurePart[] =>
      value === undefined ? [] : [{ title: titleOf(name), rows: null, count: 0, hours: value }]
    const made: Record<typeof key, { value: number | undefined; missing: Missing; numerator: FigurePart[]; denominator: FigurePart[] }> = {
      mtbf: {
        value: between,
        missing: parts.operating.length === 0 || sumOf(parts.operating) <= 0 ? 'no-machines' : 'no-failures',
        numerator: parts.operating,
        denominator: parts.failures,
      },
      mttr: { value: repair, missing: 'no-repairs', numerator: parts.repairing, denominator: parts.repairs },
      availability: {
        value: a,
        missing: between === undefined ? 'no-failures' : 'no-repairs',
        numerator: hours('mtbf', between),
        denominator: [...hours('mtbf', between), ...hours('mttr', repair)],
      },
      uptime: {
        value: ratioOf(sumOf(parts.operating), sumOf(parts.calendar)),
        missing: 'no-machines',
        numerator: parts.operating,
        denominator: parts.calendar,
      },
    }
    const { value, missing, numerator, denominator } = made[key]
    return {
      key: key satisfies FigureKey,
      value: value ?? null,
      missing: value === undefined ? missing : null,
      numerator,
      denominator,
      isOfAllCategories: false,
    }
  }

  /** All that is read, parted once: a year of a thousand machines is fifteen thousand stoppages. */
  #all(): readonly (readonly Failure[])[] {
    return (this.#byMachine ??= byMachine((this.#found ?? []).flatMap(({ stoppages }) => stoppages)))
  }

  /** Of all that is read; several figures are made of it. */
  #sums() {
    return (this.#known ??= this.#sum())
  }

  #sum(): Sums {
    const span = { from: this.#times.from, to: this.#times.asOf }
    const found = this.#found ?? []
    const stoppages = this.#all()
    const first = byMachine(found[0]?.stoppages ?? [])
    // A fault and an order about the same standstill are two rows, and one failure.
    const each = united(stoppages)
    const repaired = each.filter(({ to }) => to !== undefined && to >= span.from && to < span.to + 1000)
    const parts = (what: 'stopped' | 'failed' | 'repaired', hours: number | null): FigurePart[] =>
      found.map((source) => ({ ...partOf(NAMES[source.list][what], source[what]()), hours }))
    const machines = this.#machines?.()
    const stood = hoursStood(stoppages, span)
    const calendar = machines?.hours ?? 0
    // Two lists may speak of the same hours: the first one says them, the second what it adds.
    const operating = machines
      ? [partOf('calendar-hours', machines), ...negative(parts('stopped', 0), added(hoursStood(first, span), stood))]
      : []
    const failures = lessAtOnce(parts('failed', null), each.filter(({ from }) => from >= span.from).length)
    const repairs = lessAtOnce(parts('repaired', null), repaired.length)
    const repairHours = hoursRepaired(byMachine(repaired))
    const repairing = share(parts('repaired', 0), added(hoursRepaired(within(first, repaired)), repairHours))
    return {
      between: mtbf(calendar - stood, sumOf(failures)),
      repair: mttr(repairHours, sumOf(repairs)),
      parts: { calendar: machines ? [partOf('calendar-hours', machines)] : [], operating, failures, repairs, repairing },
    }
  }

  /** The machines that failed most often, each with the lists of its failures; nothing for whoever is told none. */
  async failing(tx: Transaction, caller: Caller): Promise<FailingMachine[] | null> {
    const found = this.#found
    if (!found) return null
    const { from, asOf, text } = this.#times
    const span = { from, to: asOf }
    const worst = this.#all()
      .map((own) => ({
        id: own[0]?.machine ?? '',
        failures: united([own]).filter((whole) => whole.from >= from).length,
        hours: hoursStood([own], span),
        own,
      }))
      .filter(({ failures }) => failures > 0)
      .sort((one, other) => other.failures - one.failures || other.hours - one.hours || (one.id < other.id ? -1 : 1))
      .slice(0, MAX_FAILING)
    const names = await namesOf(
      tx,
      caller,
      worst.map(({ id }) => id),
    )
    return worst.map(({ id, failures, hours, own }) => ({
      equipmentId: id,
      equipmentName: names.get(id) ?? '',
      failures,
      hours,
      rows: SOURCES.map((list) => ({
        list,
        filters: { ...FAILURE, equipmentId: id, downFromStart: text(from), downFromEnd: text(asOf), ...this.#counting.narrowing(list) },
        count: own.filter((one) => one.list === list && one.from >= from).length,
      })).filter(({ count }) => count > 0),
    }))
  }
}

/** The stoppages that lie within one of the failures. */
function within(stoppages: ByMachine, failures: readonly Stoppage[]): ByMachine {
  // By machine: each stoppage beside each failure took 0.6 s for those of a year.
  const of = Map.groupBy(failures, ({ machine }) => machine)
  return stoppages.map((own) =>
    own.filter(({ machine, from }) => of.get(machine)?.some((whole) => whole.from <= from && from <= (whole.to ?? Infinity))),
  )
}

/** Hours that each list adds to those of the lists before it, which may speak of the same ones. */
const added = (first: number, all: number): number[] => [first, all - first]

/** The parts, and what rows about the same standstill count too many. */
function lessAtOnce(parts: readonly FigurePart[], all: number): FigurePart[] {
  const more = sumOf(parts) - all
  return more === 0 ? [...parts] : [...parts, { title: titleOf('at-once'), rows: null, count: -more, hours: null }]
}

const share = (parts: readonly FigurePart[], hours: readonly number[]): FigurePart[] =>
  parts.map((part, at) => ({ ...part, hours: hours[at] ?? 0 }))
const negative = (parts: readonly FigurePart[], hours: readonly number[]): FigurePart[] =>
  share(
    parts,
    hours.map((each) => -each),
  )

async function namesOf(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0 || !viewOf(caller, equipment).sees('equipmentName')) return new Map()
  const rows = await tx.all(build.selectFrom('equipment').select(['id', 'equipment_name']).where('id', 'in', ids))
  return new Map(rows.map(({ id, equipment_name: name }) => [id, name]))
}
