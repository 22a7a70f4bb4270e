/** States and priorities of orders and faults as words with a mark. */
import type { FaultState } from '../../../model/maintenance/faults.ts'
import type { OrderState } from '../../../model/maintenance/order-states.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Tag } from '../../ui/tag.tsx'

type Kind = Parameters<typeof Tag>[0]['kind']

const ORDERS: Readonly<Record<OrderState, Kind>> = {
  draft: 'quiet',
  'waiting-approval': 'notice',
  approved: 'info',
  scheduled: 'info',
  'in-progress': 'info',
  'on-hold': 'notice',
  done: 'notice',
  closed: 'good',
  cancelled: 'quiet',
}

const FAULTS: Readonly<Record<FaultState, Kind>> = {
  reported: 'urgent',
  confirmed: 'notice',
  'in-order': 'info',
  solved: 'good',
  rejected: 'quiet',
}

const PRIORITIES: Readonly<Record<string, Kind>> = { 1: 'urgent', 2: 'notice', 3: 'plain', 4: 'plain' }

const isIn = <Key extends string>(kinds: Readonly<Record<Key, Kind>>, state: unknown): state is Key =>
  typeof state === 'string' && state in kinds

/** The state of an order; nothing where it is not told. */
export function OrderStateTag({ state }: { readonly state: unknown }) {
  const t = useT()
  return isIn(ORDERS, state) ? <Tag kind={ORDERS[state]}>{t(`choice.orderState.${state}`)}</Tag> : null
}

/** The state of a fault; nothing where it is not told. */
export function FaultStateTag({ state }: { readonly state: unknown }) {
  const t = useT()
  return isIn(FAULTS, state) ? <Tag kind={FAULTS[state]}>{t(`choice.faultState.${state}`)}</Tag> : null
}

/** The priority of an order; nothing where it is not told. */
export function PriorityTag({ priority, text }: { readonly priority: unknown; readonly text: string }) {
  const kind = PRIORITIES[String(priority)]
  return kind === undefined || text === '' ? null : <Tag kind={kind}>{text}</Tag>
}
