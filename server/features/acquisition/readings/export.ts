/**
 * Readings as a file, in the units in which they are shown, written while they are read: single samples, or the figures of minutes, hours or days. However many there are, a page
 * of them is in memory, and no connection waits for whoever takes the file slowly or hangs up.
 */
import { rangeInMillis } from '../../../../model/brands.ts'
import { Readable } from 'node:stream'
import * as contract from '../../../../model/contract/acquisition/readings.ts'
import { shownIn } from '../../../../model/acquisition/point-display.ts'
import { points } from '../../../../model/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import { secondText } from '../../../../model/zone.ts'
import { carryMs, countSamples } from '../../../acquisition/index.ts'
import { CSV, writeCsv, XLSX, writeXlsx } from '../../../documents/index.ts'
import type { Sheet } from '../../../documents/index.ts'
import { Download } from '../../../kernel/http/download.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { aboutOf, timeInName } from '../../../exchange/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { View } from '../../../kernel/authorization/view.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { ExportedPoint } from './export-rows.ts'
import { columnsOf, rowsOf } from './export-rows.ts'

/** Rows a file may have: more opens nowhere in a time anybody waits. */
const formats = { csv: { type: CSV, most: 20_000_000, write: writeCsv }, xlsx: { type: XLSX, most: 5_000_000, write: writeXlsx } } as const
const LENGTH = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

export const exportReading = implement(contract.exportReading, {
  access: 'granted',
  of: points,
  reads: true,
  summary:
    'Export samples, the figures of minutes, hours or days, or the statistics of points in a range of time (milliseconds since 1970) as CSV or .xlsx',
  file: CSV,
  async handle({ input: { pointId, from, to, detail, format }, caller, services, t, request, inTenant }) {
    const { type, most, write } = formats[format]
    const view = viewOf(caller, points)
    const range = rangeInMillis({ from, to })
    const found = await inTenant(async (tx) => {
      const all = await pointsOf(tx, view, pointId)
      const total =
        detail === 'raw'
          ? await sumOf(all.map(({ series }) => countSamples(tx, { series, ...range })))
          : all.length * (detail === 'statistics' ? 1 : Math.ceil((to - from) / LENGTH[detail]))
      if (total > most) fail('readings.too-many', { values: { total, most } })
      return all
    })
    const zone = await services.transactions.timeZoneOf(caller.tenantId)
    const columns = columnsOf(view, detail, t)
    const sheet: Sheet = {
      ...(await aboutOf(services, caller, t, {
        title: t('readings.title'),
        filters: [
          `${t('trends.range')}${t('common.means')}${t('exported.range', { from: secondText(zone, from), to: secondText(zone, to) })}`,
          `${t('trends.detail')}${t('common.means')}${t(`trends.detail-${detail}`)}`,
        ],
      })),
      locale: localeOf[languageOfRequest(request)],
      columns: columns.map(({ column }) => column),
      rows: rowsOf({
        open: (work) => services.transactions.inTenant(caller, work, 'read'),
        points: found,
        range,
        detail,
        columns,
      }),
    }
    return new Download({
      name: `${sheet.title} ${await timeInName(services, caller.tenantId)}.${format}`,
      type,
      stream: Readable.from(write(sheet)),
    })
  },
})

/** The points with the unit in which they are shown to whoever exports. @throws Failure `row.not-found` when one of them is not there, or another tenant's. */
async function pointsOf(tx: Transaction, view: View, ids: readonly string[]): Promise<ExportedPoint[]> {
  const found = await tx.all(
    build
      .selectFrom('points')
      .innerJoin('devices', (on) => on.onRef('devices.tenant_id', '=', 'points.tenant_id').onRef('devices.id', '=', 'points.device_id'))
      .select(['points.series', 'device_code', 'point_name', 'point_key'])
      .select(['unit', 'display_unit', 'stale_seconds', 'deadband', 'max_interval_seconds', carryMs('points').as('carry_ms')])
      .where('points.id', 'in', ids)
      .orderBy('device_code')
      .orderBy('point_key'),
  )
  if (found.length !== ids.length) fail('row.not-found')
  return found.map(({ unit, display_unit: displayUnit, ...point }) => {
    const { unit: seen, ...shown } = shownIn({
      unit: view.sees('unit') ? unit : null,
      displayUnit: view.sees('displayUnit') ? displayUnit : null,
    })
    return { ...point, unit: seen, shown }
  })
}

const sumOf = async (counts: readonly Promise<number>[]) => (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
