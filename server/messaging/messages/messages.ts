/**
 * What the product tells people outside of its pages. A message is written in the transaction that causes it; the delivery worker
 * (delivery-worker.ts) takes it from there, and survives a crash because it has nothing but the rows.
 */
import type { TenantId } from '../../../model/brands.ts'
import type { MessagingConfig } from '../config.ts'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Channel, MessageKind, Port } from '../../../model/admin/messages.ts'
import type { LabelKey, Language } from '../../../model/labels/index.ts'
import { translatorFor } from '../../kernel/http/language.ts'
import { newId } from '../../kernel/ids.ts'
import { build } from '../../kernel/database/sql.ts'
import type { TransactionScopes, Transaction } from '../../kernel/database/tenant.ts'

export interface NewMessage {
  readonly tenantId: TenantId
  readonly channel: Port
  readonly kind: MessageKind
  /** A mail address, or `+86 13912345678`. */
  readonly recipient: string
  readonly language: Language
  /** For the texts `message.<kind>` and `message.<kind>.subject`. */
  readonly values?: Readonly<Record<string, string | number>>
  /** A code or link: stands in the text as `{{secret}}` and is erased once it is sent or over. */
  readonly secret?: string
  /** Minutes after which it is of no use. */
  readonly minutes?: number
}

/** A message whose words are there already. */
export interface ReadyMessage {
  readonly tenantId: TenantId
  readonly channel: Channel
  /** By which channel of the tenant it leaves; a gateway of the operator needs none. */
  readonly channelId: string
  /** Messages that tell the same. */
  readonly batchId: string
  readonly kind: MessageKind
  /** An address of mail, a number, or for people to read where a channel leads. */
  readonly recipient: string
  readonly subject: string | null
  readonly body: string
  readonly language: Language
}

/** What somebody who is not signed in asked to be sent. */
export interface EntryRequest {
  readonly purpose: string
  readonly tenantCode: string | undefined
  readonly recipient: string
  readonly language: Language
}

export interface Messages {
  /** In the transaction of what it is about. */
  post(tx: Transaction, message: NewMessage): Promise<void>
  /** The same to each of many addresses, in one statement. */
  postToEach(tx: Transaction, message: Omit<NewMessage, 'recipient' | 'secret' | 'minutes'>, recipients: readonly string[]): Promise<void>
  /** In the transaction of what they are about. @param at Now, by the clock of whoever counts them. */
  postReady(tx: Transaction, messages: readonly ReadyMessage[], at: RawBuilder<Date>): Promise<void>
  /** Takes the same time and does the same whether or not anybody is known by this address. */
  ask(request: EntryRequest): Promise<void>
  /** Tells the delivery worker of this process that there is something to do. */
  onWork(listener: () => void): void
  wake(): void
}

/** The mark in stored texts; the translator leaves it alone because it is the value itself. */
export const SECRET_MARK = '{{secret}}'

/** Longer than a port may take, so that a message which is on its way is not taken twice. */
export const LEASE_SECONDS = 60

/** Whether something is there that sends it: channels with an address need nothing of the operator. */
export function canLeave(config: Pick<MessagingConfig, Port>, channel: Channel): boolean {
  return (channel !== 'mail' && channel !== 'sms') || config[channel] !== undefined
}

/** A message as the statement that stores many is given it. */
type ReadyRow = Record<'channel' | 'message_kind' | 'recipient' | 'body' | 'language' | 'message_state', string> & {
  subject: string | null
}

/** The outbox of mail and SMS: messages and requests before sign-in, written with the caller's transaction. */
export function openMessages(transactions: TransactionScopes, config: MessagingConfig): Messages {
  let notifyWorker: () => void = () => undefined
  return {
    async post(tx, { tenantId, channel, kind, recipient, language, values = {}, secret, minutes }) {
      const t = translatorFor(language)
      const texts = { ...values, secret: SECRET_MARK, ...(minutes === undefined ? {} : { minutes }) }
      await tx.run(
        build.insertInto('messages').values({
          tenant_id: tenantId,
          id: newId(),
          channel,
          message_kind: kind,
          recipient,
          // What nothing sends waits for a reader in the outbox, which is the operator's and not the one it is for.
          secret: secret !== undefined && (config[channel] || config.outboxSecrets) ? secret : null,
          subject: channel === 'mail' ? t(`message.${kind}.subject` as LabelKey, texts) : null,
          body: t(`message.${kind}` as LabelKey, texts),
          language,
          message_state: config[channel] ? 'waiting' : 'kept',
          expires_at: minutes === undefined ? null : sql<Date>`now() + make_interval(mins => ${minutes})`,
        }),
      )
      tx.afterCommit(() => notifyWorker())
    },
    async postToEach(tx, { tenantId, channel, kind, language, values = {} }, recipients) {
      if (recipients.length === 0) return
      const t = translatorFor(language)
      const text = (value: string | null) => sql<string>`${value}::text`
      await tx.run(
        build
          .insertInto('messages')
          .columns(['tenant_id', 'id', 'channel', 'message_kind', 'recipient', 'subject', 'body', 'language', 'message_state'])
          .expression(
            build
              .selectFrom(sql<{ address: string }>`unnest(${recipients}::text[])`.as<'each'>(sql`each(address)`))
              .select([
                sql<string>`${tenantId}::uuid`.as('tenant_id'),
                sql<string>`gen_random_uuid()`.as('id'),
                text(channel).as('channel'),
                text(kind).as('message_kind'),
                'address as recipient',
                text(channel === 'mail' ? t(`message.${kind}.subject` as LabelKey, values) : null).as('subject'),
                text(t(`message.${kind}` as LabelKey, values)).as('body'),
                text(language).as('language'),
                text(config[channel] ? 'waiting' : 'kept').as('message_state'),
              ]),
          ),
      )
      tx.afterCommit(() => notifyWorker())
    },
    async postReady(tx, messages, at) {
      if (messages.length === 0) return
      // A value of each kind for all of them: one for each message would be more than a statement may have.
      const texts = (of: (message: ReadyMessage) => string | null) => sql`${messages.map(of)}::text[]`
      await tx.run(
        build
          .insertInto('messages')
          .columns([
            'tenant_id',
            'id',
            'channel',
            'channel_id',
            'batch_id',
            'message_kind',
            'recipient',
            'subject',
            'body',
            'language',
            'message_state',
            'created_at',
          ])
          .expression(
            build
              .selectFrom(
                sql<ReadyRow>`unnest(${texts((each) => each.tenantId)}, ${texts(() => newId())}, ${texts((each) => each.channel)}, ${texts((each) => each.channelId)}, ${texts((each) => each.batchId)},
                  ${texts((each) => each.kind)}, ${texts((each) => each.recipient)}, ${texts((each) => each.subject)}, ${texts((each) => each.body)}, ${texts((each) => each.language)},
                  ${texts((each) => (canLeave(config, each.channel) ? 'waiting' : 'kept'))})`.as<'each'>(
                  sql`each(tenant_id, id, channel, channel_id, batch_id, message_kind, recipient, subject, body, language, message_state)`,
                ),
              )
              .select([
                sql<string>`each.tenant_id::uuid`.as('tenant_id'),
                sql<string>`each.id::uuid`.as('id'),
                'each.channel',
                sql<string>`each.channel_id::uuid`.as('channel_id'),
                sql<string>`each.batch_id::uuid`.as('batch_id'),
                'each.message_kind',
                'each.recipient',
                'each.subject',
                'each.body',
                'each.language',
                'each.message_state',
                at.as('created_at'),
              ]),
          ),
      )
      tx.afterCommit(() => notifyWorker())
    },
    async ask({ purpose, tenantCode, recipient, language }) {
      await transactions.inPlatform('who is at the door is not known yet', async (tx) => {
        await tx.run(
          build.insertInto('entry_requests').values({ id: newId(), purpose, tenant_code: tenantCode ?? null, recipient, language }),
        )
        tx.afterCommit(() => notifyWorker())
      })
    },
    onWork(listener) {
      notifyWorker = listener
    },
    wake: () => notifyWorker(),
  }
}
