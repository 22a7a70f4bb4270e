/** Whoever holds one of the roles of a rule is notified when its alarm is raised; of one that comes and goes, once in a while. */
import { sql } from 'kysely'
import { valueWithUnit, withoutHidden } from '../../../model/acquisition/point-display.ts'
import { points } from '../../../model/index.ts'
import { localeOf } from '../../../model/labels/index.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import { notifyRoles } from '../../messaging/index.ts'
import type { DomainEvent } from '../../kernel/runtime/domain-events.ts'
import type { Subscription } from '../../kernel/runtime/event-subscribers.ts'
import { subscription } from '../../kernel/runtime/event-subscribers.ts'
import { translatorFor } from '../../kernel/http/language.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'
import './domain-events.ts'

const AGAIN_MINUTES = 10
/** Of a flood people are told by the console; of the most urgent before others. */
const MAX_A_MINUTE = 20
const KEPT_HOURS = 24
const MAX_TITLE_CHARACTERS = 100

/** An alarm that people are to be told of, with what its rule says. */
interface Raised {
  id: string
  rule_name: string
  zh: string | null
  tw: string | null
  en: string | null
  roles: string[]
  /** Fields of points that one of the roles does not see: all are told the same. */
  hidden: string[]
  point: string
  unit: string | null
  displayUnit: string | null
  decimals: number | null
  stateTexts: string | null
  device: string
  device_id: string
}

const PRIORITIES: Readonly<Record<number, 'high' | 'medium' | 'low'>> = { 1: 'high', 2: 'high', 3: 'medium', 4: 'low' }

/** Subscribes to alarms that were raised. A notification has one text for all its readers, and so says what the rule says in each language. */
export const notifyRaised = (invalidations: Invalidations, clock: Clock): Subscription =>
  subscription({
    kinds: ['alarm-raised'],
    async handle(tx, events) {
      // Who reads of it a day later is misled.
      const recent = events.filter(({ happenedAt }) => clock.now() - happenedAt.getTime() < KEPT_HOURS * 3_600_000)
      const newest = new Map(recent.map((event) => [event.subject, event]))
      const priorityOf = ({ id }: Raised) => newest.get(id)?.payload.priority ?? Infinity
      const raised = (await readRaised(tx, [...newest.keys()]))
        .toSorted((one, two) => priorityOf(one) - priorityOf(two))
        .slice(0, await readRoom(tx))
      if (raised.length === 0) return
      for (const alarm of raised) await notify(tx, invalidations, alarm, newest.get(alarm.id) as DomainEvent<'alarm-raised'>)
      await tx.run(
        build
          .updateTable('alarms')
          .set({ notified_at: sql`now()` })
          .where(
            'id',
            'in',
            raised.map(({ id }) => id),
          ),
      )
    },
  })

/** Those of the alarms whose rule has roles, and of which nobody was told for a while; held, so that the engine waits. In the order of their ids. */
async function readRaised(tx: Transaction, ids: readonly string[]): Promise<Raised[]> {
  return tx.all(
    statement(sql<Raised>`
    select a.id, r.rule_name, r.message_zh as zh, r.message_tw as tw, r.message_en as en, p.point_name as point, p.unit, p.display_unit as "displayUnit", p.decimals, p.state_texts as "stateTexts", d.device_name as device, d.id as device_id,
      array(select link.role_id::text from alarm_rule_roles link where link.tenant_id = r.tenant_id and link.rule_id = r.id) as roles,
      array(select distinct h.field from alarm_rule_roles link
        join role_hidden_fields h on h.tenant_id = link.tenant_id and h.role_id = link.role_id join menus m on m.id = h.menu_id and m.menu_code = ${points.menu}
        where link.tenant_id = r.tenant_id and link.rule_id = r.id) as hidden
    from alarms a join alarm_rules r on r.tenant_id = a.tenant_id and r.id = a.rule_id
    join points p on p.tenant_id = a.tenant_id and p.id = a.point_id join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
    where a.id = any(${ids}::uuid[]) and coalesce(a.notified_at < now() - make_interval(mins => ${sql.lit(AGAIN_MINUTES)}), true)
      and exists (select from alarm_rule_roles link where link.tenant_id = r.tenant_id and link.rule_id = r.id)
    order by a.id for update of a`),
  )
}

/** How many notifications there may be in this minute. */
async function readRoom(tx: Transaction): Promise<number> {
  const recent = await tx.first(
    build
      .selectFrom('alarms')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('notified_at', '>', sql<Date>`now() - interval '1 minute'`),
  )
  return Math.max(0, MAX_A_MINUTE - (recent?.count ?? 0))
}

async function notify(
  tx: Transaction,
  invalidations: Invalidations,
  { rule_name: name, zh, tw, en, roles, device, device_id: deviceId, point, hidden, ...display }: Raised,
  { tenantId, payload: { value, priority } }: DomainEvent<'alarm-raised'>,
): Promise<void> {
  const language = zh ? 'zh' : tw ? 'tw' : 'en'
  const measured =
    value === null
      ? ''
      : `${translatorFor(language)('common.means')}${valueWithUnit(value, withoutHidden(display, hidden), localeOf[language])}`
  const texts = [zh, tw, en].filter((message) => message !== null && message !== '') as string[]
  await notifyRoles(tx, invalidations, {
    tenantId,
    roleIds: roles,
    deviceId,
    title: (texts[0] ?? name).slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
    lines: [...new Set(texts), `${device} · ${point}${measured}`],
    priority: PRIORITIES[priority] ?? 'medium',
    language,
    hours: KEPT_HOURS,
  })
}
