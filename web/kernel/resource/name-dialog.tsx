/** A name for something that is kept: a view of a list, a trend. */
import type { InputRef } from 'antd'
import { Input, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { ApiError } from '../http/api.ts'
import { useT } from '../i18n/i18n.ts'
import './name-dialog.css'

interface NameProps {
  readonly open: boolean
  readonly title: string
  readonly label: string
  /** What stands above the field. */
  readonly about?: string
  /** The name it has. */
  readonly name?: string
  /** @throws ApiError */
  readonly onSave: (name: string) => Promise<void>
  readonly onClose: () => void
}

export default function NameDialog({ open, title, label, about, name: before = '', onSave, onClose }: NameProps) {
  const t = useT()
  const id = useId()
  const input = useRef<InputRef>(null)
  const [name, setName] = useState(before)
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
      open={open}
      title={title}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !name.trim() }}
      onOk={() => void save()}
      onCancel={onClose}
      width={420}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      {about !== undefined && <p className="name-about">{about}</p>}
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        ref={input}
        maxLength={64}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={() => void save()}
      />
    </Modal>
  )
}
