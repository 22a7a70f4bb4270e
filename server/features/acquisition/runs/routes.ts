/** Curing runs: the standard verbs, what is known of a run, and what is done with it. */
import { runs } from '../../../../model/index.ts'
import { registryRoutes } from '../../../acquisition/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { options } from '../../../kernel/resources/options.ts'
import { acceptRun, addRunNote, addRunPoint, confirmStage, deleteRunPoint, finishRun } from './acts.ts'
import { queryRunCurve } from './curve.ts'
import { queryRunDetail } from './detail.ts'
import { queryForecast } from './forecast.ts'
import { queryRunVerdict, waiveVerdict } from './verdict.ts'
import { runWrites } from './writes.ts'

export const runsFeature: Feature = {
  tag: 'runs',
  routes: [
    ...registryRoutes(runWrites),
    options(runs),
    queryRunDetail,
    queryRunVerdict,
    queryRunCurve,
    queryForecast,
    addRunPoint,
    deleteRunPoint,
    addRunNote,
    confirmStage,
    finishRun,
    acceptRun,
    waiveVerdict,
  ],
}
