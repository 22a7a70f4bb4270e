/** When what is sent down a connection goes out: as few writes to its socket as a request allows (decision 0068). */
import type pg from 'pg'
import { bracket } from './named-query.ts'

/** Connections whose last statement, the end of a transaction, is held back for the next one, with what sends it by itself. */
const heldBack = new WeakMap<pg.PoolClient, NodeJS.Immediate>()

/**
 * What is sent until this turn of the event loop has done its work goes out in one write, also what follows an `await` that waits for
 * nothing. Half of the time this server spends on a request is system calls (`node --cpu-prof`), and without this each statement is one.
 */
export function inOneWrite(client: pg.PoolClient): void {
  const { stream } = client.connection
  const alone = heldBack.get(client)
  if (alone === undefined) stream.cork()
  else clearImmediate(alone)
  heldBack.delete(client)
  process.nextTick(() => stream.uncork())
}

/**
 * Ends a transaction that has only read: nothing of it is kept and nothing can be refused, so nobody waits. On a busy server the end goes out
 * in one write with the beginning of the connection's next transaction, so that a request which reads is one round trip, and wakes the
 * database once; else at the end of this turn. It stands in front of whatever is sent down the connection, which so begins as nobody again.
 */
export function endWithNext(client: pg.PoolClient): void {
  const { stream } = client.connection
  stream.cork()
  // A connection that broke has nothing to end, and the pool hears of it.
  bracket(client, 'commit').catch(() => undefined)
  const alone = setImmediate(() => {
    heldBack.delete(client)
    stream.uncork()
  })
  heldBack.set(client, alone)
}
