/**
 * Readings from a file to the table: read, judge, hand to the intake, batch by batch, so that the size of the file costs no memory. What
 * is stored once is not stored again, so a file can be taken as often as wanted; another value for a moment corrects it.
 */
import type { Reading, Point } from '../../../../acquisition/index.ts'
import type { Conversion } from '../../../../../model/acquisition/mapping/units.ts'
import { conversion, converted } from '../../../../../model/acquisition/mapping/units.ts'
import { points } from '../../../../../model/index.ts'
import { columnName } from '../../../../../model/workbook.ts'
import { readCsv, sheetRows } from '../../../../documents/index.ts'
import type { SheetRow } from '../../../../documents/index.ts'
import { fail } from '../../../../kernel/errors.ts'
import { COMMENT, withRefusals } from '../../../../exchange/index.ts'
import type { ImportError, ImportMode, ImportReport } from '../../../../exchange/index.ts'
import type { Millis } from '../../../../../model/brands.ts'
import type { Job } from '../../../../kernel/runtime/job.ts'
import { viewOf } from '../../../../kernel/authorization/view.ts'
import { momentIn, numberIn, qualityIn, reasonIn } from './cells.ts'
import type { Columns, Role } from './columns.ts'
import { columnsOf, labelOf } from './columns.ts'
import type { DeviceBook, NamedDevice } from './devices.ts'
import { pointNamed } from './devices.ts'

export interface ReadingFile {
  readonly path: string
  readonly fileName: string
  /** Whose values they are where no column says so. */
  readonly device: NamedDevice | undefined
}

/** Rows of a CSV file: a year of a value a second is 31 million, and somebody can wait for a third of that. */
export const MAX_ROWS = 10_000_000
/** Rows at the top among which the headings are looked for: a title may stand above them. */
const HEADING_WITHIN = 20
const MAX_ERRORS = 1000
/** Values that are handed over together: a batch of the writer. */
const BATCH = 5000
const SAME: Conversion = { factor: 1, offset: 0 }
/** About what a value takes in the queue. */
const BYTES = 16

type Refusing = (point: Point, time: Millis) => 'clock' | 'too-old' | undefined
interface Finding {
  readonly column: number
  readonly message: string
}
interface Taken {
  readonly device: NamedDevice
  readonly readings: readonly Reading[]
}

/**
 * The report on a file of readings, which have been checked or stored.
 * @param onProgress From 0 to 1.
 * @throws Failure `import.…` saying why the file is not taken.
 */
export async function readReadings(
  job: Job,
  book: DeviceBook,
  { path, fileName, device }: ReadingFile,
  mode: ImportMode,
  onProgress: (share: number) => void,
): Promise<ImportReport> {
  const {
    t,
    caller,
    services: { acquisition, transactions },
  } = job
  const zone = await transactions.timeZoneOf(caller.tenantId)
  const view = viewOf(caller, points)
  const refusing = await acquisition.ingest.refusing()
  const report = {
    rows: 0,
    badRows: 0,
    added: 0,
    comments: 0,
    errorTotal: 0,
    errors: [] as ImportError[],
    values: { stored: 0, corrected: 0, repeated: 0 },
  }
  let columns: Columns | undefined
  let passed = 0
  let waiting: Taken[] = []
  let count = 0

  async function store(): Promise<void> {
    const byDevice = Map.groupBy(waiting, (taken) => taken.device)
    const values = [...byDevice]
      .map(([whose, taken]) => ({ whose, readings: taken.flatMap(({ readings }) => readings) }))
      .filter(({ readings }) => readings.length > 0)
    waiting = []
    count = 0
    await Promise.all(
      values.map(async ({ whose, readings }) => {
        const { stored, corrected, repeated } = await acquisition.ingest.acceptWithBackpressure(
          whose,
          { readings, faults: [], isFile: true },
          readings.length * BYTES,
          caller.userId,
        )
        acquisition.meters.file.count(whose.tenantId, stored)
        report.values.stored += stored
        report.values.corrected += corrected
        report.values.repeated += repeated
      }),
    )
  }

  function judge(row: SheetRow, known: Columns): void {
    if (row.cells.find(Boolean)?.trim().startsWith(COMMENT)) return void (report.comments += 1)
    const found = rowOf({
      row,
      columns: known,
      device,
      book,
      refusing,
      t,
      zone,
      sees: { key: view.sees('pointKey'), name: view.sees('pointName'), unit: view.sees('unit') },
    })
    if (!found) return
    report.rows += 1
    if ('device' in found) {
      report.added += 1
      if (mode === 'check') return
      waiting.push(found)
      count += found.readings.length
      return
    }
    report.badRows += 1
    report.errorTotal += found.findings.length
    for (const { column, message } of found.findings) {
      if (report.errors.length < MAX_ERRORS)
        report.errors.push({
          row: row.row,
          column: columnName(column),
          heading: known.headings[column] ?? '',
          field: known.headings[column] ?? '',
          value: (row.cells[column] ?? '').slice(0, 80),
          message,
        })
    }
  }

  await withRefusals(async () => {
    for await (const { rows, share } of /\.csv$/i.test(fileName) ? readCsv(path) : sheetRows(path)) {
      job.signal.throwIfAborted()
      columns ??= headingIn(rows)
      if (columns) {
        const { at } = columns
        if (at.device !== undefined) await book.learn(rows.map(({ cells }) => (cells[at.device as number] ?? '').trim()))
        for (const row of rows) judge(row, columns)
      }
      if (report.rows > MAX_ROWS) fail('import.too-long', { values: { rows: MAX_ROWS } })
      if (count >= BATCH) await store()
      onProgress(share)
    }
  })

  /** The row of headings and whatever stands above it are taken out of the batch. */
  function headingIn(rows: SheetRow[]): Columns | undefined {
    for (let found: SheetRow | undefined; (found = rows.shift());) {
      const read = columnsOf(found.cells, view, t)
      if (read) return complete(read)
      if (++passed >= HEADING_WITHIN) break
    }
    return passed >= HEADING_WITHIN ? fail('readings.no-headings') : undefined
  }

  function complete(read: Columns): Columns {
    if (read.at.device === undefined && !device) fail('readings.no-device', { values: { column: t(labelOf('device')) } })
    if (read.points.length === 0 && read.at.value === undefined) fail('readings.no-points')
    if (!device || read.at.device !== undefined) return read
    // One device: which columns are none of its points is known before the first row.
    const sees = { key: view.sees('pointKey'), name: view.sees('pointName') }
    const [its, others] = [
      read.points.filter((column) => pointNamed(device, read.headings[column] as string, sees)),
      read.points.filter((column) => !pointNamed(device, read.headings[column] as string, sees)),
    ]
    if (read.points.length > 0 && its.length === 0) fail('readings.no-points')
    return { ...read, points: its, unknown: [...read.unknown, ...others.map((column) => read.headings[column] as string)] }
  }

  if (!columns) fail('readings.no-headings')
  if (report.rows === 0) fail('import.no-rows')
  await store()
  const { unknown, ignored } = columns as Columns
  return {
    mode,
    fileName,
    rows: report.rows,
    good: report.rows - report.badRows,
    badRows: report.badRows,
    added: mode === 'check' ? 0 : report.added,
    comments: report.comments,
    headings: { unknown, ignored, missing: [] },
    ...(mode === 'check' ? {} : { values: report.values }),
    errors: report.errors,
    errorTotal: report.errorTotal,
    importId: null,
  }
}

interface Reader {
  readonly row: SheetRow
  readonly columns: Columns
  readonly device: NamedDevice | undefined
  readonly book: DeviceBook
  readonly refusing: Refusing
  readonly sees: { readonly key: boolean; readonly name: boolean; readonly unit: boolean }
  readonly t: Job['t']
  readonly zone: string
}

/** What a row says, or everything that is wrong with it; nothing for an empty one. */
function rowOf({ row, columns, device: chosen, book, refusing, sees, t, zone }: Reader): Taken | { findings: Finding[] } | undefined {
  const { at, headings } = columns
  const textAt = (column: number | undefined) => (column === undefined ? '' : (row.cells[column] ?? '').trim())
  const textOf = (role: Role) => textAt(at[role])
  if (row.cells.every((cell) => cell.trim() === '')) return undefined
  const findings: Finding[] = []
  const blame = (
    column: number,
    key: 'import.check.none' | 'import.check.formula' | 'readings.check.time' | 'readings.check.number' | 'readings.check.unit',
    text = '',
  ) => {
    findings.push({ column, message: t(key, { field: headings[column] ?? '', value: text.length > 60 ? `${text.slice(0, 60)}…` : text }) })
    return undefined
  }
  for (const column of row.formulas ?? [])
    if (Object.values(at).includes(column) || columns.points.includes(column)) blame(column, 'import.check.formula')
  if (findings.length > 0) return { findings }

  const device =
    at.device === undefined ? chosen : (book.byCode(textOf('device')) ?? blame(at.device, 'import.check.none', textOf('device')))
  const time = momentIn(textOf('time'), zone) ?? blame(at.time as number, 'readings.check.time', textOf('time'))
  const readings: Reading[] = []
  const take = (point: Point | undefined, column: number, worth?: Reading['worth']) => {
    const value = numberIn(textAt(column))
    if (value === undefined) return blame(column, 'readings.check.number', textAt(column))
    if (!point || time === undefined) return
    const fromUnit = conversionTo(point)
    if (!fromUnit) return blame(at.unit as number, 'readings.check.unit', textOf('unit'))
    const refused = refusing(point, time)
    if (refused) findings.push({ column: at.time as number, message: t(`refusal.${refused}`, { at: headings[at.time as number] ?? '' }) })
    else readings.push({ key: point.key, time, value: converted(value, fromUnit) ?? undefined, ...(worth ? { worth } : {}) })
  }

  if (at.value === undefined || columns.points.length > 0) {
    for (const column of columns.points) {
      // An empty cell is a moment at which nothing was measured.
      if (textAt(column) === '') continue
      const point = device && (pointNamed(device, headings[column] as string, sees) ?? blame(column, 'import.check.none', headings[column]))
      take(point, column)
    }
  } else {
    const column = at.point !== undefined && textOf('point') !== '' ? at.point : (at.pointName ?? (at.point as number))
    const point = device && (pointNamed(device, textAt(column), sees) ?? blame(column, 'import.check.none', textAt(column)))
    take(point, at.value, worthOf())
  }
  // A time that is refused is refused for every value of its row; once is enough.
  return findings.length > 0
    ? { findings: findings.filter(({ message }, index) => findings.findIndex((other) => other.message === message) === index) }
    : { device: device as NamedDevice, readings }

  /** From the unit that the row names to that of the point. Whoever does not see the one names none. */
  function conversionTo({ unit }: Point): Conversion | undefined {
    const named = sees.unit && at.value !== undefined && columns.points.length === 0 ? textOf('unit') : ''
    return named === '' || unit === null || unit === '' ? SAME : conversion(named, unit)
  }

  function worthOf(): Reading['worth'] {
    const text = textOf('quality')
    if (text === '') return undefined
    const quality = qualityIn(text)
    if (quality === undefined) return blame(at.quality as number, 'import.check.none', text)
    return { quality, reason: reasonIn(textOf('reason')) }
  }
}
