/** Asks for what a decision about a fault needs: why, or how urgent its order is, and whose. */
import { Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import type { FaultTransition } from '../../../../../model/maintenance/faults.ts'
import { FAULT_STEPS } from '../../../../../model/maintenance/faults.ts'
import type { OrderPriority } from '../../../../../model/maintenance/order-kinds.ts'
import { ORDER_PRIORITIES } from '../../../../../model/maintenance/order-kinds.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../../../kernel/resource/row-picker.tsx'

export interface FaultValues {
  readonly note: string
  readonly orderPriority: OrderPriority
  readonly assigneeId: string | undefined
}

interface FaultDialogProps {
  readonly transition: FaultTransition
  /** Gives whether it was done. */
  readonly run: (values: FaultValues) => Promise<boolean>
  readonly onClose: () => void
}

const MAX_TEXT = 256

export default function FaultDialog({ transition, run, onClose }: FaultDialogProps) {
  const t = useT()
  const id = useId()
  const [note, setNote] = useState('')
  const [orderPriority, setPriority] = useState<OrderPriority>(2)
  const [assigneeId, setAssignee] = useState<string>()
  const [busy, setBusy] = useState(false)
  const needsReason = FAULT_STEPS[transition].needsReason ?? false

  async function send(): Promise<void> {
    setBusy(true)
    const isDone = await run({ note: note.trim(), orderPriority, assigneeId })
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Modal
      open
      title={t(`fault.${transition}`)}
      okText={t(`fault.${transition}`)}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: needsReason && note.trim() === '', danger: transition === 'reject' }}
      onOk={() => void send()}
      onCancel={onClose}
      width={460}
      destroyOnHidden
    >
      <div className="upkeep-fields">
        {transition === 'order' ? (
          <>
            <label htmlFor={`${id}-priority`}>{t('field.work-orders.orderPriority')}</label>
            <Select<OrderPriority>
              id={`${id}-priority`}
              value={orderPriority}
              options={ORDER_PRIORITIES.map((value) => ({ value, label: t(`choice.orderPriority.${value}`) }))}
              onChange={setPriority}
            />
            <label htmlFor={`${id}-who`}>{t('field.work-orders.assigneeId')}</label>
            <RowPicker
              id={`${id}-who`}
              noun="users"
              clearable
              value={assigneeId ?? null}
              onChange={(chosen: string) => setAssignee(chosen)}
            />
          </>
        ) : (
          <>
            <label htmlFor={`${id}-note`}>{t(needsReason ? 'work-order.note-needed' : 'work-order.note')}</label>
            <Input
              id={`${id}-note`}
              value={note}
              maxLength={MAX_TEXT}
              required={needsReason}
              onChange={({ target }) => setNote(target.value)}
            />
          </>
        )}
      </div>
    </Modal>
  )
}
