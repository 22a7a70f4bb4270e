import type { InputRef } from 'antd'
import { Input, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import { isFolder } from '../../../shared/files/client.ts'
import { stemLength } from '../../../shared/files/names.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

/** Another name; what is before the ending is selected, since that is what people change. */
export default function NameDialog({
  row,
  onRename,
  onClose,
}: {
  row: FileRow
  onRename: (name: string) => Promise<void>
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  const input = useRef<InputRef>(null)
  const [open, setOpen] = useState(true)
  const [name, setName] = useState(row.originalFilename)
  const wanted = name.trim()

  function rename(): void {
    if (wanted === '') return
    if (wanted !== row.originalFilename) void onRename(wanted)
    setOpen(false)
  }

  return (
    <Modal
      open={open}
      title={t('disk.rename')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: wanted === '' }}
      width={460}
      onOk={rename}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      afterOpenChange={(isOpen) => {
        // Whoever writes already, while it is still opening, goes on where they are.
        if (isOpen && document.activeElement !== input.current?.input) {
          input.current?.focus()
          input.current?.setSelectionRange(0, isFolder(row) ? name.length : stemLength(name))
        }
      }}
    >
      <label htmlFor={id}>{t('disk.new-name')}</label>
      <Input id={id} ref={input} maxLength={255} value={name} onChange={({ target }) => setName(target.value)} onPressEnter={rename} />
    </Modal>
  )
}
