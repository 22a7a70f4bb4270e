/**
 * Judges the rows of a file by the same model that judges a form: each through the schema of an addition or a change, references by name,
 * what is unique within the file and in the database, the noun's rule, and that a tree stays one. Stores nothing.
 */
import { setImmediate } from 'node:timers/promises'
import type { LabelKey } from '../../../model/labels/index.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { Failure } from '../../kernel/errors.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import { inWords } from '../../kernel/http/failures.ts'
import type { Refusals } from '../../kernel/resources/noun-writes.ts'
import { writesOf } from '../../kernel/resources/noun-writes.ts'
import { converterOf } from './convert.ts'
import { differencesOf } from './differences.ts'
import type { Named } from './existing.ts'
import { openExisting } from './existing.ts'
import { fileKeyOf } from './headings.ts'
import { markCycles } from './moves.ts'
import { markBeyondQuota } from './quota.ts'
import { RowErrors } from './row-errors.ts'
import { resolverOf } from './resolve-references.ts'
import { topologicalOrder } from './topological-order.ts'
import type { Asking, ChangedRow, Difference, FileRow, GoodRow, ImportKind, InScope, Judged, Plan, Special } from './types.ts'
import { markTaken, markTwins } from './unique-conflicts.ts'
import { markWithin } from './unique-within.ts'

export interface Checking {
  readonly of: Resource
  readonly special: Special
  readonly kind: ImportKind
  readonly asking: Asking
  readonly within: InScope
}

/** How many rows are judged before others get their turn. */
const SLICE = 250
/** How many rows that are there are looked up at a time. */
const BATCH = 1000

/** Which rows of the file are valid, with their values by column, and the errors of the others. */
export async function validateRows(checking: Checking, rows: readonly FileRow[], onProgress: (done: number) => void): Promise<Judged> {
  const { of, asking, within } = checking
  const findings = new RowErrors()
  const differences: Difference[] = []
  const plans = await planned(checking, rows, findings, differences, onProgress)
  markTwins(of, rows, findings, asking)
  await markTaken(of, plans, findings, asking, within)
  await markWithin(of, plans, findings, asking, within)
  markRule(of, plans, findings, asking)
  const changed = () =>
    plans.flatMap(({ row: { row }, values, existing }): ChangedRow[] =>
      existing && values && Object.keys(values).length > 0 && !findings.has(row) ? [{ row, ...existing, values }] : [],
    )
  const added = () =>
    plans.flatMap(({ row: { row, id }, values, existing }): GoodRow[] =>
      existing || !values || findings.has(row) ? [] : [{ row, id, values }],
    )
  await markRefused(checking, added(), changed(), findings)
  await markBeyondQuota(writesOf(of), added(), findings, asking, within)
  const additions = plans.filter(({ existing }) => !existing)
  const good = of.parent === undefined ? added() : topologicalOrder(of, additions, findings, asking)
  return {
    added: good,
    changed: changed(),
    unchanged: plans.filter(({ row, values, existing }) => existing && values && Object.keys(values).length === 0 && !findings.has(row.row))
      .length,
    differences: differences.filter(({ row }) => !findings.has(row)),
    findings,
  }
}

/** The rows one by one: what each says, and of which row that is there. */
async function planned(
  { of, special, kind, asking, within }: Checking,
  rows: readonly FileRow[],
  findings: RowErrors,
  differences: Difference[],
  onProgress: (done: number) => void,
): Promise<Plan[]> {
  const key = kind === 'add' ? [] : fileKeyOf(of, special)
  const resolver = await resolverOf(of, asking, within, rows)
  const find = kind === 'add' ? undefined : await openExisting(of, key, asking, within, resolver, rows)
  const convert = converterOf(of, special, key, asking, resolver, findings)
  const differing = differencesOf(of, key, asking)
  const first = new Map<string, number>()
  const plans: Plan[] = []

  function plan(row: FileRow, existing: Named): Plan {
    const at = key.at(-1) ?? of.title
    const field = asking.t(fieldKey(of.name, at))
    const value = row.texts[at] ?? ''
    if (existing === 'several') {
      findings.add(row.row, { field: at, message: asking.t('import.check.several-same', { field, value }) })
      return { row }
    }
    if (!existing) {
      if (kind !== 'update') return { row, values: convert.added(row) }
      const missing = key.find((name) => name !== of.parent && (row.texts[name] ?? '') === '')
      findings.add(
        row.row,
        missing === undefined
          ? { field: at, message: asking.t('import.check.none', { field, value }) }
          : { field: missing, message: asking.t('check.required', { field: asking.t(fieldKey(of.name, missing)) }) },
      )
      return { row }
    }
    const { id, version, isBuiltIn, values: before } = existing
    const twin = first.get(id)
    if (twin !== undefined) findings.add(row.row, { field: at, message: asking.t('import.check.twin', { field, row: twin }) })
    else first.set(id, row.row)
    const values = convert.changed(row, existing)
    if (!values || Object.keys(values).length === 0) return { row, values, existing: { id, version, before } }
    if (isBuiltIn) findings.add(row.row, { field: at, message: asking.t('error.row.built-in') })
    differences.push(...differing(row, existing, values))
    return { row, values, existing: { id, version, before } }
  }

  // Where rows of a file stand below one another, it has to be known of all of them first which are new.
  const size = of.parent === undefined ? BATCH : Math.max(1, rows.length)
  for (let from = 0; from < rows.length; from += size) {
    const batch = rows.slice(from, from + size)
    const found = (await find?.(batch)) ?? new Map<number, Named>()
    resolver.grow(batch.filter(({ row }) => found.get(row) === undefined))
    for (let start = 0; start < batch.length; start += SLICE) {
      for (const row of batch.slice(start, start + SLICE)) plans.push(plan(row, found.get(row.row)))
      onProgress(plans.length)
      await setImmediate()
    }
  }
  markCycles(of, plans, resolver, findings, asking)
  return plans
}

/** The rule of the noun, over the row as it will stand; of one that is there only where the caller sees all that the rule looks at. */
function markRule(of: Resource, plans: readonly Plan[], findings: RowErrors, { caller, t }: Asking): void {
  const { rule } = of
  if (!rule) return
  const view = viewOf(caller, of)
  const seesAll = rule.over.every((name) => view.sees(name))
  for (const { row, values, existing } of plans) {
    if (!values || (existing && !(seesAll && rule.over.some((name) => name in values)))) continue
    const broken = rule(existing ? { ...existing.before, ...values } : values)
    if (broken)
      findings.add(row.row, { field: broken.field, message: t(broken.code as LabelKey, { field: t(fieldKey(of.name, broken.field)) }) })
  }
}

/** What the noun itself refuses, in the words that a form is told. */
async function markRefused(
  { of, asking, within }: Checking,
  added: readonly GoodRow[],
  changed: readonly ChangedRow[],
  findings: RowErrors,
): Promise<void> {
  const { add, change } = writesOf(of)
  const mark = (rows: readonly GoodRow[], refusals: Refusals | undefined) => {
    for (const [index, failure] of refusals ?? []) {
      const { message, errors } = inWords(failure, asking.t)
      findings.add((rows[index] as GoodRow).row, errors?.[0] ?? { field: of.title, message })
    }
  }
  if (add.judge && added.length > 0) mark(added, await within(of, async (tx) => add.judge?.(tx, asking, added), 'read'))
  if (!change.judge) return

  // Judging a change holds the rows it is about, which a transaction that only reads cannot.
  const judge = (rows: readonly ChangedRow[]) => within(of, async (tx) => change.judge?.(tx, asking, rows), 'write')
  /** What a noun refuses as a whole is refused to those rows that it is refused to alone. */
  async function judgeAll(rows: readonly ChangedRow[]): Promise<void> {
    try {
      mark(rows, await judge(rows))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (rows.length === 1) return mark(rows, new Map([[0, error]]))
      const half = Math.ceil(rows.length / 2)
      await judgeAll(rows.slice(0, half))
      await judgeAll(rows.slice(half))
    }
  }
  for (let start = 0; start < changed.length; start += BATCH) await judgeAll(changed.slice(start, start + BATCH))
}
