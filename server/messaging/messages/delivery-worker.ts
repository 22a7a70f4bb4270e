/**
 * Takes messages that wait and hands them to their port, and answers what was asked for at the door. Everything it knows
 * stands in the rows: a message it had taken when the process died is taken again once its lease is over. So a message may
 * come twice, and none is lost.
 */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Channel, Port } from '../../../model/admin/messages.ts'
import { CHANNELS, PORTS } from '../../../model/admin/messages.ts'
import type { Worker } from '../../kernel/runtime/worker.ts'
import { worker } from '../../kernel/runtime/worker.ts'
import type { Services } from '../../kernel/services.ts'
import { build } from '../../kernel/database/sql.ts'
import type { DatabaseTables } from '../../kernel/database/tables.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Occupied } from './slots.ts'
import { openSlots } from './slots.ts'
import type { EntryRequest } from './messages.ts'
import { LEASE_SECONDS, SECRET_MARK } from './messages.ts'
import type { Ports } from './send.ts'
import { sendByChannel } from './channels.ts'
import { Refused } from './refused.ts'
import { openPorts } from './send.ts'

/** Who a request at the door is about, and what is sent to them; passed in by `app.ts`, by the purpose. */
export type Answers = Readonly<Record<string, (tx: Transaction, request: EntryRequest) => Promise<void>>>

/** What leaves by the same way: each gateway of the operator, and all channels of tenants that have an address of their own. */
interface Lane {
  readonly channels: readonly Channel[]
  /** Messages on their way at a time. */
  readonly slots: number
}
const LANES: readonly Lane[] = [
  ...PORTS.map((port): Lane => ({ channels: [port], slots: 6 })),
  { channels: CHANNELS.filter((channel) => !(PORTS as readonly string[]).includes(channel)), slots: 8 },
]
/** What the last look passed over need not be looked through again for so long, unless something new has come. */
const LOOK_AGAIN_MS = 1000
/** Seconds before each further try; then it has failed, until the operator tries it again. */
const BACKOFF_SECONDS: readonly number[] = [5, 30, 120, 600, 1800]
/** Of alarms, which nobody asks for a second time: together about seven hours. */
const ALARM_BACKOFF_SECONDS: readonly number[] = [5, 15, 60, 300, 900, 1800, 3600, 3600, 3600, 3600, 3600]
/** A channel that has just refused is not asked by its other messages either. */
const CHANNEL_PAUSE_SECONDS = 30
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
  services: Pick<Services, 'transactions' | 'config' | 'messages' | 'clock' | 'secretCipher'>,
  answers: Answers,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const { transactions, messages, config, clock } = services
  const ports = openPorts(config)
  const busy = new Set<Promise<void>>()
  /** How often something new was posted. */
  let posted = 0
  const workers = [worker({ clock, every: POLL_MS, work: answerAll, onError }), ...LANES.map(openLane)]

  /** Hands out what waits on a lane, as long as a slot is free; one that becomes free looks again. */
  function openLane({ channels, slots: most }: Lane): Worker {
    const slots = openSlots(most)
    /** Whom the last look passed over when it found nothing. */
    let passed: { readonly over: string; readonly at: number; readonly posted: number } | undefined
    const lane = worker({
      clock,
      every: POLL_MS,
      onError,
      async work(signal) {
        while (!slots.areAllBusy() && !signal.aborted) {
          const occupied = slots.occupied()
          const over = occupied.tenants.join()
          const look = { over, at: clock.now(), posted }
          if (over !== '' && passed?.over === over && passed.posted === posted && look.at - passed.at < LOOK_AGAIN_MS) return
          const row = await take(channels, occupied)
          if (!row) {
            passed = look
            return
          }
          slots.take(row)
          const carried = carry(row, ports)
            .catch(onError)
            .finally(() => {
              slots.free(row)
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

  function take(channels: readonly Channel[], occupied: Occupied): Promise<Row | undefined> {
    return transactions.inPlatform('messages of all tenants leave by the same ports', async (tx) => {
      await tx.run(
        build
          .updateTable('messages')
          .where('message_state', '=', 'waiting')
          .where('channel', 'in', channels)
          .where('expires_at', '<=', sql<Date>`now()`)
          .set({ message_state: 'expired', secret: null, updated_at: sql`now()` }),
      )
      const next = (expires: 'is' | 'is not') =>
        build
          .selectFrom('messages')
          .select('id')
          .where('message_state', '=', 'waiting')
          .where('channel', 'in', channels)
          .$if(occupied.channels.length > 0, (query) =>
            query.where((where) => where.or([where('channel_id', 'is', null), where('channel_id', 'not in', occupied.channels)])),
          )
          .$if(occupied.tenants.length > 0, (query) => query.where('tenant_id', 'not in', occupied.tenants))
          .where('expires_at', expires, null)
          .where('next_at', '<=', sql<Date>`now()`)
          .orderBy('next_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
      // Somebody is waiting for a code in front of the page that asks for it.
      const first = sql<string>`coalesce(${next('is not')}, ${next('is')})`
      return tx.first(
        build
          .updateTable('messages')
          .where('id', '=', first)
          .where('message_state', '=', 'waiting')
          .set({ attempts: sql`attempts + 1`, next_at: sql`now() + make_interval(secs => ${LEASE_SECONDS})`, updated_at: sql`now()` })
          .returningAll(),
      )
    })
  }

  async function carry(row: Row, ports: Ports): Promise<void> {
    const started = performance.now()
    const refusal = await hand(row, ports).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal) onError(refusal)
    const reason = refusal ? (refusal instanceof Refused ? refusal.message : 'failed') : null
    const pauses = row.message_kind.startsWith('alarm') ? ALARM_BACKOFF_SECONDS : BACKOFF_SECONDS
    const pause = pauses[row.attempts - 1]
    const outcome =
      reason === null
        ? { message_state: 'sent', sent_at: sql<Date>`now()`, secret: null, last_error: null }
        : pause === undefined
          ? { message_state: 'failed', last_error: reason }
          : { last_error: reason, next_at: inSeconds(pause) }
    await transactions.inPlatform('messages of all tenants leave by the same ports', async (tx) => {
      const changed = await tx.run(
        build
          .updateTable('messages')
          .where('id', '=', row.id)
          .where('message_state', '=', 'waiting')
          .where('attempts', '=', row.attempts)
          .set({ ...outcome, updated_at: sql`now()`, version: sql`version + 1` }),
      )
      // It was deleted meanwhile, or is somebody else's by now.
      if (changed === 0) return
      await tx.run(
        build
          .insertInto('message_attempts')
          .values({ tenant_id: row.tenant_id, message_id: row.id, reason, took_ms: Math.round(performance.now() - started) }),
      )
      const channelPause = inSeconds(Math.min(pause ?? CHANNEL_PAUSE_SECONDS, CHANNEL_PAUSE_SECONDS))
      if (reason !== null && row.channel_id !== null && !isPort(row.channel))
        await tx.run(
          build
            .updateTable('messages')
            .where('tenant_id', '=', row.tenant_id)
            .where('channel_id', '=', row.channel_id)
            .where('message_state', '=', 'waiting')
            .where('next_at', '<', channelPause)
            // What is on its way has its lease there.
            .where('attempts', '=', 0)
            .set({ next_at: channelPause }),
        )
    })
  }

  /** @throws Refused */
  async function hand(row: Row, { send }: Ports): Promise<void> {
    const { id, channel, channel_id: channelId, tenant_id: tenantId, body } = row
    if (!isPort(channel)) {
      if (channelId === null) throw new Refused('the channel is no longer there')
      return sendByChannel(services, { id, tenantId, channelId, body })
    }
    const tenant = await transactions.inPlatform(
      'a message names its tenant by code',
      (tx) => tx.first(build.selectFrom('tenants').select('tenant_code').where('id', '=', tenantId)),
      'read',
    )
    return send({
      id,
      channel,
      recipient: row.recipient,
      subject: row.subject,
      secret: row.secret,
      tenant: tenant?.tenant_code ?? '',
      language: row.language,
      text: body.replaceAll(SECRET_MARK, () => row.secret ?? ''),
    })
  }

  messages.onWork(() => {
    posted += 1
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

const isPort = (channel: string): channel is Port => (PORTS as readonly string[]).includes(channel)
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`
