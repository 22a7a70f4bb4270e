/** Addresses that a run leads to. Pure but for the clock of the tenant. */
import type { RunCurve } from '../../../../model/contract/acquisition/runs.ts'
import { rangeKeys } from '../../../../model/list-query.ts'
import { dayOf, secondOf } from '../../../ui/clock.ts'

/** Points that a trend shows at once. */
const MAX_POINTS = 12
const RAISED = rangeKeys('raisedAt')

interface Way {
  readonly name: 'run' | 'report' | 'trend' | 'alarms'
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

interface From {
  readonly id: string
  readonly curve: Pick<RunCurve, 'from' | 'to' | 'isOpen' | 'roles'>
  /** The time that is shown: all of the run, or what was zoomed to. */
  readonly shown: { readonly from: number; readonly to: number }
  readonly deviceId: string | undefined
}

/** The pages with what each is asked for. A run that is over has a certificate, which is among those of the day it ended on; one that goes on has a curve. */
export function waysOf({ id, curve, shown, deviceId }: From): Way[] {
  const points = [...new Set(curve.roles.map(({ pointId }) => pointId))].slice(0, MAX_POINTS)
  const ofDevice = deviceId === undefined ? {} : { deviceId }
  return [
    { name: 'run', path: '/acquisition/run', query: { id } },
    {
      name: 'report',
      path: '/reports/curingreport',
      query: { report: curve.isOpen ? 'curve' : 'run-certificate', period: 'day', date: dayOf(curve.to), ...ofDevice },
    },
    ...(points.length === 0
      ? []
      : ([
          {
            name: 'trend',
            path: '/acquisition/trends',
            query: { points: points.join(','), from: String(Math.round(shown.from)), to: String(Math.round(shown.to)) },
          },
        ] as const)),
    ...(deviceId === undefined
      ? []
      : ([
          {
            name: 'alarms',
            path: '/acquisition/alarms',
            query: { deviceId, [RAISED[0]]: secondOf(shown.from), [RAISED[1]]: secondOf(shown.to) },
          },
        ] as const)),
  ]
}
