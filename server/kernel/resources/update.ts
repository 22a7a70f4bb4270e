/** `update{Noun}`: changes the fields that are given, and no others; and what changing rows is, for whoever else changes some. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Change } from '../../../model/contract/nouns.ts'
import { updateContract } from '../../../model/contract/nouns.ts'
import type { Resource } from '../../../model/resource.ts'
import { accessTo } from '../http/access.ts'
import { fail } from '../errors.ts'
import type { Call, Route } from '../http/http.ts'
import { implement } from '../http/http.ts'
import type { Prepared } from '../database/sql.ts'
import { buildFor, parameter, prepare, typedAs } from '../database/sql.ts'
import { isNarrowed } from '../database/row-scope.ts'
import type { Transaction } from '../database/tenant.ts'
import { viewOf } from '../authorization/view.ts'
import { assertAsStored, withoutShownTexts } from './echoed.ts'
import type { Asking, NounWrites, RowChange, Values, Written } from './noun-writes.ts'
import { assertNone, writesOf } from './noun-writes.ts'
import { areTogether, changeMany } from './change-many.ts'
import { ruleColumns } from './select.ts'
import { announceShape } from './shape.ts'
import { assertNoCycle } from './tree.ts'
import {
  assertNotBuiltIn,
  assertReferencesSeen,
  assertParentThere,
  assertRule,
  assertRichTextNotEmpty,
  assertWritable,
  columnsOf,
  mapConstraintErrors,
  outOfScope,
  writeLinks,
} from './write.ts'

/** The route that changes a row of the noun. @example update: update(organisations) */
export function update(noun: Resource | NounWrites): Route {
  const { of } = writesOf(noun)
  return implement(updateContract(of), {
    access: accessTo(of, 'write'),
    summary: `Change one of ${of.name}`,
    of,
    handle: async (call) => (await changeAtOnce(noun, call)) ?? call.inScopeOf(of, (tx) => changeRow(tx, noun, call, call.input)),
  })
}

/**
 * Changes a row in one round trip, commit and all, where the noun has a condition for it (`isSure` of its rules) and the row meets it. Nothing, with nothing changed, where the
 * change has to be judged or refused: {@link changeRow} does, and says why. Two round trips less a change are a sixth of what it costs this server (decision 0068).
 */
async function changeAtOnce(noun: Resource | NounWrites, call: Call<Change>): Promise<Written | undefined> {
  const {
    of,
    change: { isApart, isSure, apply },
  } = writesOf(noun)
  const { id, version, ...values } = call.input
  const change = { id, version, values }
  if (!isSure || of.scope !== 'tenant' || Object.keys(call.echoed ?? {}).length > 0) return undefined
  const sure = isApart?.([change]) && isAlwaysTaken(of, change) ? isSure.values(call) : undefined
  if (!sure) return undefined
  assertWritable(of, viewOf(call.caller, of), Object.keys(values), call.t)
  assertRichTextNotEmpty(of, values, call.t)
  const set = columnsOf(of, values)
  const statement = updateOf(of.table, Object.keys(set), version !== undefined, isSure.condition)
  return call.inScopeOf(of, async (tx) => {
    const store = async () => {
      const changed = tx.first(statement.with({ ...set, ...sure, [BY_ID]: id, [BY_VERSION]: version }))
      tx.commitWithThese()
      const row = await changed
      return row ? [{ id, version: row.version }] : []
    }
    return (await (apply ? apply(tx, call, [change], store) : store()))[0]
  })
}

/** Changes one row: see {@link changeRows}. */
export async function changeRow(
  tx: Transaction,
  noun: Resource | NounWrites,
  asking: Asking,
  { id, version, ...values }: Change,
): Promise<Written> {
  if (asking.echoed) await assertAsStored(tx, writesOf(noun).of, asking, id, asking.echoed)
  const [written] = await changeRows(tx, noun, asking, [{ id, version, values }])
  return written ?? fail('row.not-found')
}

interface Options {
  /** The values are the server's and not the caller's: what it had stored before, or the product's own. Fields that the caller does not see are written too. */
  readonly asServer?: boolean
  readonly onProgress?: (done: number) => void
}

/**
 * Changes rows, all of them or none: judged by the caller's view, the declaration and the rules of the noun, and stored with what
 * they entail. A change with its version is refused when somebody else has changed the row meanwhile.
 * @throws Failure `row.not-found`, `row.changed`, `row.taken`, `reference.not-found`, `tree.cycle`, `request.invalid`, or what the noun refuses.
 */
export async function changeRows(
  tx: Transaction,
  noun: Resource | NounWrites,
  asking: Asking,
  given: readonly RowChange[],
  { asServer = false, onProgress }: Options = {},
): Promise<readonly Written[]> {
  const {
    of,
    change: { judge, isApart, apply },
  } = writesOf(noun)
  for (const { values } of given) {
    if (!asServer) assertWritable(of, viewOf(asking.caller, of), Object.keys(values), asking.t)
    assertRichTextNotEmpty(of, values, asking.t)
  }
  await assertNotBuiltIn(
    tx,
    of,
    given.map(({ id }) => id),
  )
  const changes = asServer ? given : await withoutShownTexts(tx, of, asking, given)
  const store = async (all: readonly RowChange[]) => {
    const written: Written[] = areTogether(of, all) ? await changeMany(tx, of, asking, all, onProgress) : []
    if (written.length === 0) {
      for (const change of all) {
        written.push(await storeChange(tx, of, asking, change))
        onProgress?.(written.length)
      }
    }
    await announceShape(
      tx,
      asking,
      of,
      all.map(({ values }) => values),
    )
    return written
  }
  const storeAll = () => (apply ? apply(tx, asking, changes, store) : store(changes))
  const judging = judge?.(tx, asking, changes)
  if (!judging || !isApart?.(changes) || !changes.every((change) => isAlwaysTaken(of, change))) {
    assertNone(await judging)
    return storeAll()
  }
  const [judged, stored] = await Promise.allSettled([judging, storeAll()])
  // First what the noun refuses: whoever may not make a change is not told what became of it.
  if (judged.status === 'rejected') throw judged.reason
  assertNone(judged.value)
  if (stored.status === 'rejected') throw stored.reason
  return stored.value
}

/** Whether the change, checked as it is, meets no key, link or rule: a statement that fails would take those with it that are sent behind it. */
function isAlwaysTaken({ fields, unique = [], uniqueWithin = {}, rule }: Resource, { values, columns }: RowChange): boolean {
  const judged = new Set([...unique, ...Object.entries(uniqueWithin).flat(), ...(rule?.over ?? [])])
  return columns === undefined && Object.keys(values).every((name) => fields[name]?.sql && !fields[name].link && !judged.has(name))
}

async function storeChange(tx: Transaction, of: Resource, { t }: Asking, { id, version, values, columns }: RowChange): Promise<Written> {
  await assertParentThere(tx, of, values)
  await assertReferencesSeen(tx, of, [values])
  const parentId = of.parent === undefined ? undefined : values[of.parent]
  if (typeof parentId === 'string' && parentId !== '0') await assertNoCycle(tx, of, id, parentId)
  await assertRuleHolds(tx, of, t, id, version, values)
  const set = { ...columnsOf(of, values), ...columns }
  const statement = updateOf(of.table, Object.keys(set), version !== undefined).with({ ...set, [BY_ID]: id, [BY_VERSION]: version })
  const changed = await mapConstraintErrors(of, () => tx.first(statement))
  if (!changed) return refuseMissing(tx, of, id, version)
  await writeLinks(tx, of, id, values)
  return { id, version: changed.version }
}

/** Names of parameters that no column has. */
const BY_ID = '?id'
const BY_VERSION = '?version'

const updates = new Map<string, Prepared<{ version: number }>>()
/** Nouns have few fields, and forms send the same ones; the bound is for safety. */
const MAX_UPDATES = 1000

function updateOf(
  table: string,
  columns: readonly string[],
  isOfVersion: boolean,
  condition?: RawBuilder<boolean>,
): Prepared<{ version: number }> {
  const key = `${table} ${columns.join()} ${isOfVersion} ${condition !== undefined}`
  const known = updates.get(key)
  if (known) return known
  const made = prepare(
    typedAs<{ version: number }>(
      buildFor
        .updateTable(table)
        .set({
          ...Object.fromEntries(columns.map((column) => [column, parameter(column)])),
          updated_at: sql`now()`,
          version: sql`version + 1`,
        })
        .where('id', '=', parameter(BY_ID))
        .$if(isOfVersion, (query) => query.where('version', '=', parameter(BY_VERSION)))
        .$if(condition !== undefined, (query) => query.where(condition as RawBuilder<boolean>))
        .returning('version'),
    ),
  )
  if (updates.size < MAX_UPDATES) updates.set(key, made)
  return made
}

/**
 * A change may name only one of the fields a rule looks at, so it judges the row as it will stand, held from now on: the table may
 * have the same rule, and has no words for it. Of a row that is not there, or was changed meanwhile, the change itself will say so.
 * A change of other fields breaks no rule: it is spared a statement and the round trip of waiting for it.
 */
async function assertRuleHolds(
  tx: Transaction,
  of: Resource,
  t: Asking['t'],
  id: string,
  version: number | undefined,
  given: Values,
): Promise<void> {
  if (!of.rule?.over.some((name) => name in given)) return
  const before = await tx.first(
    typedAs<Values>(
      buildFor
        .selectFrom(of.table)
        .select(ruleColumns(of, of.rule.over))
        .where('id', '=', id)
        .$if(version !== undefined, (query) => query.where('version', '=', version))
        .forUpdate(),
    ),
  )
  if (before) assertRule(of, { ...before, ...given }, t)
}

/** A row that was not changed is gone, was changed meanwhile, or may be looked at only. */
async function refuseMissing(tx: Transaction, of: Resource, id: string, version: number | undefined): Promise<never> {
  const row = await tx.first(typedAs<{ version: number }>(buildFor.selectFrom(of.table).select('version').where('id', '=', id)))
  if (row && isNarrowed(tx.rows) && (version === undefined || row.version === version)) outOfScope(of)
  return fail(row && version !== undefined ? 'row.changed' : 'row.not-found')
}
