/** Notifications that the product itself writes, published as soon as they are there; what follows from it, the clock of notifications does. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { Language } from '../../model/labels/index.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

/** Whoever may ask for notifications manages them. */
export const NOTIFICATION_DESK = '/notification/notification/queryNotification'

/** Publishes that notifications have changed, for the pages of those who manage them and for the clock. */
export function invalidateNotificationDesk(tx: Transaction, invalidations: Invalidations, tenantId: TenantId): Promise<void> {
  return invalidations.publish(tx, { kind: 'news', tenantId, topic: 'notification-desk', permission: NOTIFICATION_DESK })
}

export interface Notice {
  readonly tenantId: TenantId
  readonly roleIds: readonly string[]
  /** The device it is about: of those who hold the roles, whoever does not see it is not told either. */
  readonly deviceId: string
  readonly title: string
  /** Plain text, a paragraph each. */
  readonly lines: readonly string[]
  readonly priority: 'high' | 'medium' | 'low'
  readonly language: Language
  /** After so long nobody is shown it any more. */
  readonly hours: number
}

/** To whom something is told: people, whoever holds a role, whoever belongs to an organisation or to one below. */
export interface Receivers {
  readonly userIds: readonly string[]
  readonly roleIds: readonly string[]
  readonly organisationIds: readonly string[]
}

export interface Message extends Receivers, Pick<Notice, 'tenantId' | 'title' | 'lines' | 'hours'> {
  /** Whether it is mailed to them as well. */
  readonly byMail: boolean
  readonly language: Language
  /** Pages of the console that it leads to, below the lines. */
  readonly links?: readonly { readonly text: string; readonly path: string }[]
}

/** Stores a published notification for these people; does nothing where there are none. */
export const notifyPeople = (tx: Transaction, invalidations: Invalidations, message: Message): Promise<void> =>
  notifyEach(tx, invalidations, [message])

/** The same of several, in one statement for all of them: a group of hundreds is told as one person is. They are of one tenant. */
export async function notifyEach(tx: Transaction, invalidations: Invalidations, messages: readonly Message[]): Promise<void> {
  const sent = messages
    .filter(({ userIds, roleIds, organisationIds }) => userIds.length + roleIds.length + organisationIds.length > 0)
    .map((message) => ({ message, own: { tenant_id: message.tenantId, notification_id: newId() } }))
  const [first] = sent
  if (!first) return
  const users = sent.flatMap(({ message, own }) => [...new Set(message.userIds)].map((user_id) => ({ ...own, user_id })))
  const roles = sent.flatMap(({ message, own }) => [...new Set(message.roleIds)].map((role_id) => ({ ...own, role_id })))
  const places = sent.flatMap(({ message, own }) => [...new Set(message.organisationIds)].map((org_id) => ({ ...own, org_id })))
  await Promise.all([
    tx.run(
      build
        .insertInto('notifications')
        .values(sent.map(({ message, own }) => rowOf(own.notification_id, { ...message, priority: 'medium' }, null, message.byMail))),
    ),
    ...(users.length > 0 ? [tx.run(build.insertInto('notification_users').values(users))] : []),
    ...(roles.length > 0 ? [tx.run(build.insertInto('notification_roles').values(roles))] : []),
    ...(places.length > 0 ? [tx.run(build.insertInto('notification_organisations').values(places))] : []),
  ])
  await invalidateNotificationDesk(tx, invalidations, first.message.tenantId)
}

const rowOf = (
  id: string,
  {
    tenantId,
    title,
    lines,
    links = [],
    hours,
    language,
    priority,
  }: Omit<Notice, 'roleIds' | 'deviceId'> & { links?: Message['links'] | undefined },
  deviceId: string | null,
  byMail: boolean,
) => ({
  tenant_id: tenantId,
  id,
  title,
  content: [...lines.map(escaped), ...links.map(({ text, path }) => `<a href="${escaped(path)}">${escaped(text)}</a>`)]
    .map((line) => `<p>${line}</p>`)
    .join(''),
  type: 'notification' as const,
  priority,
  status: 'published' as const,
  everyone: 0 as const,
  by_mail: byMail ? (1 as const) : (0 as const),
  publish_time: sql<Date>`now()`,
  start_time: null,
  end_time: sql<Date>`now() + ${sql.lit(`${hours} hours`)}::interval`,
  publisher_id: null,
  device_id: deviceId,
  language,
})

/** Stores a published notification for whoever holds one of the roles, now and for as long as it is shown. */
export async function notifyRoles(
  tx: Transaction,
  invalidations: Invalidations,
  { tenantId, roleIds, deviceId, title, lines, priority, language, hours }: Notice,
): Promise<void> {
  const id = newId()
  await Promise.all([
    tx.run(build.insertInto('notifications').values(rowOf(id, { tenantId, title, lines, hours, language, priority }, deviceId, false))),
    tx.run(
      build
        .insertInto('notification_roles')
        .values([...new Set(roleIds)].map((role) => ({ tenant_id: tenantId, notification_id: id, role_id: role }))),
    ),
  ])
  await invalidateNotificationDesk(tx, invalidations, tenantId)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
