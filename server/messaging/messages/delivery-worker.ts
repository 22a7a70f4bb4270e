/**
 * Takes messages that wait and hands them to their port, and answers what was asked for at the door. Everything it knows
 * stands in the rows: a message it had taken when the process died is taken again once its lease is over. So a message may
 * come twice, and none is lost.
 */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Channel } from '../../../model/admin/messages.ts'
import { CHANNELS } from '../../../model/admin/messages.ts'
import type { Worker } from '../../kernel/runtime/worker.ts'
import { worker } from '../../kernel/runtime/worker.ts'
import type { Services } from '../../kernel/services.ts'
import { build } from '../../kernel/database/sql.ts'
import type { DatabaseTables } from '../../kernel/database/tables.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { EntryRequest } from './messages.ts'
import { SECRET_MARK } from './messages.ts'
import type { Ports } from './send.ts'
import { Refused, openPorts } from './send.ts'

/** Who a request at the door is about, and what is sent to them; passed in by `app.ts`, by the purpose. */
export type Answers = Readonly<Record<string, (tx: Transaction, request: EntryRequest) => Promise<void>>>

/** Messages of a channel on their way at a time. */
const CONCURRENCY_PER_CHANNEL = 3
/** Longer than a port may take, so that a message which is on its way is not taken twice. */
const LEASE_SECONDS = 60
/** Seconds before each further try; then it has failed, until the operator tries it again. */
const BACKOFF_SECONDS = [5, 30, 120, 600, 1800] as const
/** Work may have come from a server that died before it could say so. */
const POLL_MS = 5000
/** What was asked for this long ago is not waited for any more. */
const REQUEST_MINUTES = 10

type Row = Selectable<DatabaseTables['messages']>
type Request = Selectable<DatabaseTables['entry_requests']>

/**
 * Starts the delivery worker of the outbox, and the answering of requests before sign-in.
 * @param onError Told of faults of ours, and of what a port refused.
 */
export function startDeliveryWorker(
  services: Pick<Services, 'transactions' | 'config' | 'messages' | 'clock'>,
  answers: Answers,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const { transactions, messages, config, clock } = services
  const ports = openPorts(config)
  const busy = new Set<Promise<void>>()
  const workers = [worker({ clock, every: POLL_MS, work: answerAll, onError }), ...CHANNELS.map(openLane)]

  /** Hands out what waits on a channel, as long as there is a free hand; one that becomes free looks again. */
  function openLane(channel: Channel): Worker {
    let hands = 0
    const lane = worker({
      clock,
      every: POLL_MS,
      onError,
      async work(signal) {
        while (hands < CONCURRENCY_PER_CHANNEL && !signal.aborted) {
          const row = await take(channel)
          if (!row) return
          hands += 1
          const carried = carry(row, ports)
            .catch(onError)
            .finally(() => {
              hands -= 1
              busy.delete(carried)
              lane.wake()
            })
          busy.add(carried)
        }
      },
    })
    return lane
  }

  /** One after the other, each with what follows from it in one transaction. What fails is taken back, and tried again at the next look. */
  async function answerAll(signal: AbortSignal): Promise<void> {
    const seen: string[] = []
    for (;;) {
      const request = await nextRequest(seen)
      if (!request || signal.aborted) return
      seen.push(request.id)
      await transactions
        .inPlatform('what was asked for at the door is looked for in all tenants', (tx) => answer(tx, request))
        .catch(onError)
    }
  }

  function nextRequest(seen: readonly string[]): Promise<Request | undefined> {
    return transactions.inPlatform(
      'what was asked for at the door belongs to no tenant yet',
      (tx) =>
        tx.first(
          build
            .selectFrom('entry_requests')
            .selectAll()
            .where('created_at', '>', sql<Date>`now() - ${sql.lit(`${REQUEST_MINUTES} minutes`)}::interval`)
            .$if(seen.length > 0, (query) => query.where('id', 'not in', seen))
            .orderBy('created_at')
            .limit(1),
        ),
      'read',
    )
  }

  async function answer(tx: Transaction, { id, purpose, recipient, language, tenant_code: tenantCode }: Request): Promise<void> {
    // Of several servers one deletes the row; the others have nothing to answer.
    if ((await tx.run(build.deleteFrom('entry_requests').where('id', '=', id))) === 0) return
    await answers[purpose]?.(tx, {
      purpose,
      tenantCode: tenantCode ?? undefined,
      recipient,
      language: language as EntryRequest['language'],
    })
  }

  function take(channel: Channel): Promise<Row | undefined> {
    return transactions.inPlatform('messages of all tenants leave by the same ports', async (tx) => {
      await tx.run(
        build
          .updateTable('messages')
          .where('message_state', '=', 'waiting')
          .where('channel', '=', channel)
          .where('expires_at', '<=', sql<Date>`now()`)
          .set({ message_state: 'expired', secret: null, updated_at: sql`now()` }),
      )
      const next = build
        .selectFrom('messages')
        .select('id')
        .where('message_state', '=', 'waiting')
        .where('channel', '=', channel)
        .where('next_at', '<=', sql<Date>`now()`)
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
      return tx.first(
        build
          .updateTable('messages')
          .where('id', '=', next)
          .where('message_state', '=', 'waiting')
          .set({ attempts: sql`attempts + 1`, next_at: sql`now() + make_interval(secs => ${LEASE_SECONDS})`, updated_at: sql`now()` })
          .returningAll(),
      )
    })
  }

  async function carry(row: Row, { send }: Ports): Promise<void> {
    const tenant = await transactions.inPlatform(
      'a message names its tenant by code',
      (tx) => tx.first(build.selectFrom('tenants').select('tenant_code').where('id', '=', row.tenant_id)),
      'read',
    )
    const refusal = await send({
      id: row.id,
      channel: row.channel as Channel,
      recipient: row.recipient,
      subject: row.subject,
      secret: row.secret,
      tenant: tenant?.tenant_code ?? '',
      language: row.language,
      text: row.body.replaceAll(SECRET_MARK, () => row.secret ?? ''),
    }).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal) onError(refusal)
    const reason = refusal instanceof Refused ? refusal.message : 'failed'
    const pause = BACKOFF_SECONDS[row.attempts - 1]
    const outcome = !refusal
      ? { message_state: 'sent', sent_at: sql<Date>`now()`, secret: null, last_error: null }
      : pause === undefined
        ? { message_state: 'failed', last_error: reason }
        : { last_error: reason, next_at: sql<Date>`now() + make_interval(secs => ${pause})` }
    await transactions.inPlatform('messages of all tenants leave by the same ports', (tx) =>
      tx.run(
        build
          .updateTable('messages')
          .where('id', '=', row.id)
          .where('message_state', '=', 'waiting')
          .where('attempts', '=', row.attempts)
          .set({ ...outcome, updated_at: sql`now()`, version: sql`version + 1` }),
      ),
    )
  }

  messages.onWork(() => {
    for (const each of workers) each.wake()
  })

  return {
    async stop() {
      messages.onWork(() => undefined)
      await Promise.all(workers.map((each) => each.stop()))
      while (busy.size > 0) await Promise.all(busy)
      ports.close()
    },
  }
}
