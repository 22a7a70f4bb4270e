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

/**
 * The column of a statement over `points` that has the calibrations by which their device is judged, the first first; null where there is none. A certificate
 * counts for as long as its machine had the device: of one that was changed, or scrapped, the past stays as it was measured.
 * @param equipmentId Of this machine alone
 */
export const calibrationsColumn = (equipmentId?: string): RawBuilder<readonly Stored[] | null> => sql<readonly Stored[] | null>`(
  select jsonb_agg(jsonb_build_array(extract(epoch from greatest(calibration.valid_from, link.linked_from))::float8 * 1000,
    extract(epoch from calibration.valid_until)::float8 * 1000, calibration.calibration_result <> 'fail', calibration.correction_factor,
    calibration.correction_shift, calibration.point_keys, extract(epoch from link.linked_until)::float8 * 1000)
    order by link.linked_from nulls first, link.id, calibration.valid_from, calibration.id)
  from equipment_devices link
  join calibrations calibration on calibration.tenant_id = link.tenant_id and calibration.equipment_id = link.equipment_id
  where link.tenant_id = points.tenant_id and link.device_id = points.device_id and (link.linked_until is null or calibration.valid_from < link.linked_until)
    ${equipmentId === undefined ? sql`` : sql`and link.equipment_id = ${equipmentId}::uuid`})`

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
