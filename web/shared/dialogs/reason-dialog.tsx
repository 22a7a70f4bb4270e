/** Asks for the reason of a decision, which is kept with it. */
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import './dialog-fields.css'

interface ReasonDialogProps {
  readonly title: string
  /** What the button says; the title without. */
  readonly ok?: string
  /** What the field is called; a reason without. */
  readonly label?: string
  readonly isDanger?: boolean
  /** Gives whether it was done. */
  readonly run: (reason: string) => Promise<boolean>
  readonly onClose: () => void
}

const MAX_REASON = 256

export default function ReasonDialog({ title, ok = title, label, isDanger = false, run, onClose }: ReasonDialogProps) {
  const t = useT()
  const id = useId()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)

  async function decide(): Promise<void> {
    setBusy(true)
    const isDone = await run(reason.trim())
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Modal
      open
      title={title}
      okText={ok}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: reason.trim() === '', danger: isDanger }}
      onOk={() => void decide()}
      onCancel={onClose}
      width={460}
      destroyOnHidden
    >
      <div className="dialog-fields">
        <label htmlFor={id}>{label ?? t('runs.reason')}</label>
        <Input id={id} value={reason} maxLength={MAX_REASON} onChange={(event) => setReason(event.target.value)} />
      </div>
    </Modal>
  )
}
