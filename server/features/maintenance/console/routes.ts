/** The maintenance console: what is open, late and coming, and how reliable machines are, each figure with what it is made of. */
import * as contract from '../../../../model/contract/maintenance/console.ts'
import { workOrders } from '../../../../model/index.ts'
import { rangeKeys } from '../../../../model/list-query.ts'
import { secondText } from '../../../../model/zone.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { alarmsOutOfService, mayKnowOutOfService } from '../shared/out-of-service.ts'
import type { Times } from './asking.ts'
import { Counting } from './counting.ts'
import { effectivenessOf } from './effectiveness.ts'
import { countedFigures, orderCells } from './figures.ts'
import { lastNight } from './night.ts'
import { Reliability } from './reliability.ts'

const SECOND_MS = 1000
const DAY_MS = 86_400_000
/** Alarms out of service that are named; the figure beside them has all. */
const MAX_OUT = 8

const queryConsole = implement(contract.queryConsole, {
  access: 'granted',
  summary:
    'The maintenance console: figures of orders, plans, rounds, calibrations, parts, alarms and reliability, each with what it is made of',
  of: workOrders,
  async handle({ input: { siteId, category, days, asOf: asked }, caller, services, inTenant }) {
    // Filters of lists end with their second, so that figures do as well.
    const asOf = Math.floor((asked ?? services.clock.now()) / SECOND_MS) * SECOND_MS
    const window = { from: asOf - days * DAY_MS, to: asOf }
    return inTenant(async (tx) => {
      const zone = await tx.timeZone()
      const text = (moment: number) => secondText(zone, moment)
      const range: Times['range'] = (field, from, to) => {
        const [start, end] = rangeKeys(field)
        return { [start]: text(from), [end]: text(to) }
      }
      const times: Times = { asOf, from: window.from, text, range }
      const night = await lastNight(tx, caller, { zone, asOf, siteId })
      const counting = new Counting(caller, { siteId, category })
      const counted = countedFigures(counting, times, zone, night)
      const cells = orderCells(counting, times)
      const reliability = new Reliability(counting, times)
      await Promise.all([counting.read(tx), reliability.read(tx)])
      const makings = [...counted.filter((making) => making !== undefined), ...reliability.figures()]
      const figures = makings.map((make) => make())
      return {
        asOf,
        window,
        night,
        figures: [...figures, ...effectivenessOf(figures)],
        orders: cells?.map(({ state, age, give }) => ({ state, age, rows: give().rows })) ?? null,
        // By a site or a category that somebody does not see of alarms these are not narrowed: that would tell it.
        outOfService:
          mayKnowOutOfService(caller) && counting.open('alarms')
            ? await alarmsOutOfService(tx, caller, MAX_OUT, { siteId, category })
            : null,
        failing: await reliability.failing(tx, caller),
      }
    })
  },
})

export const consoleFeature: Feature = { tag: 'console', routes: [queryConsole] }
