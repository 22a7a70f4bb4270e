/** A name for the list as it is now. */
import type { InputRef } from 'antd'
import { Input, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { ApiError } from '../api.ts'
import { useT } from '../i18n.ts'

interface SaveDialogProps {
  readonly open: boolean
  /** @throws ApiError */
  readonly onSave: (name: string) => Promise<void>
  readonly onClose: () => void
}

export default function SaveDialog({ open, onSave, onClose }: SaveDialogProps) {
  const t = useT()
  const id = useId()
  const input = useRef<InputRef>(null)
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    if (!name.trim() || busy) return
    setBusy(true)
    try {
      await onSave(name.trim())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open} title={t('view.save-title')} okText={t('common.save')} cancelText={t('common.cancel')} confirmLoading={busy} okButtonProps={{ disabled: !name.trim() }}
      onOk={() => void save()} onCancel={onClose} width={420} afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <p className="view-note">{t('view.save-text')}</p>
      <label htmlFor={id}>{t('view.name')}</label>
      <Input id={id} ref={input} maxLength={64} value={name} onChange={({ target }) => setName(target.value)} onPressEnter={() => void save()} />
    </Modal>
  )
}
