/** What a delivery says: lines for people, JSON for programs. */
import { ALARM_PRIORITIES } from '../../../../model/acquisition/alarm-rules.ts'
import type { DeliveryEvent } from '../../../../model/acquisition/deliveries.ts'
import { alarmLimitText, valueWithUnit } from '../../../../model/acquisition/point-display.ts'
import type { Language, Translate } from '../../../../model/labels/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import { secondText } from '../../../../model/zone.ts'

/** An alarm with all that a notification says of it. */
export interface NotifiedAlarm {
  readonly deliveryId: string
  readonly alarmId: string
  readonly event: DeliveryEvent
  readonly priority: number
  readonly name: string
  readonly zh: string | null
  readonly tw: string | null
  readonly en: string | null
  readonly kind: string
  readonly limit: number | null
  readonly value: number | null
  readonly unit: string | null
  readonly displayUnit: string | null
  readonly decimals: number | null
  readonly stateTexts: string | null
  readonly point: string
  readonly device: string
  readonly deviceCode: string | null
  readonly deviceId: string | null
  readonly site: string | null
  readonly siteId: string | null
  readonly happenedAt: Date
}

/** What a notification says beside its alarms, and in which language. */
export interface NotificationContext {
  readonly t: Translate
  readonly language: Language
  /** Of the tenant. */
  readonly zone: string
  readonly tenant: string
  readonly rule: string
  /** Minutes; 0 where it is no step of escalation. */
  readonly waited: number
  /** Of the console. */
  readonly address: string
}

export interface Words {
  readonly subject: string
  readonly text: string
}

/** Of a digest the most urgent: more than this nobody reads. */
const MAX_LINES = 20
/** Of SMS, which are paid for by the piece. */
const MAX_SMS_LINES = 2
/** In one message to a program. */
const MAX_ALARMS = 500

const nameOf = ({ zh, tw, en, name }: NotifiedAlarm, language: Language) => ({ zh, tw, en })[language] ?? name
const measured = (alarm: NotifiedAlarm, { language }: NotificationContext) =>
  alarm.value === null ? '' : valueWithUnit(alarm.value, alarm, localeOf[language])

/** The most urgent first, then the newest. */
export const inOrder = (alarms: readonly NotifiedAlarm[]): NotifiedAlarm[] =>
  alarms.toSorted((one, other) => one.priority - other.priority || other.happenedAt.getTime() - one.happenedAt.getTime())

function headline(alarm: NotifiedAlarm, { t, language }: NotificationContext): string {
  const priority = t(`choice.alarmPriority.${alarm.priority as (typeof ALARM_PRIORITIES)[number]}`)
  return t(`alarm-mail.${alarm.event}`, { priority, alarm: nameOf(alarm, language), device: alarm.device })
}

/** One alarm, or several together, as people read it. */
export function wordsOf(alarms: readonly NotifiedAlarm[], context: NotificationContext, isShort: boolean): Words {
  const [first] = alarms
  if (first && alarms.length === 1) return isShort ? shortWords(first, context) : wordsOfOne(first, context)
  const { t } = context
  const subject = t('alarm-mail.digest', { count: alarms.length, priorities: countsOf(alarms, context) })
  const sorted = inOrder(alarms)
  const shown = sorted.slice(0, isShort ? MAX_SMS_LINES : MAX_LINES)
  const lines = shown.map((alarm) => {
    const value = measured(alarm, context)
    return `${secondText(context.zone, alarm.happenedAt.getTime()).slice(5, 16)} ${headline(alarm, context)} · ${alarm.point}${value === '' ? '' : ` ${value}`}`
  })
  const more = alarms.length - shown.length
  const rest = more > 0 ? [t('alarm-mail.more', { count: more })] : []
  return {
    subject,
    text: isShort
      ? [subject, ...shown.map((alarm) => headline(alarm, context)), ...rest].join('\n')
      : [subject, ...waitedOf(context), '', ...lines, ...rest, '', t('alarm-mail.link', { address: context.address })].join('\n'),
  }
}

function shortWords(alarm: NotifiedAlarm, context: NotificationContext): Words {
  const subject = headline(alarm, context)
  const value = measured(alarm, context)
  const time = secondText(context.zone, alarm.happenedAt.getTime()).slice(5, 16)
  return { subject, text: `${subject} ${alarm.point}${value === '' ? '' : ` ${value}`} ${time}` }
}

function wordsOfOne(alarm: NotifiedAlarm, context: NotificationContext): Words {
  const { t, zone } = context
  const subject = headline(alarm, context)
  const value = measured(alarm, context)
  const limit =
    alarm.limit === null ? '' : t('alarm-mail.limit', { limit: alarmLimitText(alarm.limit, alarm.kind, alarm, localeOf[context.language]) })
  const lines = [
    value === ''
      ? alarm.point
      : t('alarm-mail.point', { point: alarm.point, value: [value, limit].filter(Boolean).join(t('alarm-mail.clause')) }),
    ...(alarm.site === null ? [] : [t('alarm-mail.site', { site: alarm.site })]),
    t('alarm-mail.time', { time: secondText(zone, alarm.happenedAt.getTime()), zone }),
    ...waitedOf(context),
    t('alarm-mail.link', { address: context.address }),
  ]
  return { subject, text: [subject, ...lines].join('\n') }
}

const waitedOf = ({ t, waited }: NotificationContext) => (waited > 0 ? [t('alarm-mail.waited', { minutes: waited })] : [])

function countsOf(alarms: readonly NotifiedAlarm[], { t }: NotificationContext): string {
  return ALARM_PRIORITIES.flatMap((priority) => {
    const count = alarms.filter((alarm) => alarm.priority === priority).length
    return count === 0 ? [] : [t('alarm-mail.of-priority', { count, priority: t(`choice.alarmPriority.${priority}`) })]
  }).join(t('common.between'))
}

/** The same as JSON (docs/guides/alarms.md): `alarms` has the most urgent, `total` says of how many. Times are RFC 3339; value and limit are as they are stored, in `unit`. */
export function jsonOf(alarms: readonly NotifiedAlarm[], context: NotificationContext): string {
  const shown = inOrder(alarms).slice(0, MAX_ALARMS)
  return JSON.stringify({
    type: alarms.length === 1 ? `alarm.${shown[0]?.event}` : 'alarm.digest',
    tenant: context.tenant,
    rule: context.rule,
    unacknowledgedMinutes: context.waited,
    total: alarms.length,
    text: wordsOf(alarms, context, false).text,
    console: context.address,
    alarms: shown.map((alarm) => ({
      id: alarm.alarmId,
      delivery: alarm.deliveryId,
      event: alarm.event,
      priority: alarm.priority,
      name: alarm.name,
      message: nameOf(alarm, context.language),
      condition: alarm.kind,
      limit: alarm.limit,
      value: alarm.value,
      unit: alarm.unit,
      point: alarm.point,
      device: alarm.device,
      deviceCode: alarm.deviceCode,
      site: alarm.site,
      happenedAt: alarm.happenedAt.toISOString(),
    })),
  })
}
