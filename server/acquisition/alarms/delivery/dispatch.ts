/**
 * Puts deliveries that are due into the outbox, rule by rule: what was acknowledged meanwhile is cancelled, quiet hours hold what they may, a
 * flood becomes one digest. All of it stands in the rows and one transaction, together with the end of the scheduled work.
 */
import { sql } from 'kysely'
import type { ChannelKind } from '../../../../model/acquisition/alarm-channels.ts'
import { USUAL_RATE, isAddressed } from '../../../../model/acquisition/alarm-channels.ts'
import { DAY_MINUTES, minutesOf, sinceStart } from '../../../../model/acquisition/clock-time.ts'
import { withoutHidden } from '../../../../model/acquisition/point-display.ts'
import type { TenantId } from '../../../../model/brands.ts'
import type { Language } from '../../../../model/labels/index.ts'
import { newId } from '../../../kernel/ids.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { databaseTime } from '../../../kernel/runtime/clock.ts'
import type { WorkHandler } from '../../../kernel/runtime/scheduler-runner.ts'
import type { Services } from '../../../kernel/services.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { ReadyMessage } from '../../../messaging/index.ts'
import { statement } from '../../statement.ts'
import type { DispatchPlan } from './dispatch-plan.ts'
import { MINUTE_MS, planOf } from './dispatch-plan.ts'
import { closeMissed, countDue, hand, hold, readAlarms } from './delivery-rows.ts'
import type { Recipient } from './recipients.ts'
import { readRecipients } from './recipients.ts'
import type { WallClock } from './shifts.ts'
import { clockOf } from './shifts.ts'
import { scheduleNext } from './store-deliveries.ts'
import type { NotificationContext, NotifiedAlarm } from './words.ts'
import { jsonOf, wordsOf } from './words.ts'

export interface RuleRow {
  readonly id: string
  readonly name: string
  readonly channelId: string
  readonly kind: ChannelKind
  readonly host: string | null
  readonly perMinute: number | null
  readonly isInUse: boolean
  readonly after: number | null
  readonly quietFrom: string | null
  readonly quietTo: string | null
  readonly criticalAnyway: number | null
  readonly digestMinutes: number | null
  readonly language: Language
  readonly tenant: string
}

/** In one message; the rest leaves with the next. */
const MAX_GATHERED = 20_000
const ALARMS_PAGE = '/acquisition/alarms'

type Needed = Pick<Services, 'transactions' | 'scheduler' | 'messages' | 'grants' | 'clock' | 'config'>

/** Returns the handler of the scheduled work whose key is a rule. */
export function dispatchDeliveries(services: Needed): WorkHandler {
  const { transactions, scheduler, clock } = services
  return async ({ tenantId, key: ruleId, finish }) => {
    const known = await transactions.inTenant(
      { tenantId },
      async (tx) => {
        const [rule, zone] = [await readRule(tx, ruleId, false), await tx.timeZone()]
        const now = clockOf(zone, clock.now())
        return { rule, zone, now, isLeaving: rule !== undefined && (await mayLeave(tx, services, rule, now)) }
      },
      'read',
    )
    const { rule, now } = known
    const recipients =
      rule && known.isLeaving && !isAddressed(rule.kind)
        ? await readRecipients(services, tenantId, { ruleId, kind: rule.kind, clock: now })
        : undefined
    await transactions.inTenant({ tenantId }, async (tx) => {
      // First, so that whoever has more to deliver waits for what is decided here, or is seen by it.
      await finish(tx)
      await dispatch(tx, services, { tenantId, ruleId, recipients, now, zone: known.zone })
      await scheduleNext(tx, scheduler, [ruleId])
    })
  }
}

async function readRule(tx: Transaction, ruleId: string, isHeld: boolean): Promise<RuleRow | undefined> {
  return tx.first(
    statement(sql<RuleRow>`
    select r.id, r.delivery_name as name, c.id as "channelId", c.channel_kind as kind, c.channel_host as host, c.per_minute as "perMinute",
      r.delivery_status = 1 and c.channel_status = 1 as "isInUse", r.after_minutes as after, r.quiet_from as "quietFrom", r.quiet_to as "quietTo",
      r.critical_anyway as "criticalAnyway", r.digest_minutes as "digestMinutes", r.delivery_language as language, t.tenant_code as tenant
    from delivery_rules r join alarm_channels c on c.tenant_id = r.tenant_id and c.id = r.channel_id join tenants t on t.id = r.tenant_id
    where r.id = ${ruleId} ${isHeld ? sql`for update of c` : sql``}`),
  )
}

interface Round {
  readonly tenantId: TenantId
  readonly ruleId: string
  /** Of mail and SMS; nothing where they were not read, since nothing seemed to leave: then nothing does. */
  readonly recipients: readonly Recipient[] | undefined
  readonly now: WallClock
  readonly zone: string
}

async function dispatch(tx: Transaction, services: Needed, round: Round): Promise<void> {
  const at = databaseTime(services.clock)
  // Its rate is counted by one at a time.
  const rule = await readRule(tx, round.ruleId, true)
  await closeMissed(tx, round.ruleId, at, rule?.isInUse === true)
  if (!rule?.isInUse) return
  const quietMs = quietFor(rule, round.now)
  if (quietMs !== undefined) await hold(tx, rule.id, at, quietMs, { exceptCritical: rule.criticalAnyway === 1 })
  const plan = await readPlan(tx, rule, at, isAddressed(rule.kind) ? 1 : Math.max(1, round.recipients?.length ?? 1))
  // Something has become due since that was asked: it stays due, and is looked at right away.
  if (leaves(plan) && round.recipients === undefined && !isAddressed(rule.kind)) return
  const context: NotificationContext = {
    t: translatorFor(rule.language),
    language: rule.language,
    zone: round.zone,
    tenant: rule.tenant,
    rule: rule.name,
    waited: rule.after ?? 0,
    address: `${services.config.publicUrl.replace(/\/$/, '')}${ALARMS_PAGE}`,
  }
  const leaving = plan.digest ? await readAlarms(tx, rule.id, at, MAX_GATHERED) : await readAlarms(tx, rule.id, at, plan.single)
  for (const batch of plan.digest ? [leaving] : leaving.map((alarm) => [alarm])) {
    if (batch.length === 0) continue
    const batchId = newId()
    await hand(
      tx,
      batch.map(({ deliveryId }) => deliveryId),
      batchId,
      at,
    )
    await services.messages.postReady(tx, messagesOf(rule, round, batch, batchId, context), at)
  }
  if (plan.holdMs !== undefined) await hold(tx, rule.id, at, plan.holdMs, { exceptCritical: false })
}

/** How what is due leaves, and what is held. @param each Messages that each of them makes. */
async function readPlan(tx: Transaction, rule: RuleRow, at: ReturnType<typeof databaseTime>, each: number): Promise<DispatchPlan> {
  const due = await countDue(tx, rule.id, rule.channelId, at, rule.digestMinutes ? rule.digestMinutes * MINUTE_MS : MINUTE_MS)
  const left = (rule.perMinute ?? USUAL_RATE[rule.kind]) - due.sentByChannel
  // A digest to more people than a minute allows leaves all the same, once the channel rests.
  const room = left <= 0 ? 0 : Math.max(1, Math.floor(left / each))
  return planOf({ ...due, room, digestMinutes: rule.digestMinutes ?? 0 })
}

const leaves = ({ single, digest }: DispatchPlan) => single > 0 || digest

/** Whether anything of the rule seems to leave now, so that it is worth asking who is told: that takes a transaction a person. */
async function mayLeave(tx: Transaction, services: Needed, rule: RuleRow, now: WallClock): Promise<boolean> {
  if (!rule.isInUse || (quietFor(rule, now) !== undefined && rule.criticalAnyway !== 1)) return false
  return leaves(await readPlan(tx, rule, databaseTime(services.clock), 1))
}

/** Milliseconds until quiet hours end; nothing outside of them. */
function quietFor({ quietFrom, quietTo }: RuleRow, { minute, now }: WallClock): number | undefined {
  const [from, to] = [minutesOf(quietFrom), minutesOf(quietTo)]
  if (from === undefined || to === undefined) return undefined
  const since = sinceStart(minute, from, to)
  if (since === undefined) return undefined
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  return (length - since) * MINUTE_MS - (now % MINUTE_MS)
}

function messagesOf(
  rule: RuleRow,
  { tenantId, recipients }: Round,
  batch: readonly NotifiedAlarm[],
  batchId: string,
  context: NotificationContext,
): ReadyMessage[] {
  const { kind, channelId, language } = rule
  const message = (recipient: string, alarms: readonly NotifiedAlarm[], subject: string | null, body: string): ReadyMessage => ({
    tenantId,
    channel: kind,
    channelId,
    batchId,
    kind: alarms.length > 1 ? 'alarm-digest' : 'alarm',
    recipient,
    subject,
    body,
    language,
  })
  if (isAddressed(kind))
    return [message(rule.host ?? '', batch, null, kind === 'webhook' ? jsonOf(batch, context) : wordsOf(batch, context, false).text)]
  return (recipients ?? []).flatMap((person) => {
    const received = batch
      .filter(({ deviceId, siteId }) => person.maySee(deviceId, siteId))
      .map((alarm) => withoutHidden(alarm, person.hidden))
    if (received.length === 0) return []
    const { subject, text } = wordsOf(received, context, kind === 'sms')
    return [message(person.address, received, kind === 'mail' ? subject : null, text)]
  })
}
