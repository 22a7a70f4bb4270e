/** Asks why a report no longer holds; the reason is kept with it. */
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { MAX_WITHDRAW_REASON } from '../../../../model/reports/issued.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useLeaveForm } from '../../../kernel/resource/leave-form.ts'

interface WithdrawDialogProps {
  readonly number: string
  /** Gives whether it was done. */
  readonly run: (reason: string) => Promise<boolean>
  readonly onClose: () => void
}

export default function WithdrawDialog({ number, run, onClose }: WithdrawDialogProps) {
  const t = useT()
  const id = useId()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const isGiven = reason.trim() !== ''
  const leave = useLeaveForm(() => isGiven, onClose, busy)

  async function withdraw(): Promise<void> {
    if (!isGiven || busy) return
    setBusy(true)
    const isDone = await run(reason.trim())
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Modal
      open
      title={t('issued.withdraw-title', { number })}
      okText={t('issued.withdraw')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !isGiven, danger: true }}
      onOk={() => void withdraw()}
      onCancel={leave}
      width={460}
      destroyOnHidden
    >
      <p id={`${id}-about`}>{t('issued.withdraw-text')}</p>
      <label className="issued-reason" htmlFor={id}>
        {t('issued.withdraw-reason')}
        <Input
          id={id}
          autoFocus
          value={reason}
          maxLength={MAX_WITHDRAW_REASON}
          aria-describedby={`${id}-about`}
          onChange={(event) => setReason(event.target.value)}
          onPressEnter={() => void withdraw()}
        />
      </label>
    </Modal>
  )
}
