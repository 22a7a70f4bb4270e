/**
 * COPY in the binary format, out of a connection and into another, a row at a time and without more of it in memory than is on its way
 * (PostgreSQL manual: "COPY", "Frontend/Backend Protocol", COPY Operations). The driver leaves this to whoever submits a query of their own.
 */
import type pg from 'pg'

/** What opens a binary COPY: a signature, and no flags and no extension behind it; and what ends one. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

/** What the driver calls of a query, and its types leave out. */
interface Answered {
  handleError(error: Error): void
  handleReadyForQuery(): void
  handleCommandComplete(message: { readonly text: string }): void
}

/** The driver's connection as a query sees it. */
type Connection = pg.Connection & {
  query(text: string): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/**
 * Runs `copy … to stdout (format binary)` and hands over each row; gives how many bytes they had. A row is valid during the call only.
 * @throws Error of the database.
 */
export function copyOut(client: pg.ClientBase, statement: string, onRow: (row: Buffer) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    let isFirst = true
    const query: pg.Submittable & Answered & { handleCopyData(message: { readonly chunk: Buffer }): void } = {
      submit: (connection) => (connection as Connection).query(statement),
      handleCopyData({ chunk }) {
        // The server sends a message a row; the first row has the header in front of it, and the end stands alone.
        const row = isFirst ? chunk.subarray(HEADER.length) : chunk
        isFirst = false
        if (row.length === 0 || (row.length === TRAILER.length && row.equals(TRAILER))) return
        bytes += row.length
        onRow(row)
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(bytes),
      handleError: reject,
    }
    client.query(query)
  })
}

/** A running `copy … from stdin (format binary)`. */
export interface CopyIn {
  /** Sends rows, one behind the other as {@link copyOut} gave them; their memory is the caller's again when this resolves. */
  write(rows: Buffer): Promise<void>
  /** Resolves with the number of rows that were stored. */
  end(): Promise<number>
  /** Breaks off, so that the connection can be asked for something else: nothing of it is stored. */
  fail(reason: string): Promise<void>
}

/** Bytes a message. The server begins with a message when it has all of it. */
const MESSAGE = 256 * 1024

/** Begins `copy … from stdin (format binary)`. @throws Error of the database, here or by the functions of what it gives. */
export async function copyIn(client: pg.ClientBase, statement: string): Promise<CopyIn> {
  let stored = 0
  let begun: (connection: Connection) => void = () => undefined
  const ready = new Promise<Connection>((resolve) => {
    begun = resolve
  })
  const over = new Promise<number>((resolve, reject) => {
    const query: pg.Submittable & Answered & { handleCopyInResponse(connection: Connection): void } = {
      submit: (connection) => (connection as Connection).query(statement),
      handleCopyInResponse: begun,
      handleCommandComplete: ({ text }) => {
        stored = Number(text.split(' ')[1])
      },
      handleReadyForQuery: () => resolve(stored),
      handleError: reject,
    }
    client.query(query)
  })
  // Whoever writes or ends hears of it.
  over.catch(() => undefined)
  const connection = (await Promise.race([ready, over])) as Connection
  const { stream } = connection
  const send = async (rows: Buffer) => {
    const sent = new Promise<void>((resolve, reject) => {
      stream.cork()
      for (let at = 0; at < rows.length; at += MESSAGE) {
        const part = rows.subarray(at, at + MESSAGE)
        const head = Buffer.allocUnsafe(5)
        head.write('d')
        head.writeInt32BE(part.length + 4, 1)
        stream.write(head)
        stream.write(part, at + MESSAGE < rows.length ? undefined : (error) => (error ? reject(error) : resolve()))
      }
      stream.uncork()
    })
    sent.catch(() => undefined)
    // A server that has refused what came before says so instead of reading on.
    await Promise.race([sent, over])
  }
  await send(HEADER)
  return {
    async write(rows) {
      if (rows.length > 0) await send(rows)
    },
    async end() {
      await send(TRAILER)
      connection.endCopyFrom()
      return over
    },
    async fail(reason) {
      connection.sendCopyFail(reason)
      await over.catch(() => undefined)
    },
  }
}
