/** An import from the file to the rows: read, judge, store. Nothing is stored before everything is judged. */
import type { Field } from '../../../model/field.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnName } from '../../documents/index.ts'
import { fail } from '../../kernel/errors.ts'
import { addRows, prepared } from '../../kernel/resources/add.ts'
import type { NewRow, Told, Values } from '../../kernel/resources/noun-writes.ts'
import { writesOf } from '../../kernel/resources/noun-writes.ts'
import { changeRows } from '../../kernel/resources/update.ts'
import { build } from '../../kernel/database/sql.ts'
import { mayWrite, viewOf } from '../../kernel/authorization/view.ts'
import type { Judged } from './check.ts'
import { validateRows } from './check.ts'
import { changesOf } from './existing.ts'
import { RowErrors } from './row-errors.ts'
import { neededFields } from './headings.ts'
import type { FileContents } from './read-file.ts'
import { readFile } from './read-file.ts'
import type { Asking, GoodRow, IssuedSecrets, ImportError, ImportMode, ImportReport, Special, InScope } from './types.ts'

export interface ImportRun {
  readonly of: Resource
  readonly special: Special
  readonly asking: Asking
  readonly within: InScope
  /** Id of the operation, and of the import if rows are stored. */
  readonly id: string
  readonly mode: ImportMode
  /** Columns that are not fields of the noun, the same in every row. */
  readonly extra: Values
  readonly path: string
  readonly fileName: string
  /** How far it is, from 0 to 100. */
  readonly onProgress: (percent: number) => void
}

export interface ImportOutcome {
  readonly report: ImportReport
  readonly contents: FileContents
  readonly findings: RowErrors
  readonly handed?: IssuedSecrets | undefined
}

/** Errors that travel in the answer; the annotated file has all of them. */
const MAX_ERRORS = 1000

/** The parts of the way, in percent: reading ends at the first, judging at the second. */
const READ = 35
const JUDGED = 60

/**
 * Checks the rows and, where the mode says so, stores them; returns the report.
 * @throws Failure when the file is not taken, or rows cannot be stored.
 */
export async function runImport(run: ImportRun): Promise<ImportOutcome> {
  const { of, special, asking, within, path, onProgress } = run
  const { caller, t } = asking
  const needed = neededFields(of, special)
  const hidden = needed.find((name) => !mayWrite(viewOf(caller, of), name, of.fields[name] as Field))
  if (hidden !== undefined) fail('field.hidden', { values: { field: t(fieldKey(of.name, hidden)) } })

  const contents = await readFile(path, of, special, asking, (share) => onProgress(READ * share))
  if (contents.rows.length === 0) fail('import.no-rows')
  if (special.most !== undefined && contents.rows.length > special.most) fail('import.too-many', { values: { most: special.most } })
  const missing = needed.filter((name) => !contents.columns.fields.includes(name))
  if (missing.length > 0) return { report: reportOf(run, contents, missing), contents, findings: new RowErrors() }

  const { length } = contents.rows
  const judged = await validateRows(of, special, asking, within, contents.rows, (done) =>
    onProgress(READ + (JUDGED - READ) * (done / length)),
  )
  const stores = judged.good.length > 0 && (run.mode === 'good' || (run.mode === 'all' && judged.findings.total === 0))
  const handed = stores ? await store(run, judged.good, length) : undefined
  onProgress(100)
  return { report: reportOf(run, contents, [], judged, stores), contents, findings: judged.findings, handed }
}

async function store(
  { of, special: { by }, asking, within, id, extra, fileName, onProgress }: ImportRun,
  rows: readonly GoodRow[],
  read: number,
): Promise<IssuedSecrets | undefined> {
  const { caller } = asking
  const ready =
    by === undefined
      ? await prepared(
          of,
          asking,
          rows.map((row): NewRow => ({ id: row.id, values: row.values, columns: extra })),
        )
      : []
  return within(
    of,
    async (tx) => {
      const tell = (done: number) => onProgress(JUDGED + (99 - JUDGED) * (done / rows.length))
      // What was judged before the transaction is judged again inside it.
      const told =
        by === undefined ? await addRows(tx, of, asking, ready, { onProgress: tell, onRefused: () => fail('import.overtaken') }) : []
      if (by !== undefined) await changeRows(tx, of, asking, changesOf(rows, by), { onProgress: tell })
      await tx.run(
        build.insertInto('imports').values({
          tenant_id: caller.tenantId,
          id,
          noun: of.name,
          file_name: fileName,
          user_id: caller.userId,
          rows: read,
          added: rows.length,
        }),
      )
      return handedOf(of, told, asking)
    },
    'write',
  )
}

/** A line for each row of which something is told. */
function handedOf(of: Resource, told: readonly (Told | undefined)[], { t }: Asking): IssuedSecrets | undefined {
  const { tells } = writesOf(of).add
  if (!tells) return undefined
  const names = Object.keys(tells)
  const lines = told.flatMap((row) => (row && names.every((name) => row[name] !== null) ? [names.map((name) => row[name] ?? '')] : []))
  return { headings: Object.values(tells).map((label) => t(label)), lines }
}

function reportOf(run: ImportRun, contents: FileContents, missing: readonly string[], judged?: Judged, stored = false): ImportReport {
  const {
    of,
    mode,
    fileName,
    id,
    asking: { t },
  } = run
  const {
    columns: { unknown, ignored },
    rows,
    comments,
  } = contents
  const { good = [], findings = new RowErrors() } = judged ?? {}
  return {
    mode,
    fileName,
    rows: rows.length,
    good: good.length,
    added: stored ? good.length : 0,
    comments,
    headings: { unknown, ignored, missing: missing.map((name) => t(fieldKey(of.name, name))) },
    errors: firstErrors(contents, findings, of, t),
    errorTotal: findings.total,
    badRows: findings.rows,
    importId: stored ? id : null,
  }
}

function firstErrors(
  { columns: { fields, headings }, rows }: FileContents,
  findings: RowErrors,
  of: Resource,
  t: Asking['t'],
): ImportError[] {
  const texts = new Map(rows.map(({ row, texts: written }) => [row, written]))
  const errors: ImportError[] = []
  for (const { row, field, message } of findings.all()) {
    if (errors.length === MAX_ERRORS) break
    const column = fields.indexOf(field)
    errors.push({
      row,
      field,
      message,
      column: column < 0 ? '' : columnName(column),
      heading: headings[column] ?? (field in of.fields ? t(fieldKey(of.name, field)) : field),
      value: (texts.get(row)?.[field] ?? '').slice(0, 80),
    })
  }
  return errors
}
