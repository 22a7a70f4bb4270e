/** Whoever holds one of the roles of a rule is notified when its alarm is raised; of one that comes and goes, once in a while. */
import { sql } from 'kysely'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import { notifyRoles } from '../../messaging/index.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'
import type { Stored } from './store.ts'

const AGAIN_MS = 10 * 60_000
/** Of a flood people are told by the console. */
const MAX_AT_ONCE = 20
const KEPT_HOURS = 24
const MAX_TITLE_CHARACTERS = 100

interface RuleMessage {
  id: string
  rule_name: string
  zh: string | null
  tw: string | null
  en: string | null
  roles: string[]
}

const PRIORITIES: Readonly<Record<number, 'high' | 'medium' | 'low'>> = { 1: 'high', 2: 'high', 3: 'medium', 4: 'low' }

/** Marks the rows it tells of; they are stored after it. A notification has one text for all its readers, and so says what the rule says in each language. */
export async function notifyRaised(tx: Transaction, invalidations: Invalidations, stored: readonly Stored[]): Promise<void> {
  const now = Date.now()
  const raised = stored.filter(
    ({ row, event }) =>
      event?.transition === 'raise' &&
      event.to_state === 'unacknowledged' &&
      (row.notified_at === null || now - new Date(row.notified_at).getTime() > AGAIN_MS),
  )
  if (raised.length === 0) return
  const rules = new Map(
    (
      await tx.all(
        statement(sql<RuleMessage>`
    select r.id, r.rule_name, r.message_zh as zh, r.message_tw as tw, r.message_en as en, array_agg(link.role_id::text) as roles
    from alarm_rules r join alarm_rule_roles link on link.tenant_id = r.tenant_id and link.rule_id = r.id
    where r.id = any(${[...new Set(raised.map(({ row }) => row.rule_id))]}::uuid[]) group by r.id, r.rule_name, r.message_zh, r.message_tw, r.message_en`),
      )
    ).map((rule) => [rule.id, rule]),
  )
  for (const {
    row,
    change: { watch, seen },
  } of raised.filter(({ row: { rule_id: rule } }) => rules.has(rule)).slice(0, MAX_AT_ONCE)) {
    const { rule_name: name, zh, tw, en, roles } = rules.get(row.rule_id) as RuleMessage
    const said = [zh, tw, en].filter((message) => message !== null && message !== '') as string[]
    row.notified_at = new Date(now).toISOString()
    const { tenantId, device, name: point } = watch.point
    const value = seen?.value === undefined || seen.value === null ? '' : `: ${Number(seen.value.toPrecision(8))}`
    await notifyRoles(tx, invalidations, {
      tenantId,
      roleIds: roles,
      title: (said[0] ?? name).slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
      lines: [...new Set(said), `${device} · ${point}${value}`],
      priority: PRIORITIES[watch.priority] ?? 'medium',
      language: zh ? 'zh' : tw ? 'tw' : 'en',
      hours: KEPT_HOURS,
    })
  }
}
