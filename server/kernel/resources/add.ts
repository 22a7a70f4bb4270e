/** `add{Noun}`: one new row; and what adding rows is, for whoever else adds some. */
import { addContract } from '../../../model/contract/nouns.ts'
import type { Field } from '../../../model/field.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { accessTo } from '../http/access.ts'
import { fail } from '../errors.ts'
import type { Route } from '../http/http.ts'
import { implement } from '../http/http.ts'
import { insertRows } from './insert.ts'
import { announceShape } from './shape.ts'
import { newId } from '../ids.ts'
import type { Transaction } from '../database/tenant.ts'
import { mayWrite, viewOf } from '../authorization/view.ts'
import type { Asking, IssuedValues, NewRow, NounWrites, Values } from './noun-writes.ts'
import { assertNone, writesOf } from './noun-writes.ts'
import { assertRule, assertRichTextNotEmpty, assertWritable } from './write.ts'

/** The route that adds a row of the noun. @example add: add(organisations) */
export function add(noun: Resource | NounWrites): Route {
  const { of } = writesOf(noun)
  return implement(addContract(of), {
    access: accessTo(of, 'write'),
    summary: `Add one of ${of.name}`,
    of,
    async handle(call) {
      const rows = await prepared(noun, call, [newRow(call.input)])
      return call.inScopeOf(of, (tx) => addOne(tx, noun, call, rows))
    },
  })
}

/** A row with a new id. Values that are absent are no values. */
export function newRow(values: Values, columns?: Values): NewRow {
  return {
    id: newId(),
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    ...(columns ? { columns } : {}),
  }
}

/** The rows, ready to be added: with what takes time and no transaction. */
export async function prepared(noun: Resource | NounWrites, asking: Asking, rows: readonly NewRow[]): Promise<readonly NewRow[]> {
  return (await writesOf(noun).add.prepare?.(asking, rows)) ?? rows
}

/** Adds one row. What is told once about it stands beside its id. */
export async function addOne(
  tx: Transaction,
  noun: Resource | NounWrites,
  asking: Asking,
  rows: readonly NewRow[],
): Promise<{ id: string; version: number } & IssuedValues> {
  const [row] = rows
  if (!row) throw new Error('there is no row to add')
  const [issued] = await addRows(tx, noun, asking, rows)
  return { ...issued, id: row.id, version: 1 } as { id: string; version: number } & IssuedValues
}

interface Options {
  readonly onProgress?: (done: number) => void
  /** In place of the refusal of a row: for rows that were judged before. */
  readonly onRefused?: () => never
}

/**
 * Adds rows, all of them or none: judged by the caller's view, the declaration and the rules of the noun, and stored with what
 * they entail. Rows of a tree come with parents before children. Gives what is told once, row by row.
 * @param rows As {@link prepared} gives them.
 * @throws Failure `request.invalid`, `field.hidden`, `row.taken`, `reference.not-found`, or what the noun refuses.
 */
export async function addRows(
  tx: Transaction,
  noun: Resource | NounWrites,
  asking: Asking,
  rows: readonly NewRow[],
  { onProgress, onRefused }: Options = {},
): Promise<readonly (IssuedValues | undefined)[]> {
  const {
    of,
    add: { lock, judge, apply },
  } = writesOf(noun)
  assertDeclared(of, asking, rows)
  await lock?.(tx, asking, rows)
  const refusals = await judge?.(tx, asking, rows)
  if (refusals?.size) onRefused?.()
  assertNone(refusals)
  const insert = (all: readonly NewRow[]) => insertRows(tx, of, all, onProgress)
  const issued = await (apply ?? (() => insert(rows)))(tx, asking, rows, insert)
  await announceShape(tx, asking, of)
  return Array.isArray(issued) ? (issued as readonly (IssuedValues | undefined)[]) : []
}

/** What can be said without looking into the database. */
function assertDeclared(of: Resource, { caller, t }: Asking, rows: readonly NewRow[]): void {
  const view = viewOf(caller, of)
  for (const [name, field] of Object.entries(of.fields)) {
    if (field.required && !mayWrite(view, name, field)) fail('field.hidden', { values: { field: t(fieldKey(of.name, name)) } })
  }
  const given = new Set<string>()
  for (const { values } of rows) for (const name in values) given.add(name)
  assertWritable(of, view, given, t)
  const isRich = [...given].some((name) => (of.fields[name] as Field | undefined)?.rich)
  for (const { values } of rows) {
    if (isRich) assertRichTextNotEmpty(of, values, t)
    assertRule(of, values, t)
  }
}
