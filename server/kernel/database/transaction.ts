/** A running transaction: what can be done in it, and how its statements travel over its connection. What opens and ends one is tenant.ts. */
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { TenantId } from '../../../model/brands.ts'
import { NamedQuery, bracket } from './named-query.ts'
import { inOneWrite } from './one-write.ts'
import type { RowScope } from './row-scope.ts'
import { isNarrowed } from './row-scope.ts'
import { nameOf } from './statement-names.ts'
import type { TransactionClock } from './time-zones.ts'

/** Anything Kysely can compile, typed by the rows it gives. */
export interface Statement<Output> {
  compile(): CompiledQuery<Output>
  /**
   * Planned each time for its values, and not kept: for a text that is made of what somebody asks. Of one that is kept PostgreSQL takes a plan for any values from the sixth time on: a year of
   * 500 points, told in two seconds, was not told in the sixty that a statement has.
   */
  readonly isPlannedAnew?: boolean
}

/** A running transaction. Statements given without waiting in between travel together in one round trip. */
export interface Transaction {
  all<Output>(statement: Statement<Output>): Promise<Output[]>
  first<Output>(statement: Statement<Output>): Promise<Output | undefined>
  /** Gives the number of rows that were written. */
  run(statement: Statement<unknown>): Promise<number>
  /**
   * A cursor over the rows as they are now, which {@link fetch} reads on and on. Held, it outlives the transaction and stays on
   * the connection until it is closed: for the embedded engine, which has one connection and must not keep it.
   */
  declare(cursor: string, statement: Statement<unknown>, held: boolean): Promise<void>
  fetch<Output>(cursor: string, rows: number): Promise<Output[]>
  close(cursor: string): Promise<void>
  /** The tenant whose rows this transaction sees; `undefined` in platform scope. */
  readonly tenantId: TenantId | undefined
  /** The zone in which this transaction reads and writes times without one, and by whose days it groups (IANA): the tenant's, or that of who asks for the platform. */
  timeZone(): Promise<string>
  /** The zone of the server, by whose hours and days readings are rolled up. */
  readonly serverTimeZone: string
  /** Which of them: what is remembered of an answer is remembered for this scope alone. */
  readonly rows: RowScope
  /**
   * One statement at a time over all rows of the tenant: for what the server has to know before it does what somebody asks who sees some of
   * them, such as whether an administrator is left. What it gives is told to nobody.
   * @param reason Why, in the words of the program.
   */
  beyondScope(reason: string): Pick<Transaction, 'first' | 'all'>
  /**
   * This transaction, with each statement over all rows of the tenant: for what follows from an act on a row that its caller sees and must happen to rows that they need
   * not see, such as alarms of a machine that is elsewhere now. What it reads is told to nobody.
   * @param reason As of {@link beyondScope}.
   */
  wholly(reason: string): Transaction
  /** Runs once the transaction is committed, before its result is given back; for caches and invalidations, which must not fail. */
  afterCommit(effect: () => void): void
  /**
   * The statements that were sent in this turn of the event loop are the last ones: the commit travels with them, which is a round trip less, for which no lock
   * is held. Should one of them fail, nothing is kept, as ever. @throws Error by every statement that is sent afterwards
   */
  commitWithThese(): void
}
/** The role of those who see some rows of their tenant: restrictive policies narrow it (row-policies.ts). */
export const SCOPED = 'outstation_scoped'

/** What can stand in a comment of SQL without ending it. */
export const REASON = /^[\w ,;:.()'’-]{4,120}$/
/** The zone that a statement for it has given. */
export const zoneIn = (result: pg.QueryResult<{ zone: string }> | undefined): string => result?.rows[0]?.zone ?? 'UTC'

/** How far a transaction is. */
export interface Progress {
  readonly effects: (() => void)[]
  /** Statements that were sent and are not answered. */
  open: number
  /** The end may refuse something, or has to say whether a statement failed that was overlooked. */
  endIsAwaited: boolean
  /** Nothing can be sent any more: whatever comes too late would run in somebody else's transaction. */
  isOver: boolean
  /** The command that ended it, once its end was sent with its last statements. */
  end?: Promise<string>
}

/** Of whom a transaction sees rows, and which. */
export type Seen = Pick<Transaction, 'tenantId' | 'rows'>

/** The transaction that runs on a connection: what it does goes to `state`, by which its end is judged (tenant.ts). */
export function overClient(
  client: pg.PoolClient,
  { tenantId, rows }: Seen,
  state: Progress,
  { zone, serverZone }: TransactionClock,
): Transaction {
  const role = isNarrowed(rows) ? SCOPED : ''
  const assertOpen = () => {
    if (state.isOver) throw new Error('the transaction is over')
  }
  const send = <Output, Result>(statement: Statement<Output>, pick: (result: pg.QueryResult) => Result): Promise<Result> => {
    assertOpen()
    inOneWrite(client)
    const { sql, parameters } = statement.compile()
    state.open += 1
    const picked = new Promise<Result>((resolve, reject) => {
      const answered = (error: Error | null | undefined, result: pg.QueryResult) => {
        if (error) {
          state.endIsAwaited = true
          reject(error)
        } else {
          state.open -= 1
          resolve(pick(result))
        }
      }
      client.query(new NamedQuery(sql, parameters as unknown[], statement.isPlannedAnew ? undefined : nameOf(`${role}${sql}`), answered))
    })
    // A statement that nobody waits for any more (its sibling failed first) must not end the process.
    picked.catch(() => undefined)
    return picked
  }
  /** In one go, so that no other statement comes in between. Should it fail, so does the transaction, and with it what follows. */
  const beyond = <Output, Result>(reason: string, statement: Statement<Output>, pick: (result: pg.QueryResult) => Result) => {
    if (!REASON.test(reason)) throw new TypeError('the reason is a sentence of the program')
    if (role === '') return send(statement, pick)
    assertOpen()
    const { sql, parameters } = statement.compile()
    state.endIsAwaited = true
    client.query(`set local role outstation_tenant /* ${reason} */`).catch(() => undefined)
    const answer = client.query({ name: nameOf(sql), text: sql, values: parameters as unknown[] }).then(pick)
    answer.catch(() => undefined)
    client.query(`set local role ${SCOPED}`).catch(() => undefined)
    return answer
  }
  const own: Transaction = {
    tenantId,
    serverTimeZone: serverZone,
    async timeZone() {
      if (zone !== undefined) return zone
      assertOpen()
      return zoneIn(await client.query(`select current_setting('timezone') as zone`))
    },
    rows,
    beyondScope: (reason) => ({
      all: <Output>(statement: Statement<Output>) => beyond(reason, statement, (result) => result.rows as Output[]),
      first: <Output>(statement: Statement<Output>) => beyond(reason, statement, (result) => result.rows[0] as Output | undefined),
    }),
    wholly: (reason) => ({
      ...own,
      ...own.beyondScope(reason),
      run: (statement) => beyond(reason, statement, (result) => result.rowCount ?? 0),
    }),
    all: <Output>(statement: Statement<Output>) => send(statement, (result) => result.rows as Output[]),
    first: <Output>(statement: Statement<Output>) => send(statement, (result) => result.rows[0] as Output | undefined),
    run: (statement) => send(statement, (result) => result.rowCount ?? 0),
    // Without a name: what a prepared FETCH gives belongs to the cursor it was prepared for.
    async declare(cursor, statement, held) {
      assertOpen()
      const { sql, parameters } = statement.compile()
      // The end of the transaction is what reads the rows of a cursor that is held.
      state.endIsAwaited = true
      await client.query(
        `declare ${nameOfCursor(cursor)} no scroll cursor ${held ? 'with' : 'without'} hold for ${sql}`,
        parameters as unknown[],
      )
    },
    fetch: async <Output>(cursor: string, rows: number) =>
      (await client.query(`fetch ${rows} from ${nameOfCursor(cursor)}`)).rows as Output[],
    close: async (cursor) => void (await client.query(`close ${nameOfCursor(cursor)}`)),
    afterCommit: (effect) => void state.effects.push(effect),
    commitWithThese() {
      assertOpen()
      state.isOver = true
      state.end = bracket(client, 'commit')
      state.end.catch(() => undefined)
    },
  }
  return own
}

function nameOfCursor(cursor: string): string {
  if (!/^[a-z][a-z0-9_]{0,50}$/.test(cursor)) throw new TypeError('a cursor is named by the server, in small letters')
  return cursor
}
