/** Whoever holds a role is told of an order or a round that falls due. A notification has one text for all its readers, and says it in each language. */
import { workOrders } from '../../../model/index.ts'
import type { LabelKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Services } from '../../kernel/services.ts'
import { notifyPeople } from '../../messaging/index.ts'
import { hiddenSomewhere, inEach } from '../shared-text.ts'

const MAX_TITLE_CHARACTERS = 100
/** After a week nobody is shown it any more: what is still to do stands in its list. */
const NOTICE_HOURS = 168

export interface DueNotice<Of extends Resource> {
  readonly roleIds: readonly string[]
  readonly userIds: readonly string[]
  readonly label: LabelKey
  /** What is due: the link says so, where no role of the tenant is kept from the field that this is. */
  readonly name: string
  readonly of: Of
  readonly field: keyof Of['fields'] & string
  readonly path: string
}

/** Notifies people and holders of roles. */
export async function notifyOfDue<Of extends Resource>(
  tx: Transaction,
  { invalidations }: Pick<Services, 'invalidations'>,
  { roleIds, userIds, label, name, of, field, path }: DueNotice<Of>,
): Promise<void> {
  const word = inEach(label)
  const isHidden = (await hiddenSomewhere(tx, of, [field])).has(field)
  await notifyPeople(tx, invalidations, {
    userIds: [...userIds],
    roleIds: [...roleIds],
    organisationIds: [],
    tenantId: tenantOf(tx),
    title: word.slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
    lines: [],
    links: [{ text: isHidden ? word : name, path }],
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

/** Tells whoever holds the role of a plan that its order stands. A link leads to it: what it says is for those who may read it there. */
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
    of: workOrders,
    field: 'orderNumber',
    path: `/maintenance/workorder?id=${id}`,
  })
