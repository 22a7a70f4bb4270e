/**
 * The log of operations and sign-ins. One hook for every route writes down what was asked, after it was answered, so that a
 * request pays next to nothing: what gathers while one batch is being stored goes along with the next.
 */
import { sql } from 'kysely'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogType } from '../../model/admin/logs.ts'
import { callerOfRequest } from '../kernel/http/access.ts'
import { Failure } from '../kernel/errors.ts'
import type { Author, Entry } from './journal-entry.ts'
import { entryOf, typeOf } from './journal-entry.ts'
import { build, parameter, prepare } from '../kernel/database/sql.ts'
import type { SettingStore } from '../kernel/runtime/settings.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'

export interface Journal {
  note(entry: Entry): void
  /** Resolves when everything noted so far is stored, or given up. */
  flush(): Promise<void>
  /** Stores what is left, for a few seconds at most. */
  close(): Promise<void>
  /** Told when a batch failed, and with how many entries that could not be kept: the queue was full, or the database refused them. */
  onTrouble(listener: (error: unknown, lost: number) => void): void
}

/** Entries that wait at most; about 1 KB each. Beyond it the newest are not kept, and counted. */
const MAX_WAITING = 10_000
const MAX_AT_ONCE = 500
/**
 * Inserts begin at least so far apart, in milliseconds; the first after a pause begins at once. An insert of one entry takes the database
 * three times as long as each of twenty that go together, and an entry is lost with a killed server as long as it waits.
 */
const APART_MS = 20
const RETRY_MS = 500
const CLOSE_MS = 3000

/** The writer of the audit log: entries are batched in memory and stored after the answer. */
export function openJournal(transactions: TransactionScopes): Journal {
  let waiting: Entry[] = []
  let storing: Promise<void> | undefined
  let closing = false
  let hurry = (): void => undefined
  let reportTrouble: (error: unknown, lost: number) => void = () => undefined

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_AT_ONCE)
      const began = performance.now()
      try {
        await store(transactions, batch)
      } catch (error) {
        const { code = '' } = error as { code?: string }
        // SQL states of class 22 and 23: one of the rows is to blame and would be for ever. All else passes.
        if (!/^2[23]/.test(code)) {
          waiting = [...batch, ...waiting].slice(0, MAX_WAITING)
          reportTrouble(error, 0)
          await new Promise((resolve) => {
            setTimeout(resolve, RETRY_MS).unref()
          })
        } else if (batch.length === 1) reportTrouble(error, 1)
        else for (const entry of batch) await store(transactions, [entry]).catch((second: unknown) => reportTrouble(second, 1))
      }
      if (!closing && waiting.length < MAX_AT_ONCE) await gather(Math.max(0, began + APART_MS - performance.now()))
    }
  }

  /** Resolves after so many milliseconds, or as soon as somebody waits for everything to be stored. */
  function gather(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      timer.unref()
      hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function storeAll(): Promise<void> {
    while (storing || waiting.length > 0) {
      hurry()
      await begin()
    }
  }

  function begin(): Promise<void> {
    storing ??= drain().finally(() => {
      storing = undefined
      if (waiting.length > 0) void begin()
    })
    return storing
  }

  return {
    onTrouble(listener) {
      reportTrouble = listener
    },
    note(entry) {
      if (closing || waiting.length >= MAX_WAITING) return reportTrouble(new Error('the queue of the log is full'), 1)
      waiting.push(entry)
      // Answers of the same turn of the event loop share one insert.
      if (!storing && waiting.length === 1) setImmediate(() => void begin())
    },
    flush: storeAll,
    async close() {
      closing = true
      await Promise.race([
        storeAll(),
        new Promise((resolve) => {
          setTimeout(resolve, CLOSE_MS).unref()
        }),
      ])
      if (waiting.length > 0) reportTrouble(new Error('the server stopped before its log was stored'), waiting.length)
    },
  }
}

const columns = [
  'tenant_id',
  'id',
  'title',
  'log_type',
  'result',
  'method',
  'url',
  'user_id',
  'username',
  'address',
  'browser',
  'parameters',
  'error',
  'duration',
  'operation_id',
  'created_at',
] as const satisfies readonly (keyof Entry)[]

/**
 * One statement for all tenants, compiled once. The organisation is that of the moment; entries of a tenant that is gone have no place.
 */
const INSERT = prepare(
  build
    .insertInto('logs')
    .columns([...columns, 'org_name'])
    .expression(
      build
        .selectFrom(
          sql<Record<keyof Entry, string>>`jsonb_to_recordset(${parameter('entries')}::jsonb)`
            .as<'entry'>(sql`entry (tenant_id uuid, id uuid, title text,
    log_type text, result text, method text, url text, user_id uuid, username text, address text, browser text, parameters jsonb, error text, duration integer,
    operation_id uuid, created_at timestamptz)`),
        )
        .innerJoin('tenants', 'tenants.id', 'entry.tenant_id')
        .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'entry.tenant_id').onRef('users.id', '=', 'entry.user_id'))
        .leftJoin('organisations', (on) =>
          on.onRef('organisations.tenant_id', '=', 'users.tenant_id').onRef('organisations.id', '=', 'users.org_id'),
        )
        .select([...columns.map((name) => sql.ref(`entry.${name}`).as(name)), 'organisations.org_name']),
    ),
)

function store(transactions: TransactionScopes, entries: readonly Entry[]): Promise<unknown> {
  return transactions.inPlatform('one insert keeps what was done in all tenants', (tx) =>
    tx.run(INSERT.with({ entries: JSON.stringify(entries) })),
  )
}

const authors = new WeakMap<FastifyRequest, Author>()
const failures = new WeakMap<FastifyRequest, string>()

/** Sets the author of the audit record on a public route, as far as it is known. */
export function nameAuthor(request: FastifyRequest, author: Author): void {
  authors.set(request, { ...authors.get(request), ...author })
}

/** Adds the hooks that write the audit log, for every route declared afterwards. */
export function keepJournal(app: FastifyInstance, journal: Journal, settings: SettingStore): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { statusCode = 500 } = error as { statusCode?: number }
    failures.set(request, error instanceof Failure ? error.code : statusCode < 500 ? 'request.malformed' : 'server.failed')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { document } = request.routeOptions.config
    if (!document) return
    const type = typeOf(document.route)
    const isRefused = reply.statusCode === 403
    const caller = callerOfRequest(request)
    // Plain reads are many and change nothing: they are kept where the tenant wants it.
    if (type === 'query' && !isRefused && !(caller && (await settings.of(caller.tenantId))['log.queries'])) return
    const author = caller ?? authors.get(request)
    if (!author || document.route.unlogged || isRenewal(type, request)) return
    journal.note(entryOf(document, request, reply, author, failures.get(request)))
  })
  journal.onTrouble((error, lost) => app.log.warn({ err: error, lost }, 'the log of operations could not be stored'))
  app.addHook('onClose', () => journal.close())
}

/** A session that goes on is no sign-in. */
function isRenewal(type: LogType, { query, body }: FastifyRequest): boolean {
  const given = [body, query] as ({ grant_type?: unknown } | null | undefined)[]
  return type === 'sign-in' && given.find((each) => each?.grant_type !== undefined)?.grant_type === 'refresh_token'
}
