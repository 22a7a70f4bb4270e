/** When the points of a run were measured by what no calibration vouched for (docs/decisions/0177-expired-calibrations.md). Moments are milliseconds since 1970. */
import type { RunRole } from '../../../model/acquisition/curing.ts'
import type { Millis } from '../../../model/brands.ts'
import { calibrations } from '../../../model/index.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Reader, RunToJudge } from './read-run.ts'
import { doubtsFrom, doubtsOfBound } from './read-run.ts'

/** Fields of calibrations that a stretch of doubt tells: when one begins, when it ends, whether it was passed, and which points it is about. */
const DISCLOSED = ['validFrom', 'validUntil', 'calibrationResult', 'pointKeys'] as const

/** Whether the caller may be told when what a run rests on was in doubt. */
export const seesDoubts = (caller: Caller): boolean => DISCLOSED.every((name) => viewOf(caller, calibrations).sees(name))

export interface RunDoubt {
  readonly role: RunRole
  readonly pointName: string
  readonly from: number
  readonly to: number
}

/** The stretches of a run, point by point in the order in which they were bound, in which what was measured was in doubt; of the points that the reader sees. @param to The end of the run, or now */
export async function readDoubts(tx: Reader, run: Pick<RunToJudge, 'id' | 'startedAt'>, to: Millis): Promise<RunDoubt[]> {
  const rows = await tx.all(
    build
      .selectFrom('run_points as bound')
      .innerJoin('points', (on) => on.onRef('points.tenant_id', '=', 'bound.tenant_id').onRef('points.id', '=', 'bound.point_id'))
      .select(['bound.run_role', 'points.point_name', doubtsOfBound({ from: run.startedAt, to }).as('doubts')])
      .where('bound.run_id', '=', run.id)
      .orderBy('bound.id'),
  )
  return rows.flatMap((row) => doubtsFrom(row.doubts).map((span) => ({ role: row.run_role, pointName: row.point_name, ...span })))
}
