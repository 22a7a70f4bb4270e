/** Several histories over one range in one trip, as a chart shows them beside each other, with the names of their points as far as the caller sees them. */
import { rangeInMillis } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/acquisition/readings.ts'
import { points } from '../../../../model/index.ts'
import { carryMs, readHistory } from '../../../acquisition/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { mayCall, viewOf } from '../../../kernel/authorization/view.ts'
import { pointsWithDevices, seenOf } from '../shared/seen-points.ts'

export const queryReadingTrend = implement(contract.queryReadingTrend, {
  access: 'granted',
  of: points,
  summary: 'Values of several points in one range of time, each reduced as one history is; points that are not there are left out',
  async handle({ input, caller, services, inTenant }) {
    const to = input.to ?? services.clock.now()
    const from = input.from ?? to - (input.last as number)
    const allowed = mayCall(caller, contract.exportReading.path) && !caller.hiddenButtons.has('trends:export') ? ['export' as const] : []
    const answered = { timeZone: await services.transactions.timeZoneOf(caller.tenantId), from, to, allowed }
    const wanted = input.pointId
    if (!wanted) return { ...answered, list: [] }
    const view = viewOf(caller, points)
    const list = await inTenant(async (tx) => {
      const found = await tx.all(
        pointsWithDevices()
          .select(['points.series', carryMs('points').as('carry_ms')])
          .where('points.id', 'in', wanted),
      )
      // Down one connection, one after the other, without waiting in between.
      return Promise.all(
        found.map(async (row) => {
          const {
            resolution,
            width,
            stretches: read,
          } = await readHistory(tx, { series: row.series, carryMs: row.carry_ms, ...rangeInMillis({ from, to }) }, input.points)
          return { pointId: row.id, point: seenOf(view, row), resolution, width, list: read }
        }),
      )
    })
    return { ...answered, list: list.sort((one, other) => wanted.indexOf(one.pointId) - wanted.indexOf(other.pointId)) }
  },
})
