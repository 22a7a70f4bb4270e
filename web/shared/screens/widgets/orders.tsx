/** Work orders: as lanes by their state, or as one list; each with its age and whether it is overdue. */
import type { ScreenRows } from '../../../../model/contract/screen/screens.ts'
import type { OrderState } from '../../../../model/maintenance/order-states.ts'
import { OPEN_STATES } from '../../../../model/maintenance/order-states.ts'
import { localeOf, textOr, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { ageText } from '../truth.ts'
import { useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Empty } from './chart-rows.tsx'
import { Leading, More, fitting, roomOf, useRows } from './rows.tsx'
import { Shell } from './shell.tsx'
import { ToneSign, toneOfPriority } from './sign.tsx'
import { MIN_TEXT } from './value.ts'

type Order = ScreenRows<'orders'>[number]

/** Whether the work should have been done by now. What is done waits for others. @param now Milliseconds since 1970 */
export const isOverdue = ({ dueAt, state }: Pick<Order, 'dueAt' | 'state'>, now: number): boolean =>
  dueAt !== null && dueAt < now && state !== 'done' && state !== 'closed' && state !== 'cancelled'

/** The lanes that have an order, in the order in which work goes; those whose state is hidden from the reader stand in one of their own. */
export function lanesOf(orders: readonly Order[]): { readonly state: OrderState | null; readonly orders: readonly Order[] }[] {
  return [...OPEN_STATES, null].flatMap((state) => {
    const own = orders.filter((order) => order.state === state)
    return own.length > 0 ? [{ state, orders: own }] : []
  })
}

export function OrdersView(props: WidgetProps<'orders'>) {
  const { options, scale } = props
  const t = useT()
  const list = useRows(props, 'orders')
  const room = roomOf(props, options.title)
  const rows = (list?.rows ?? []).slice(0, options.rows ?? 50)
  const gap = Math.max(4, 10 * scale)
  const lanes = lanesOf(rows)
  const total = list?.total ?? 0
  if (rows.length === 0)
    return (
      <Shell {...props} title={options.title}>
        <Empty isWaiting={!list} text={t('screen-widget.no-orders')} />
      </Shell>
    )
  if (!options.lanes) {
    const { shown } = fitting(total, room.height, room.rowHeight, options.rows)
    return (
      <Shell {...props} title={options.title} isParted>
        <ul className="sw-rows">
          {rows.slice(0, shown).map((order) => (
            <li key={order.id} className="sw-order" style={{ height: room.rowHeight }}>
              <OrderLine {...props} order={order} size={room.size} />
              <span className="sw-aside">{order.state === null ? '' : t(`choice.orderState.${order.state}`)}</span>
              <Age feed={props.feed} order={order} />
            </li>
          ))}
        </ul>
        <More count={total - Math.min(shown, rows.length)} />
      </Shell>
    )
  }
  const cardHeight = room.size * 4.3 + 12 * scale
  return (
    <Shell {...props} title={options.title} isParted>
      <div className="sw-lanes" style={{ gap }}>
        {lanes.map(({ state, orders }) => {
          const { shown, more } = fitting(orders.length, room.height - room.rowHeight, cardHeight + gap / 2)
          const name = state === null ? t('screen-widget.no-state') : t(`choice.orderState.${state}`)
          return (
            <section
              key={name}
              className="sw-lane"
              aria-label={name}
              style={{ width: (room.width - gap * (lanes.length - 1)) / lanes.length }}
            >
              <p className="sw-lane-head" style={{ height: room.rowHeight }}>
                <span className="sw-main">{name}</span>
                <span className="sw-figure">{orders.length}</span>
              </p>
              <ul>
                {orders.slice(0, shown).map((order) => (
                  <li key={order.id} className="sw-order-card" style={{ minHeight: cardHeight, marginBottom: gap / 2, padding: 6 * scale }}>
                    <p className="sw-order">
                      <OrderLine {...props} order={order} size={room.size} isShort />
                    </p>
                    <p className="sw-aside sw-place-of">{[order.equipmentName, order.assignee].filter(Boolean).join(' · ')}</p>
                    <p className="sw-place-of">
                      <Age feed={props.feed} order={order} isShort />
                    </p>
                  </li>
                ))}
              </ul>
              <More count={more} />
            </section>
          )
        })}
      </div>
    </Shell>
  )
}

interface LineProps extends Pick<WidgetProps, 'open'> {
  readonly order: Order
  readonly size: number
  /** There is room for its title alone. */
  readonly isShort?: boolean
}

function OrderLine({ order, size, open, isShort = false }: LineProps) {
  const { priority, orderNumber, title } = order
  return (
    <>
      {priority !== null && (
        <span className="sw-signs" data-tone={toneOfPriority(Number(priority))}>
          <ToneSign tone={toneOfPriority(Number(priority))} size={Math.max(MIN_TEXT, size)} />
          <span className="visually-hidden">{textOr(`choice.orderPriority.${priority}`, priority)}</span>
        </span>
      )}
      <span className="sw-main">
        <Leading open={open} address={`/maintenance/workorder?id=${order.id}`}>
          {isShort ? (title ?? orderNumber) : [orderNumber, title].filter(Boolean).join(' ')}
        </Leading>
      </span>
    </>
  )
}

/** How long ago it was opened, or by how much it is overdue. */
function Age({ feed, order, isShort = false }: Pick<WidgetProps, 'feed'> & Pick<LineProps, 'order' | 'isShort'>) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const overdue = useSeen(feed, ['clock'], () => isOverdue(order, feed.now()))
  const since = overdue ? order.dueAt : order.openedAt
  const age = useSeen(feed, ['clock'], () => (since === null ? '' : ageText(since, feed.now(), locale)))
  const words = overdue ? t('screen-widget.overdue', { age }) : age
  return (
    <span className="sw-aside sw-figure" data-tone={overdue ? 'warning' : undefined}>
      {overdue && '△ '}
      {isShort && overdue ? (
        <>
          <span aria-hidden="true">{age}</span>
          <span className="visually-hidden">{words}</span>
        </>
      ) : (
        words
      )}
    </span>
  )
}
