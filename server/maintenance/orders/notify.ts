/** People are told of orders that are theirs now, and once of one that is late. A notification has one text for all its readers, and so says it in each language. */
import { workOrders } from '../../../model/index.ts'
import type { LabelKey } from '../../../model/labels/index.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { notifyPeople } from '../../messaging/index.ts'
import { hiddenSomewhere, inEach } from '../shared-text.ts'
import type { OrderParts } from './parts.ts'

const MAX_TITLE_CHARACTERS = 100
/** After a week nobody is shown it any more: what is still to do stands in the list of orders. */
const NOTICE_HOURS = 168

const NOTICES = { assigned: 'work-order.notice-assigned', overdue: 'work-order.notice-overdue' } as const satisfies Record<string, LabelKey>

interface OrderNotice {
  readonly what: keyof typeof NOTICES
  readonly userId: string
  readonly id: string
  readonly orderNumber: string
  readonly orderTitle: string
}

/** Notifies somebody of an order, with a link to it. What some role of the tenant hides of orders is not in the text, since it has one for all. */
export async function notifyOfOrder(
  tx: Transaction,
  { invalidations }: Pick<OrderParts, 'invalidations'>,
  { what, userId, id, orderNumber, orderTitle }: OrderNotice,
): Promise<void> {
  const hidden = await hiddenSomewhere(tx, workOrders, ['orderNumber', 'orderTitle'])
  const word = inEach(NOTICES[what])
  const number = hidden.has('orderNumber') ? '' : orderNumber
  await notifyPeople(tx, invalidations, {
    userIds: [userId],
    roleIds: [],
    organisationIds: [],
    tenantId: tenantOf(tx),
    title: [word, number].filter(Boolean).join(': ').slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
    lines: hidden.has('orderTitle') ? [] : [orderTitle],
    links: [{ text: number === '' ? word : number, path: `/maintenance/workorder?id=${id}` }],
    hours: NOTICE_HOURS,
    byMail: false,
    language: 'zh',
  })
}
