/** Maturity of the concrete of a run by the calibrated curve of its mix, and when it will reach another one. Moments are milliseconds since 1970. */
import { MATURITY_ROLES } from '../../../model/acquisition/curing.ts'
import type { CurvePoint, AccumulatedMaturity } from '../../../model/acquisition/maturity.ts'
import { isCalibrated, maturityAt, nurseSaul } from '../../../model/acquisition/maturity.ts'
import type { Steps } from '../../../model/acquisition/steps.ts'
import { extremeOf } from '../../../model/acquisition/steps.ts'
import type { Measured } from '../../../model/acquisition/verdict.ts'
import { HOUR_MS } from '../../../model/acquisition/verdict.ts'
import type { Millis, MillisRange } from '../../../model/brands.ts'
import { millis } from '../../../model/brands.ts'
import { build } from '../../kernel/database/sql.ts'
import { fail } from '../../kernel/errors.ts'
import type { Measuring, Reader, RunToJudge } from './read-run.ts'
import { endOrNow, readMeasured } from './read-run.ts'

const DAY_MS = 24 * HOUR_MS

export interface RunMaturity {
  readonly steps: Steps
  readonly span: MillisRange
  readonly accumulated: AccumulatedMaturity
  /** °C·h an hour over the last day, of what is known of it. */
  readonly rate: number
  readonly curve: readonly CurvePoint[]
  /** In MPa. */
  readonly designStrength: number
  readonly datum: number
  readonly activation: number | null
  readonly reference: number | null
}

/** The maturity of a run until its end, or now; by the points that the reader sees. @throws Failure `forecast.curve`, `forecast.design`, `forecast.temperature`, `run.samples` */
export async function readMaturity(tx: Reader, run: RunToJudge, measuring: Measuring, now = millis(Date.now())): Promise<RunMaturity> {
  const mix = await readMix(tx, run.componentId)
  const curve = mix?.id ? await readCurve(tx, mix.id) : []
  if (!mix || mix.datum_temp === null || !isCalibrated(curve, mix.curve_r2)) return fail('forecast.curve')
  if (mix.design_strength === null) return fail('forecast.design')
  const span = { from: run.startedAt, to: endOrNow(run, now) }
  const { measured } = await readMeasured(tx, run, span.to, measuring)
  const steps = temperatureOf(measured)
  return {
    steps,
    span,
    accumulated: nurseSaul(steps, span, mix.datum_temp),
    rate: rateOf(steps, span.to, mix.datum_temp),
    curve,
    designStrength: mix.design_strength,
    datum: mix.datum_temp,
    activation: mix.activation_k,
    reference: mix.reference_temp,
  }
}

/** What a share of the design strength takes: the strength in MPa, the maturity in °C·h, and when it was or will be reached; null beyond the curve, and where no maturity is gained. */
export function shareOf(runMaturity: RunMaturity, percent: number): { strength: number; maturity: number | null; at: Millis | null } {
  const strength = (runMaturity.designStrength * percent) / 100
  const maturity = maturityAt(runMaturity.curve, strength)
  return { strength, maturity, at: momentOf(runMaturity, maturity) }
}

async function readMix(tx: Reader, componentId: string) {
  return tx.first(
    build
      .selectFrom('components')
      .leftJoin('mixes', (on) => on.onRef('mixes.tenant_id', '=', 'components.tenant_id').onRef('mixes.id', '=', 'components.mix_id'))
      .select(['mixes.id', 'mixes.datum_temp', 'mixes.activation_k', 'mixes.reference_temp', 'mixes.curve_r2'])
      .select('components.design_strength')
      .where('components.id', '=', componentId),
  )
}

function readCurve(tx: Reader, mixId: string): Promise<CurvePoint[]> {
  return tx.all(
    build.selectFrom('mix_points').select(['maturity', 'strength']).where('mix_id', '=', mixId).orderBy('maturity').orderBy('id'),
  )
}

/** The temperature of the concrete: the coldest of the points of the role that knows it best, for the least maturity counts. @throws Failure `forecast.temperature` */
function temperatureOf(measured: Measured): Steps {
  const role = MATURITY_ROLES.find((each) => measured.lines.has(each))
  return role ? extremeOf(measured.lines.get(role) ?? [], measured, Math.min) : fail('forecast.temperature')
}

function rateOf(steps: Steps, to: Millis, datum: number): number {
  const { total, covered } = nurseSaul(steps, { from: to - DAY_MS, to }, datum)
  return covered > 0 ? total / (covered / HOUR_MS) : 0
}

/** When a maturity was reached, or will be if it goes on as in the last day. */
function momentOf({ steps, span: { from, to }, datum, accumulated, rate }: RunMaturity, maturity: number | null): Millis | null {
  if (maturity === null) return null
  if (maturity > accumulated.total) return rate > 0 ? millis(to + ((maturity - accumulated.total) / rate) * HOUR_MS) : null
  let sum = 0
  for (let at = 0; at < steps.length; at++) {
    const { time, value } = steps.at(at)
    const end = Math.min(steps.timeAt(at + 1), to)
    const gained = value === null ? 0 : (Math.max(0, value - datum) * (end - time)) / HOUR_MS
    if (sum + gained >= maturity) return millis(Math.max(from, time) + ((maturity - sum) / gained) * (end - time))
    sum += gained
  }
  return to
}
