/** What a delivery says: lines for people, JSON for programs. */
import { ALARM_PRIORITIES } from '../../../../model/acquisition/alarm-rules.ts'
import type { DeliveryEvent } from '../../../../model/acquisition/deliveries.ts'
import { alarmLimitText, valueWithUnit } from '../../../../model/acquisition/point-display.ts'
import type { Language, Translate } from '../../../../model/labels/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import { secondText } from '../../../../model/zone.ts'

/** An alarm as it is told. */
export interface ToldAlarm {
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

export interface Telling {
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

const nameOf = ({ zh, tw, en, name }: ToldAlarm, language: Language) => ({ zh, tw, en })[language] ?? name
const measured = (alarm: ToldAlarm, { language }: Telling) =>
  alarm.value === null ? '' : valueWithUnit(alarm.value, alarm, localeOf[language])

/** The most urgent first, then the newest. */
export const inOrder = (alarms: readonly ToldAlarm[]): ToldAlarm[] =>
  alarms.toSorted((one, other) => one.priority - other.priority || other.happenedAt.getTime() - one.happenedAt.getTime())

function headline(alarm: ToldAlarm, { t, language }: Telling): string {
  const priority = t(`choice.alarmPriority.${alarm.priority as (typeof ALARM_PRIORITIES)[number]}`)
  return t(`alarm-mail.${alarm.event}`, { priority, alarm: nameOf(alarm, language), device: alarm.device })
}

/** One alarm, or several together, as people read it. */
export function wordsOf(alarms: readonly ToldAlarm[], telling: Telling, isShort: boolean): Words {
  const [first] = alarms
  if (first && alarms.length === 1) return isShort ? shortWords(first, telling) : wordsOfOne(first, telling)
  const { t } = telling
  const subject = t('alarm-mail.digest', { count: alarms.length, priorities: countsOf(alarms, telling) })
  const sorted = inOrder(alarms)
  const shown = sorted.slice(0, isShort ? MAX_SMS_LINES : MAX_LINES)
  const lines = shown.map((alarm) => {
    const value = measured(alarm, telling)
    return `${secondText(telling.zone, alarm.happenedAt.getTime()).slice(5, 16)} ${headline(alarm, telling)} · ${alarm.point}${value === '' ? '' : ` ${value}`}`
  })
  const more = alarms.length - shown.length
  const rest = more > 0 ? [t('alarm-mail.more', { count: more })] : []
  return {
    subject,
    text: isShort
      ? [subject, ...shown.map((alarm) => headline(alarm, telling)), ...rest].join('\n')
      : [subject, ...waitedOf(telling), '', ...lines, ...rest, '', t('alarm-mail.link', { address: telling.address })].join('\n'),
  }
}

function shortWords(alarm: ToldAlarm, telling: Telling): Words {
  const subject = headline(alarm, telling)
  const value = measured(alarm, telling)
  const time = secondText(telling.zone, alarm.happenedAt.getTime()).slice(5, 16)
  return { subject, text: `${subject} ${alarm.point}${value === '' ? '' : ` ${value}`} ${time}` }
}

function wordsOfOne(alarm: ToldAlarm, telling: Telling): Words {
  const { t, zone } = telling
  const subject = headline(alarm, telling)
  const value = measured(alarm, telling)
  const limit =
    alarm.limit === null ? '' : t('alarm-mail.limit', { limit: alarmLimitText(alarm.limit, alarm.kind, alarm, localeOf[telling.language]) })
  const lines = [
    value === ''
      ? alarm.point
      : t('alarm-mail.point', { point: alarm.point, value: [value, limit].filter(Boolean).join(t('alarm-mail.clause')) }),
    ...(alarm.site === null ? [] : [t('alarm-mail.site', { site: alarm.site })]),
    t('alarm-mail.time', { time: secondText(zone, alarm.happenedAt.getTime()), zone }),
    ...waitedOf(telling),
    t('alarm-mail.link', { address: telling.address }),
  ]
  return { subject, text: [subject, ...lines].join('\n') }
}

const waitedOf = ({ t, waited }: Telling) => (waited > 0 ? [t('alarm-mail.waited', { minutes: waited })] : [])

function countsOf(alarms: readonly ToldAlarm[], { t }: Telling): string {
  return ALARM_PRIORITIES.flatMap((priority) => {
    const count = alarms.filter((alarm) => alarm.priority === priority).length
    return count === 0 ? [] : [t('alarm-mail.of-priority', { count, priority: t(`choice.alarmPriority.${priority}`) })]
  }).join(t('common.between'))
}

/** The same as JSON (docs/guides/alarms.md): `alarms` has the most urgent, `total` says of how many. Times are RFC 3339; value and limit are as they are stored, in `unit`. */
export function jsonOf(alarms: readonly ToldAlarm[], telling: Telling): string {
  const shown = inOrder(alarms).slice(0, MAX_ALARMS)
  return JSON.stringify({
    type: alarms.length === 1 ? `alarm.${shown[0]?.event}` : 'alarm.digest',
    tenant: telling.tenant,
    rule: telling.rule,
    unacknowledgedMinutes: telling.waited,
    total: alarms.length,
    text: wordsOf(alarms, telling, false).text,
    console: telling.address,
    alarms: shown.map((alarm) => ({
      id: alarm.alarmId,
      delivery: alarm.deliveryId,
      event: alarm.event,
      priority: alarm.priority,
      name: alarm.name,
      message: nameOf(alarm, telling.language),
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
