/** An import from the file to the rows: read, judge, store. Nothing is stored before everything is judged. */
import type { Field } from '../../../model/field.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnName } from '../../../model/workbook.ts'
import { pathOf } from '../../../model/noun-calls.ts'
import { fail } from '../../kernel/errors.ts'
import { addRows, prepared } from '../../kernel/resources/add.ts'
import type { IssuedValues, NewRow, Values } from '../../kernel/resources/noun-writes.ts'
import { refusalOf, writesOf } from '../../kernel/resources/noun-writes.ts'
import { changeRows } from '../../kernel/resources/update.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import { mayWrite, viewOf } from '../../kernel/authorization/view.ts'
import { validateRows } from './check.ts'
import { basisOf } from './differences.ts'
import { RowErrors } from './row-errors.ts'
import { fileKeyOf, neededColumns, neededFields } from './headings.ts'
import type { Importable } from './registry.ts'
import type { FileContents } from './read-file.ts'
import { readFile } from './read-file.ts'
import type {
  Difference,
  Judged,
  Asking,
  ChangedRow,
  IssuedSecrets,
  ImportError,
  ImportKind,
  ImportMode,
  ImportReport,
  Special,
  InScope,
} from './types.ts'

export interface ImportRun {
  readonly of: Resource
  readonly special: Special
  readonly asking: Asking
  readonly within: InScope
  /** Id of the operation, and of the import if rows are stored. */
  readonly id: string
  readonly mode: ImportMode
  readonly kind: ImportKind
  /** Of the check that was read: what is found now has to be the same. */
  readonly basis?: string | undefined
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
  readonly differences: readonly Difference[]
  readonly handed?: IssuedSecrets | undefined
}

/** Errors, and differences, that travel in the answer; the annotated file has all of them. */
const MAX_ERRORS = 1000
const MAX_DIFFERENCES = 200

/** Rows that are changed together. */
const BATCH = 1000

/** The parts of the way, in percent: reading ends at the first, judging at the second. */
const READ = 35
const JUDGED = 60

/**
 * Checks the rows and, where the mode says so, stores them; returns the report.
 * @throws Failure when the file is not taken, or rows cannot be stored.
 */
export async function runImport(run: ImportRun): Promise<ImportOutcome> {
  const { of, special, asking, path, kind, onProgress } = run
  const { caller, t } = asking
  const needed = neededColumns(of, special, kind)
  const view = viewOf(caller, of)
  // Whoever adds has to see what every row needs, whoever changes what names the rows.
  const seen = kind === 'both' ? [...needed, ...neededFields(of, special)] : needed
  const hidden = seen.find((name) => !mayWrite(view, name, of.fields[name] as Field))
  if (hidden !== undefined) fail('field.hidden', { values: { field: t(fieldKey(of.name, hidden)) } })

  const contents = await readFile(path, of, special, asking, (share) => onProgress(READ * share))
  if (contents.rows.length === 0) fail('import.no-rows')
  if (special.most !== undefined && contents.rows.length > special.most) fail('import.too-many', { values: { most: special.most } })
  const missing = needed.filter((name) => !contents.columns.fields.includes(name))
  if (missing.length > 0) return { report: reportOf(run, contents, missing), contents, findings: new RowErrors(), differences: [] }

  const { length } = contents.rows
  const judged = await validateRows(run, contents.rows, (done) => onProgress(READ + (JUDGED - READ) * (done / length)))
  const { added, changed, findings, differences } = judged
  if (run.mode !== 'check' && run.basis !== undefined && run.basis !== basisOf(judged)) fail('import.overtaken')
  const stores = added.length + changed.length > 0 && (run.mode === 'good' || (run.mode === 'all' && findings.total === 0))
  const handed = stores ? await store(run, judged, length) : undefined
  onProgress(100)
  return {
    report: reportOf(run, contents, [], judged, stores),
    contents,
    findings,
    differences: run.mode === 'check' ? differences : [],
    handed,
  }
}

/**
 * Refuses what cannot be done with rows of the noun, or not by this caller.
 * @throws Failure `import.no-key` for records that a file cannot name; `permission.denied` for who may not change them by hand either.
 */
export function assertKind({ of, special }: Importable, kind: ImportKind, caller: Caller): void {
  if (special.by !== undefined ? kind !== 'update' : kind !== 'add' && fileKeyOf(of, special).length === 0) fail('import.no-key')
  if (special.by === undefined && kind !== 'add' && !caller.urls.has(pathOf(of, 'update'))) fail('permission.denied')
}

/** Whether there is more to tell than the report says: errors marked in the file, or what would change. */
export const hasFile = ({ report, differences }: ImportOutcome): boolean => report.errorTotal > 0 || differences.length > 0

async function store(
  { of, asking, within, id, extra, fileName, onProgress }: ImportRun,
  { added, changed }: Judged,
  read: number,
): Promise<IssuedSecrets | undefined> {
  const { caller } = asking
  const ready = await prepared(
    of,
    asking,
    added.map((row): NewRow => ({ id: row.id, values: row.values, columns: extra })),
  )
  return within(
    of,
    async (tx) => {
      const reportProgress = (done: number) => onProgress(JUDGED + (99 - JUDGED) * (done / (added.length + changed.length)))
      // What was judged before the transaction is judged again inside it.
      const issued =
        ready.length > 0
          ? await addRows(tx, of, asking, ready, { onProgress: reportProgress, onRefused: () => fail('import.overtaken') })
          : []
      for (let start = 0; start < changed.length; start += BATCH) {
        await changeAsRead(tx, of, asking, changed.slice(start, start + BATCH))
        reportProgress(added.length + Math.min(changed.length, start + BATCH))
      }
      await tx.run(
        build.insertInto('imports').values({
          tenant_id: caller.tenantId,
          id,
          noun: of.name,
          file_name: fileName,
          user_id: caller.userId,
          rows: read,
          added: added.length,
          changed: changed.length,
        }),
      )
      return handedOf(of, issued, asking)
    },
    'write',
  )
}

/** @throws Failure `import.overtaken` where somebody has changed one of the rows since it was read. */
async function changeAsRead(tx: Transaction, of: Resource, asking: Asking, rows: readonly ChangedRow[]): Promise<void> {
  const failure = await refusalOf(() =>
    changeRows(
      tx,
      of,
      asking,
      rows.map(({ id, version, values }) => ({ id, version, values })),
    ),
  )
  if (failure?.code === 'row.changed' || failure?.code === 'row.not-found') fail('import.overtaken')
  if (failure) throw failure
}

/** A line for each row of which something is told. */
function handedOf(of: Resource, issued: readonly (IssuedValues | undefined)[], { t }: Asking): IssuedSecrets | undefined {
  const { issuedLabels } = writesOf(of).add
  if (!issuedLabels) return undefined
  const names = Object.keys(issuedLabels)
  const lines = issued.flatMap((row) => (row && names.every((name) => row[name] !== null) ? [names.map((name) => row[name] ?? '')] : []))
  return { headings: Object.values(issuedLabels).map((label) => t(label)), lines }
}

function reportOf(run: ImportRun, contents: FileContents, missing: readonly string[], judged?: Judged, stored = false): ImportReport {
  const {
    of,
    mode,
    kind,
    fileName,
    id,
    asking: { t },
  } = run
  const {
    columns: { unknown, ignored },
    headings: { sheet, row },
    rows,
    comments,
  } = contents
  const { added = [], changed = [], unchanged = 0, differences = [], findings = new RowErrors() } = judged ?? {}
  return {
    mode,
    fileName,
    rows: rows.length,
    good: added.length + changed.length + unchanged,
    added: stored ? added.length : 0,
    comments,
    source: { sheet, row },
    ...(kind === 'add'
      ? {}
      : {
          changes: {
            changed: mode === 'check' || stored ? changed.length : 0,
            unchanged,
            differences: differences.slice(0, MAX_DIFFERENCES),
            differenceTotal: differences.length,
            basis: judged ? basisOf(judged) : '',
          },
        }),
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
