/** Whether plans were kept: their dates that are over, and what was finished by the end of its day. */
import { sql } from 'kysely'
import type { FigurePart, PassedDate } from '../../../../model/contract/maintenance/console.ts'
import { maintenancePlans } from '../../../../model/index.ts'
import { ratioOf } from '../../../../model/maintenance/reliability.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { rowsOf } from '../../../kernel/resources/select.ts'
import type { Making, Part, Times } from './asking.ts'
import { askAll, sumOf, titleOf } from './asking.ts'
import type { Counting, Filters } from './counting.ts'
import { daysOver } from './figures.ts'

const DAYS = [30, 90] as const
const MAX_PASSED = 20

interface Kept {
  readonly days: (typeof DAYS)[number]
  readonly orders: () => FigurePart[]
  passed: number
}

export class Compliance {
  readonly #counting: Counting
  readonly #kept: readonly Kept[]

  /** @param zone Of the tenant (IANA) */
  constructor(counting: Counting, { asOf, range }: Times, zone: string) {
    this.#counting = counting
    // Dates without an order are those of the plans that the caller sees.
    const mayCount = counting.open('maintenance-plans', ['planCode', 'nextDue']) !== undefined
    this.#kept = DAYS.flatMap((days) => {
      const { from, to } = daysOver(zone, asOf, days)
      const orders = (outcome: string): Part[1] => {
        const base: Filters = { orderOrigin: 'plan', ...range('planDay', from, to) }
        return { list: 'work-orders', base, only: { planOutcome: outcome } }
      }
      const give = askAll(counting, [
        ['in-time', orders('in-time')],
        ['late', orders('late')],
        ['not-done', orders('overdue')],
      ])
      return mayCount && give ? [{ days, orders: give, passed: 0 }] : []
    })
  }

  /** Counts the dates on which no order was opened, and reads the newest of them; null for whoever is told none. */
  async read(tx: Transaction, caller: Caller): Promise<PassedDate[] | null> {
    if (this.#kept.length === 0) return null
    const plans = rowsOf(maintenancePlans, viewOf(caller, maintenancePlans), this.#counting.narrowing('maintenance-plans'))
    const passed = plans.innerJoin('plan_dates as due', (on) =>
      on
        .onRef('due.tenant_id', '=', 'row.tenant_id')
        .onRef('due.plan_id', '=', 'row.id')
        .on('due.date_outcome', 'in', ['skipped', 'missed']),
    )
    const within = (days: number) => sql<boolean>`due.due_on >= current_date - ${days}::integer and due.due_on < current_date`
    const counts = await tx.first(
      typedAs<Record<string, number>>(
        passed
          .where(within(90))
          .select(DAYS.map((days) => sql<number>`(count(*) filter (where ${within(days)}))::integer`.as(`of${days}`))),
      ),
    )
    for (const kept of this.#kept) kept.passed = counts?.[`of${kept.days}`] ?? 0
    return tx.all(
      typedAs<PassedDate>(
        passed
          .where(within(90))
          .select([
            sql<string>`row.id`.as('planId'),
            sql<string>`row.plan_code`.as('planCode'),
            sql<string>`to_char(due.due_on, 'YYYY-MM-DD')`.as('dueOn'),
            sql<'skipped' | 'missed'>`due.date_outcome`.as('outcome'),
          ])
          .orderBy(sql`due.due_on desc, row.id`)
          .limit(MAX_PASSED),
      ),
    )
  }

  figures(): Making[] {
    return this.#kept.map(({ days, orders }) => () => {
      const made = orders()
      const [inTime] = made
      const passed: FigurePart = { title: titleOf('passed-dates'), rows: null, count: this.#passedOf(days), hours: null }
      const [numerator, denominator] = [inTime ? [inTime] : [], [...made, passed]]
      const value = ratioOf(sumOf(numerator), sumOf(denominator))
      return {
        key: `compliance-${days}` as const,
        value: value ?? null,
        missing: value === undefined ? 'nothing-due' : null,
        numerator,
        denominator,
        isOfAllCategories: false,
      }
    })
  }

  #passedOf(days: number): number {
    return this.#kept.find((kept) => kept.days === days)?.passed ?? 0
  }
}
