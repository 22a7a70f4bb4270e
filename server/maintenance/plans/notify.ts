/** Whoever holds a role is told of an order or a round that falls due. A notification has one text for all its readers, and says it in each language. */
import type { LabelKey } from '../../../model/labels/index.ts'
import { languages } from '../../../model/labels/index.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { translatorFor } from '../../kernel/http/language.ts'
import type { Services } from '../../kernel/services.ts'
import { notifyPeople } from '../../messaging/index.ts'

const MAX_TITLE_CHARACTERS = 100
/** After a week nobody is shown it any more: what is still to do stands in its list. */
const NOTICE_HOURS = 168

export interface DueNotice {
  readonly roleIds: readonly string[]
  readonly userIds: readonly string[]
  readonly label: LabelKey
  /** What is due, where no role of the tenant is kept from it. */
  readonly name: string
  readonly path: string
}

/** Notifies people and holders of roles. */
export async function notifyOfDue(
  tx: Transaction,
  { invalidations }: Pick<Services, 'invalidations'>,
  { roleIds, userIds, label, name, path }: DueNotice,
): Promise<void> {
  const word = [...new Set(languages.map((language) => translatorFor(language)(label)))].join(' / ')
  await notifyPeople(tx, invalidations, {
    userIds: [...userIds],
    roleIds: [...roleIds],
    organisationIds: [],
    tenantId: tenantOf(tx),
    title: word.slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
    lines: [],
    links: [{ text: name, path }],
    hours: NOTICE_HOURS,
    byMail: false,
    language: 'zh',
  })
}

interface RoleNotice {
  readonly roleId: string
  readonly id: string
  readonly orderNumber: string
}

/** Tells whoever holds the role of a plan that its order stands. The number leads to it: what it says is for those who may read it there. */
export const notifyRoleOfOrder = (
  tx: Transaction,
  parts: Pick<Services, 'invalidations'>,
  { roleId, id, orderNumber }: RoleNotice,
): Promise<void> =>
  notifyOfDue(tx, parts, {
    roleIds: [roleId],
    userIds: [],
    label: 'plan.notice-due',
    name: orderNumber,
    path: `/maintenance/workorder?id=${id}`,
  })
