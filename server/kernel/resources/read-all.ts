/**
 * Every row of a list, in its order and as one moment shows them, in batches and constant memory. Filters, view and order
 * are those of the list: the same functions build them.
 *
 * PostgreSQL reads a cursor in one snapshot. The embedded engine has one connection for everybody, so it keeps the ids in
 * their order aside (a held cursor) and reads the rows in short transactions, between which others have their turn.
 */
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Resource } from '../../../model/resource.ts'
import type { Caller } from '../authorization/caller.ts'
import { fail } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Services } from '../services.ts'
import { typedAs } from '../database/sql.ts'
import { pgArray } from '../database/pg-array.ts'
import type { Mode, Transaction } from '../database/tenant.ts'
import { viewOf } from '../authorization/view.ts'
import { inScopeOf } from '../authorization/in-scope-of.ts'
import type { ReadRow } from './names.ts'
import { openNames } from './names.ts'
import type { Filters } from './select.ts'
import { orderOf, ordered, rowsOf, withBareColumns } from './select.ts'

export type { ReadRow } from './names.ts'

export interface ReadAllRequest {
  readonly of: Resource
  readonly caller: Caller
  readonly filters: Filters
  readonly sorter?: string | undefined
  /** Only these rows, of those that the filters leave. */
  readonly ids?: readonly string[] | undefined
  /** Only these, in this order; nothing: all that the caller sees. */
  readonly fields?: readonly string[] | undefined
  /** Reads what else is wanted of each batch, in the transaction that has read it. */
  readonly also?: (tx: Transaction, rows: readonly ReadRow[]) => Promise<void>
}

/** Rows a batch: long enough for the database to be asked seldom, short enough for others to be answered in between. */
const BATCH = 1000

function rowsWanted({ of, caller, filters, ids }: ReadAllRequest): ReturnType<typeof rowsOf> {
  const rows = rowsOf(of, viewOf(caller, of), filters)
  return ids === undefined ? rows : rows.where(sql<boolean>`row.id = any(${pgArray(ids)}::uuid[])`)
}

/** How many rows the request would read. */
export async function countAll({ transactions }: Services, wanted: ReadAllRequest): Promise<number> {
  const statement = typedAs<{ count: string }>(rowsWanted(wanted).select(sql`count(*)`.as('count')))
  return Number((await inScopeOf(transactions, wanted.of, wanted.caller, (tx) => tx.first(statement), 'read'))?.count ?? 0)
}

/**
 * A stream of batches: rows with the visible fields, linked rows by their names. Nothing is read that nobody takes, and
 * whoever destroys the stream ends the reading.
 * @throws Failure `request.invalid` for an order the caller does not have.
 */
export function readAll({ transactions, isAlone }: Services, wanted: ReadAllRequest): AsyncIterable<ReadRow[]> {
  const { of, caller, sorter } = wanted
  const view = viewOf(caller, of)
  const order = orderOf(of, view, sorter) ?? fail('request.invalid')
  const rows = ordered(rowsWanted(wanted), order)
  const cursor = `rows_${newId().replaceAll('-', '_')}`
  const names = openNames(of, view)
  const open = <Result>(work: (tx: Transaction) => Promise<Result>, mode: Mode = 'read') => inScopeOf(transactions, of, caller, work, mode)

  async function* inOneSnapshot(tx: Transaction): AsyncGenerator<ReadRow[]> {
    await tx.declare(cursor, withBareColumns(rows, of, view), false)
    let next = tx.fetch<ReadRow>(cursor, BATCH)
    for (;;) {
      const batch = await next
      if (batch.length === 0) return
      // In the same trip as the names of this batch.
      next = tx.fetch<ReadRow>(cursor, BATCH)
      next.catch(() => undefined)
      await names(tx, batch)
      await wanted.also?.(tx, batch)
      yield batch
    }
  }

  async function* inShortTransactions(): AsyncGenerator<ReadRow[]> {
    await open((tx) => tx.declare(cursor, rows.select(sql`row.id`.as('id')), true))
    try {
      for (;;) {
        const batch = await open(async (tx) => {
          const ids = (await tx.fetch<{ id: string }>(cursor, BATCH)).map((row) => row.id)
          if (ids.length === 0) return undefined
          const found = new Map(
            (
              await tx.all(
                typedAs<ReadRow>(
                  withBareColumns(rowsOf(of, view, {}).where(sql<boolean>`row.id = any(${pgArray(ids)}::uuid[])`), of, view),
                ),
              )
            ).map((row) => [row.id, row]),
          )
          const there = ids.flatMap((id) => found.get(id) ?? [])
          await names(tx, there)
          await wanted.also?.(tx, there)
          return there
        })
        if (!batch) return
        yield batch
      }
    } finally {
      await open((tx) => tx.close(cursor))
    }
  }

  // What is read ahead is one batch here and one with whoever takes them, so that reading and writing go on side by side.
  const batches = new PassThrough({ objectMode: true, highWaterMark: 1 })
  const reading = isAlone ? pipeline(inShortTransactions(), batches) : open((tx) => pipeline(inOneSnapshot(tx), batches), 'snapshot')
  reading.catch((error: unknown) => batches.destroy(error as Error))
  return batches
}
