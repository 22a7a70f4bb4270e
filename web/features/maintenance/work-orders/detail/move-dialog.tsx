/** Asks for what a transition needs: why, who and when, or what was found and done. */
import { Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import type { HoldReason, OrderTransition } from '../../../../../model/maintenance/order-states.ts'
import { HOLD_REASONS, ORDER_STEPS } from '../../../../../model/maintenance/order-states.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { useLeaveForm } from '../../../../kernel/resource/leave-form.ts'
import { RowPicker } from '../../../../kernel/resource/row-picker.tsx'
import { momentOfText } from '../../../../ui/clock.ts'
import Moment from '../../../../ui/moment.tsx'
import type { MoveValues } from './order-client.ts'

interface MoveDialogProps {
  readonly transition: OrderTransition
  readonly assigneeId: string | undefined
  /** Gives whether it was done. */
  readonly run: (values: MoveValues) => Promise<boolean>
  readonly onClose: () => void
}

const MAX_TEXT = 256

interface Filled {
  readonly note?: string
  readonly holdReason?: HoldReason
  readonly assigneeId?: string | undefined
  readonly dueAt?: string | undefined
  readonly orderCause?: string
  readonly orderRemedy?: string
  readonly downFrom?: string | undefined
  readonly downTo?: string | undefined
}

const momentOr = (text: string | undefined) => (text === undefined || text === '' ? undefined : momentOfText(text))

/** What is sent: nothing of what was left empty. */
function valuesOf({ dueAt, downFrom, downTo, ...texts }: Filled): MoveValues {
  const moments = { dueAt: momentOr(dueAt), downFrom: momentOr(downFrom), downTo: momentOr(downTo) }
  return Object.fromEntries(
    Object.entries({ ...texts, ...moments }).flatMap(([name, value]) => {
      const given = typeof value === 'string' ? value.trim() : value
      return given === undefined || given === '' ? [] : [[name, given]]
    }),
  )
}

export default function MoveDialog({ transition, assigneeId, run, onClose }: MoveDialogProps) {
  const t = useT()
  const id = useId()
  const [filled, setFilled] = useState<Filled>({ assigneeId, ...(transition === 'hold' ? { holdReason: 'material' } : {}) })
  const [busy, setBusy] = useState(false)
  const leave = useLeaveForm(
    () => Object.keys(valuesOf({ ...filled, assigneeId: '' })).length > (transition === 'hold' ? 1 : 0),
    onClose,
    busy,
  )
  const needsReason = ORDER_STEPS[transition].needsReason ?? false
  const isReady = (!needsReason || (filled.note ?? '').trim() !== '') && (transition !== 'schedule' || Boolean(filled.assigneeId))
  const put = (values: Filled) => setFilled((before) => ({ ...before, ...values }))

  async function send(): Promise<void> {
    setBusy(true)
    const isDone = await run(valuesOf(transition === 'schedule' ? filled : { ...filled, assigneeId: '' }))
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Modal
      open
      title={t(`work-order.${transition}`)}
      okText={t(`work-order.${transition}`)}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !isReady, danger: transition === 'cancel' || transition === 'refuse' }}
      onOk={() => void send()}
      onCancel={leave}
      width={460}
      destroyOnHidden
    >
      <div className="upkeep-fields">
        {transition === 'hold' && (
          <>
            <label htmlFor={`${id}-why`}>{t('field.work-orders.holdReason')}</label>
            <Select<HoldReason>
              id={`${id}-why`}
              value={filled.holdReason ?? 'material'}
              options={HOLD_REASONS.map((value) => ({ value, label: t(`choice.holdReason.${value}`) }))}
              onChange={(holdReason) => put({ holdReason })}
            />
          </>
        )}
        {transition === 'schedule' && (
          <>
            <label htmlFor={`${id}-who`}>{t('field.work-orders.assigneeId')}</label>
            <RowPicker
              id={`${id}-who`}
              noun="users"
              value={filled.assigneeId ?? null}
              onChange={(chosen: string) => put({ assigneeId: chosen })}
            />
            <label htmlFor={`${id}-due`}>{t('field.work-orders.dueAt')}</label>
            <Moment id={`${id}-due`} value={filled.dueAt ?? null} onChange={(dueAt) => put({ dueAt })} />
          </>
        )}
        {transition === 'finish' && (
          <>
            <label htmlFor={`${id}-cause`}>{t('field.work-orders.orderCause')}</label>
            <Input
              id={`${id}-cause`}
              value={filled.orderCause ?? ''}
              maxLength={MAX_TEXT}
              onChange={(event) => put({ orderCause: event.target.value })}
            />
            <label htmlFor={`${id}-remedy`}>{t('field.work-orders.orderRemedy')}</label>
            <Input
              id={`${id}-remedy`}
              value={filled.orderRemedy ?? ''}
              maxLength={MAX_TEXT}
              onChange={(event) => put({ orderRemedy: event.target.value })}
            />
            <label htmlFor={`${id}-from`}>{t('field.work-orders.downFrom')}</label>
            <Moment id={`${id}-from`} isBeginning value={filled.downFrom ?? null} onChange={(downFrom) => put({ downFrom })} />
            <label htmlFor={`${id}-to`}>{t('field.work-orders.downTo')}</label>
            <Moment id={`${id}-to`} value={filled.downTo ?? null} onChange={(downTo) => put({ downTo })} />
          </>
        )}
        <label htmlFor={`${id}-note`}>{t(needsReason ? 'work-order.note-needed' : 'work-order.note')}</label>
        <Input
          id={`${id}-note`}
          value={filled.note ?? ''}
          maxLength={MAX_TEXT}
          required={needsReason}
          onChange={(event) => put({ note: event.target.value })}
        />
      </div>
    </Modal>
  )
}
