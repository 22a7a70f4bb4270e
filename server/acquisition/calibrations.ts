/**
 * Calibrations as collectors and verdicts know them: of the machines that a device measured on, each for as long as it did, read along with its points
 * (docs/decisions/0177-expired-calibrations.md).
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { CalibrationSpan } from '../../model/maintenance/calibration-span.ts'

type Stored = readonly [
  from: number,
  until: number,
  isPassed: boolean,
  factor: number | null,
  shift: number | null,
  keys: string | null,
  to: number | null,
]

/** Of a statement over `points`: the certificates of the machines that their device was on. */
const OF_DEVICE = sql`equipment_devices link
  join calibrations calibration on calibration.tenant_id = link.tenant_id and calibration.equipment_id = link.equipment_id
  where link.tenant_id = points.tenant_id and link.device_id = points.device_id and (link.linked_until is null or calibration.valid_from < link.linked_until)`

const ofMachine = (equipmentId: string | undefined): RawBuilder<unknown> =>
  equipmentId === undefined ? sql`` : sql`and link.equipment_id = ${equipmentId}::uuid`

/** The first one first: as they count one after the other. */
const IN_ORDER = sql`link.linked_from nulls first, link.id, calibration.valid_from, calibration.id`

/**
 * The column of a statement over `points` that has the calibrations by which their device is judged, the first first; null where there is none. A certificate
 * counts for as long as its machine had the device: of one that was changed, or scrapped, the past stays as it was measured.
 */
export const calibrationsColumn = (): RawBuilder<readonly Stored[] | null> => sql<readonly Stored[] | null>`(
  select jsonb_agg(jsonb_build_array(extract(epoch from greatest(calibration.valid_from, link.linked_from))::float8 * 1000,
    extract(epoch from calibration.valid_until)::float8 * 1000, calibration.calibration_result <> 'fail', calibration.correction_factor,
    calibration.correction_shift, calibration.point_keys, extract(epoch from link.linked_until)::float8 * 1000)
    order by ${IN_ORDER})
  from ${OF_DEVICE})`

/**
 * The stretches, as rows `begins` and `ends`, in which what a row of `points` measured was in doubt: the calibration that counted then had ended, or was not passed, as `isInDoubt` of
 * model/maintenance/calibration-span.ts says of a moment. A part of a statement over `points`, of one run or of very many at once.
 * @param from Moments between which they are wanted @param equipmentId Of this machine alone
 */
export const doubtsOf = (from: RawBuilder<unknown>, to: RawBuilder<unknown>, equipmentId?: string): RawBuilder<unknown> => sql`
  select begins, ends from (
    select greatest(${from}, span.began, case when span.is_passed then span.valid_until end) as begins, least(${to}, span.linked_until, span.following) as ends
    from (
      select greatest(calibration.valid_from, link.linked_from) as began, calibration.valid_until, link.linked_until, calibration.calibration_result <> 'fail' as is_passed,
        lead(greatest(calibration.valid_from, link.linked_from)) over (order by ${IN_ORDER}) as following
      from ${OF_DEVICE} ${ofMachine(equipmentId)} and (coalesce(calibration.point_keys, '') = '' or points.point_key = any(string_to_array(calibration.point_keys, ',')))
    ) as span
  ) as doubt where begins < ends`

/** The column of a statement over `points` that has the stretches of {@link doubtsOf}, in order: pairs of milliseconds since 1970; null where there is none. */
export const doubtsColumn = (
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<readonly (readonly [number, number])[] | null> =>
  sql<
    readonly (readonly [number, number])[] | null
  >`(select jsonb_agg(jsonb_build_array(extract(epoch from begins) * 1000, extract(epoch from ends) * 1000) order by begins) from (${doubtsOf(from, to)}) as doubts)`

/** The calibrations from what {@link calibrationsColumn} holds. */
export const spansOf = (stored: readonly Stored[] | null): CalibrationSpan[] =>
  (stored ?? []).map(([from, until, isPassed, factor, shift, keys, to]) => ({
    from,
    until,
    to: to ?? Infinity,
    isPassed,
    factor,
    shift,
    keys: keys ? keys.split(',') : [],
  }))
