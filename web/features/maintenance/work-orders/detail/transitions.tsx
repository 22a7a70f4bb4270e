/** What the caller can do with an order as it stands, as buttons. An order that demands it is finished with a signature. */
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { SecondFactors } from '../../../../../model/contract/account/second-factors.ts'
import type { WorkOrderDetail } from '../../../../../model/contract/maintenance/work-orders.ts'
import type { OrderTransition } from '../../../../../model/maintenance/order-states.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { readFactors } from '../../../../kernel/session/second-factors.ts'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../../ui/toast.ts'
import type { MoveValues } from './order-client.ts'
import { move, useAct } from './order-client.ts'

const MoveDialog = lazyWithPreload(() => import('./move-dialog.tsx'))
const IdentityDialog = lazyWithPreload(() => import('../../../../shared/dialogs/identity-dialog.tsx'))

/** These take one click: there is nothing to be said with them. */
const AT_ONCE: ReadonlySet<OrderTransition> = new Set(['submit', 'approve', 'start', 'resume'])
const MAIN: ReadonlySet<OrderTransition> = new Set(['submit', 'approve', 'start', 'resume', 'finish', 'verify'])

interface TransitionsProps {
  readonly id: string
  readonly number: string
  readonly detail: WorkOrderDetail
  readonly mustSign: boolean
  readonly assigneeId: string | undefined
}

export function Transitions({ id, number, detail, mustSign, assigneeId }: TransitionsProps) {
  const t = useT()
  const act = useAct()
  const [asked, setAsked] = useState<OrderTransition>()
  const [signing, setSigning] = useState<{ factors: SecondFactors; values: MoveValues }>()

  async function go(transition: OrderTransition, values: MoveValues = {}): Promise<boolean> {
    const isDone = await act(async () => {
      const { state } = await move(id, detail.version, transition, values)
      toast.success(t('work-order.moved', { number, state: t(`choice.orderState.${state}`) }))
    })
    return isDone
  }

  /** Whoever signs shows first who they are. */
  async function sign(values: MoveValues): Promise<boolean> {
    try {
      setSigning({ factors: await readFactors(), values })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false
    }
  }

  return (
    <>
      {detail.transitions.map((transition) => (
        <Button
          key={transition}
          type={MAIN.has(transition) ? 'primary' : 'default'}
          danger={transition === 'cancel'}
          {...(AT_ONCE.has(transition)
            ? { onClick: () => void go(transition) }
            : {
                'aria-haspopup': 'dialog' as const,
                onPointerEnter: () => void MoveDialog.preload(),
                onClick: () => setAsked(transition),
              })}
        >
          {t(`work-order.${transition}`)}
        </Button>
      ))}
      {asked && (
        <Suspense fallback={null}>
          <MoveDialog
            key={asked}
            transition={asked}
            assigneeId={assigneeId}
            run={(values) => (asked === 'finish' && mustSign ? sign(values) : go(asked, values))}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
      {signing && (
        <Suspense fallback={null}>
          <IdentityDialog
            factors={signing.factors}
            about={t('work-order.sign-what', { number })}
            onClose={(isShown) => {
              const { values } = signing
              setSigning(undefined)
              if (isShown) void go('finish', values)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
