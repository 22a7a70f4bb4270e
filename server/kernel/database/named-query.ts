/**
 * Statements that are sent again and again down a connection. Of a statement that it has prepared, PostgreSQL says the same columns each
 * time it is asked, and refuses to run it when they would be others: so they are asked for once, and what the driver makes of them is kept.
 * Its description, parsed anew, and rows whose objects V8 had to turn into hash tables as soon as a member was added, were a third of
 * what a page of a list allocates (sampling heap profile), and what is allocated is what garbage collection lets everybody wait for.
 */
import pg from 'pg'

/** What the driver makes of the description of a statement's rows; it is read only. */
interface Description {
  readonly fields: unknown
  readonly parsers: unknown
  readonly template: object | null
}

/** By connection, as the statements themselves, and by name. */
const descriptions = new WeakMap<pg.Connection, Map<string, Description>>()

/** The end of a statement that needs no description: Execute and Sync (PostgreSQL manual, "Message Formats"). */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

type Callback = (error: Error | undefined, result: pg.QueryResult) => void

/** A statement as the driver sends it. With a name it is prepared, and described, once a connection. */
export class NamedQuery extends pg.Query {
  #isDescribed = false

  constructor(text: string, values: unknown[], name: string | undefined, callback: Callback) {
    super(text, values, callback as never)
    if (name !== undefined) this.name = name
  }

  override prepare(connection: pg.Connection): void {
    const description =
      this.name === undefined || !this.hasBeenParsed(connection) ? undefined : descriptions.get(connection)?.get(this.name)
    if (!description) return super.prepare(connection)
    try {
      connection.bind({ statement: this.name, values: this.values, valueMapper: prepareValue } as never, false)
    } catch {
      // A value that cannot be sent: the driver says so in its own way.
      return super.prepare(connection)
    }
    connection.stream.write(EXECUTE_AND_SYNC)
    const { _result: result } = this
    result.fields = description.fields
    result._parsers = description.parsers
    result._prebuiltEmptyResultObject = description.template
    this._accumulateRows = true
    this.#isDescribed = true
  }

  /** The statement has done what it was asked for; one that failed does not come here. */
  override handleReadyForQuery(connection: pg.Connection): void {
    if (this.name !== undefined && !this.#isDescribed && !this._canceledDueToError) {
      let known = descriptions.get(connection)
      if (!known) descriptions.set(connection, (known = new Map()))
      const { fields, _parsers: parsers, _prebuiltEmptyResultObject: template } = this._result
      // What JSON.parse makes has room for all its members, and copies of it stay such objects when one more is added.
      known.set(this.name, { fields, parsers, template: template && (JSON.parse(JSON.stringify(template)) as object) })
    }
    super.handleReadyForQuery(connection)
  }
}

/**
 * Whether the connection has prepared more statements than one is to keep. The driver has forgotten all of them then, so that whoever asks has to send
 * `deallocate all` before anything else: what goes on being used is prepared anew. Asked while nothing with a name is on its way.
 */
export function forgetsStatements(client: pg.ClientBase, most: number): boolean {
  const { connection } = client as unknown as { readonly connection: pg.Connection & Prepared }
  if ((descriptions.get(connection)?.size ?? 0) <= most) return false
  descriptions.delete(connection)
  connection.parsedStatements = {}
  return true
}

/** What the driver takes for prepared, by name. */
interface Prepared {
  parsedStatements: Record<string, string>
}

/** Begins or ends a transaction: several statements without rows, of which nobody wants more than what the last one did. */
class Bracket extends pg.Query {
  #command = ''

  constructor(text: string, callback: (error: Error | null, command: string) => void) {
    super(text, ((error: Error | null) => callback(error, this.#command)) as never)
  }

  override handleCommandComplete({ text }: { text: string }): void {
    this.#command = text
  }
}

/** What the last of these statements without rows did: `COMMIT` or `ROLLBACK`, where it ends a transaction. */
export function bracket(client: pg.ClientBase, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    client.query(new Bracket(text, (error, command) => (error ? reject(error) : resolve(command))))
  })
}

/** What the driver has and its types leave out. */
declare module 'pg' {
  interface Query {
    name: string | undefined
    values: unknown[]
    _accumulateRows: boolean
    _canceledDueToError: unknown
    _result: { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: object | null }
    hasBeenParsed(connection: pg.Connection): boolean
    prepare(connection: pg.Connection): void
    handleReadyForQuery(connection: pg.Connection): void
    handleCommandComplete(message: { text: string }, connection: pg.Connection): void
  }
}
