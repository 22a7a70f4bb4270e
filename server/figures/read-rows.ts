/**
 * The rows of a document, more of them than an answer may have: read by a cursor and handed on. As lists are read for exports
 * (server/kernel/resources/read-all.ts), PostgreSQL reads them in one snapshot; the embedded engine, whose one connection others wait for, keeps them aside
 * (a held cursor) and hands them on in short transactions.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { FigureAnswer } from '../../model/contract/report/figure.ts'
import { statement, statementOfDocument } from '../acquisition/index.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import { fail } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { FigureRow, StreamedAnswer } from './answer.ts'
import { streamedAnswer } from './answer.ts'
import type { Answering } from './plan-for.ts'
import { planFor } from './plan-for.ts'
import { rowsStatement } from './statement.ts'

/** Takes an answer whose rows come by and by. */
export interface RowTaker {
  begin(about: Omit<FigureAnswer, 'rows'>): void
  /** May throw where it has had enough. */
  take(rows: FigureAnswer['rows']): void
}

interface Reading {
  readonly taker: RowTaker
  /** Rows of a document that sets no limit. */
  readonly most: number
  /** Whether the database is the embedded one. */
  readonly isAlone: boolean
  /** Ends the reading before the next rows are asked for. */
  readonly signal: AbortSignal | undefined
}

const BATCH = 1000

/** How long one statement of a job may take on a database server: as nobody waits for it, longer than those of a call, which have a minute. */
const JOB_STATEMENT_MS = 600_000

/** Gives the statements of this transaction the time of a job. */
export const takeTimeOfJob = (tx: Transaction): Promise<unknown> =>
  tx.first(statement(sql`select set_config('statement_timeout', ${String(JOB_STATEMENT_MS)}, true)`))

/** Hands all rows on. A document that compares periods has to look the earlier ones up, and is answered as a whole. @throws Failure `figure.too-much` */
export async function readRows(
  { inTenant }: Pick<TransactionScopes, 'inTenant'>,
  of: Answering,
  { taker, most, isAlone, signal }: Reading,
): Promise<void> {
  const cursor = `figures_${newId().replaceAll('-', '_')}`
  let count = 0
  /** Whether there are more. */
  function handOn({ rowsOf }: StreamedAnswer, rows: readonly FigureRow[]): boolean {
    count += rows.length
    if (count > most) fail('figure.too-much')
    if (rows.length > 0) taker.take(rowsOf(rows))
    return rows.length === BATCH
  }
  async function begin(tx: Transaction): Promise<StreamedAnswer> {
    const { plan, time, zone } = await planFor(tx, of)
    const answer = streamedAnswer({
      plan,
      range: time?.range,
      before: undefined,
      now: of.now,
      zone,
      t: of.t,
      marksRepeated: of.marksRepeated,
    })
    const { rowsOf: _, ...about } = answer
    taker.begin(about)
    if (plan.dimensions.length + plan.columns.length > 0)
      await tx.declare(cursor, statementOfDocument(rowsStatement(plan, { range: time?.range, most }) as RawBuilder<FigureRow>), isAlone)
    return answer
  }
  const next = (tx: Transaction) => {
    signal?.throwIfAborted()
    return tx.fetch<FigureRow>(cursor, BATCH)
  }

  if (isAlone) {
    const answer = await inTenant(of.caller, begin, 'read')
    if (answer.columns.length === 0) return
    try {
      while (handOn(answer, await inTenant(of.caller, next, 'read')));
    } finally {
      await inTenant(of.caller, (tx) => tx.close(cursor), 'read')
    }
    return
  }
  await inTenant(
    of.caller,
    async (tx) => {
      await takeTimeOfJob(tx)
      const answer = await begin(tx)
      if (answer.columns.length === 0) return
      let rows = next(tx)
      for (;;) {
        const found = await rows
        // The next are on their way while these are put down.
        rows = next(tx)
        rows.catch(() => undefined)
        if (!handOn(answer, found)) break
      }
      await rows
    },
    'snapshot',
  )
}
