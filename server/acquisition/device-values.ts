/** Newest values of points as columns of files of devices, as the list of devices shows them. */
import { sql } from 'kysely'
import { converted } from '../../model/acquisition/mapping/units.ts'
import { shownIn, valueWithUnit } from '../../model/acquisition/point-display.ts'
import { QUALITY } from '../../model/acquisition/quality.ts'
import { queryDevicePoints } from '../../model/contract/acquisition/devices.ts'
import { queryLatestReading } from '../../model/contract/acquisition/readings.ts'
import { devices, points } from '../../model/index.ts'
import { localeOf } from '../../model/labels/index.ts'
import type { Beside, Cell } from '../exchange/index.ts'
import type { View } from '../kernel/authorization/view.ts'
import { mayCall, viewOf } from '../kernel/authorization/view.ts'
import { statement } from './statement.ts'

interface Display {
  readonly unit: string | null
  readonly display_unit: string | null
  readonly decimals: number | null
  readonly state_texts: string | null
}
interface Newest extends Display {
  readonly device_id: string
  readonly point_key: string
  readonly value: number | null
}
interface Kind extends Pick<Display, 'unit' | 'display_unit'> {
  readonly point_key: string
  readonly point_name: string
  readonly names: number
  readonly units: number
  readonly states: boolean
}

const WIDTH = 16
/** Fields of points that headings and cells are made with, each where the caller sees it. */
const SHOWN_BY = ['pointName', 'unit', 'displayUnit', 'decimals', 'stateTexts'] as const

/** Whoever may watch newest values has them here as well. A value that is old is told all the same; one of bad quality is none. */
export const deviceValues: Beside = {
  of: devices,
  may(caller) {
    const view = viewOf(caller, points)
    return (
      mayCall(caller, queryDevicePoints.path) &&
      mayCall(caller, queryLatestReading.path) &&
      view.allowed.includes('query') &&
      view.sees('deviceId') &&
      view.sees('pointKey')
    )
  },
  fieldsFor(caller) {
    const view = viewOf(caller, points)
    return SHOWN_BY.filter((field) => view.sees(field))
  },
  async open(tx, caller, keys, language) {
    const view = viewOf(caller, points)
    const locale = localeOf[language]
    const kinds = new Map((await tx.all(kindsOf(keys))).map((kind) => [kind.point_key, kind]))
    // Values of one unit are numbers to reckon with, and the unit stands above them; others are words.
    const units = keys.map((key) => {
      const kind = kinds.get(key)
      return kind && kind.units <= 1 && !(kind.states && view.sees('stateTexts')) ? shownIn(displayOf(view, kind)).unit : undefined
    })
    return {
      columns: keys.map((key, at) => {
        const kind = kinds.get(key)
        const name = kind && kind.names === 1 && view.sees('pointName') && kind.point_name ? kind.point_name : key
        const unit = units[at]
        return { heading: unit ? `${name} (${unit})` : name, kind: unit === undefined ? 'text' : 'number', width: WIDTH }
      }),
      async cells(inside, ids) {
        const found = Map.groupBy(await inside.all(newestOf(ids, keys)), (row) => row.device_id)
        return new Map(
          [...found].map(([id, rows]) => {
            const byKey = new Map(rows.map((row) => [row.point_key, row]))
            return [id, keys.map((key, at) => cellOf(byKey.get(key), view, units[at] !== undefined, locale))]
          }),
        )
      },
    }
  },
}

function cellOf(row: Newest | undefined, view: View, isNumber: boolean, locale: string): Cell {
  if (row?.value === null || row === undefined) return null
  const display = displayOf(view, row)
  if (!isNumber) return valueWithUnit(row.value, display, locale)
  const shown = converted(row.value, shownIn(display))
  return display.decimals === null || display.decimals === undefined ? shown : Number(shown.toFixed(display.decimals))
}

/** What the caller sees of how values are written. */
function displayOf(view: View, row: Partial<Display>) {
  return {
    unit: view.sees('unit') ? row.unit : null,
    displayUnit: view.sees('displayUnit') ? row.display_unit : null,
    decimals: view.sees('decimals') ? row.decimals : null,
    stateTexts: view.sees('stateTexts') ? row.state_texts : null,
  }
}

/** Of each key, of all points that have it: whether they have one name and one unit, and whether words stand for values. */
const kindsOf = (keys: readonly string[]) =>
  statement(sql<Kind>`
  select point_key, min(point_name) as point_name, count(distinct point_name)::integer as names, min(unit) as unit, min(display_unit) as display_unit,
    count(distinct (coalesce(unit, ''), coalesce(display_unit, '')))::integer as units, bool_or(coalesce(state_texts, '') <> '') as states
  from points where point_key = any(${keys}::text[]) group by point_key`)

const newestOf = (ids: readonly string[], keys: readonly string[]) =>
  statement(sql<Newest>`
  select points.device_id, point_key, unit, display_unit, decimals, state_texts, case when state.quality > ${sql.lit(QUALITY.bad)} then state.value end as value
  from points join point_states state on state.tenant_id = points.tenant_id and state.series = points.series
  where points.device_id = any(${ids}::uuid[]) and point_key = any(${keys}::text[])`)
