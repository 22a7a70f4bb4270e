/** Channels of a tenant that lead to an address: kept encrypted, opened for the moment of sending, and led nowhere that the tenant may not be led to. */
import { ADDRESSED_KINDS } from '../../../model/acquisition/alarm-channels.ts'
import type { TenantId } from '../../../model/brands.ts'
import { WEBHOOK_PORT, networksOf } from '../../../model/tenant/networks.ts'
import type { SecretCipher } from '../../identity/index.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../../kernel/database/tenant.ts'
import { addressOfPlace, placeOf } from '../../kernel/network/webhook-address.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { AddressedKind } from './channel-formats.ts'
import { refusalIn, requestOf } from './channel-formats.ts'
import { postJson } from './post-json.ts'
import { Refused } from './refused.ts'

/** For the look-up of a name. Milliseconds. */
const LOOK_UP_MS = 3000
const MAX_REASON_CHARACTERS = 200

export type ChannelSecret = 'address' | 'secret'

/** What an encrypted text belongs to: it opens for no other channel, and not as the other text of its own. */
const about = (channelId: string, which: ChannelSecret) => `alarm channel ${channelId} ${which}`

/** The text as a column keeps it. */
export async function sealedText(cipher: SecretCipher, channelId: string, which: ChannelSecret, text: string): Promise<string> {
  return (await cipher.seal(Buffer.from(text), about(channelId, which))).toString('base64')
}

async function openedText(cipher: SecretCipher, channelId: string, which: ChannelSecret, kept: string): Promise<string> {
  const opened = await cipher.open(Buffer.from(kept, 'base64'), about(channelId, which))
  // The key stands beside the database and in no backup of it.
  if (!opened) throw new Refused('the address cannot be read: enter it anew')
  return opened.toString()
}

interface Parts {
  readonly transactions: TransactionScopes
  readonly secretCipher: SecretCipher
  readonly clock: Clock
}

export interface ChannelMessage {
  readonly id: string
  readonly tenantId: TenantId
  readonly channelId: string
  readonly body: string
}

/**
 * Sends one message by a channel with an address; resolves when it was taken.
 * @throws Refused with the reason
 */
export async function sendByChannel(
  { transactions, secretCipher, clock }: Parts,
  { id, tenantId, channelId, body }: ChannelMessage,
): Promise<void> {
  const channel = await transactions.inTenant({ tenantId }, (tx) => readChannel(tx, tenantId, channelId), 'read')
  if (!channel) throw new Refused('the channel is no longer there')
  if (!(ADDRESSED_KINDS as readonly string[]).includes(channel.channel_kind) || channel.channel_address === null)
    throw new Refused('the channel has no address')
  const kind = channel.channel_kind as AddressedKind
  const url = await openedText(secretCipher, channelId, 'address', channel.channel_address)
  const secret = channel.channel_secret === null ? undefined : await openedText(secretCipher, channelId, 'secret', channel.channel_secret)
  const place = placeOf(url)
  const address = place && (await addressOfPlace(place, networksOf(channel.webhook_networks, WEBHOOK_PORT), LOOK_UP_MS))
  if (!address) throw new Refused('the address is unknown, or closed to this tenant')
  const request = requestOf({ kind, url, secret, id, body, now: clock.now() })
  const answer = await postJson({ ...request, url: new URL(request.url), address })
  const refusal = refusalIn(kind, answer.status, answer.text)
  if (refusal !== undefined)
    throw new Refused(
      refusal
        .replace(/[\u0000-\u001f\u007f]+/g, ' ')
        .slice(0, MAX_REASON_CHARACTERS)
        .toWellFormed(),
    )
}

function readChannel(tx: Transaction, tenantId: TenantId, channelId: string) {
  return tx.first(
    build
      .selectFrom('alarm_channels')
      .innerJoin('tenants', 'tenants.id', 'alarm_channels.tenant_id')
      .select(['channel_kind', 'channel_address', 'channel_secret', 'webhook_networks'])
      .where('tenants.id', '=', tenantId)
      .where('alarm_channels.id', '=', channelId),
  )
}
