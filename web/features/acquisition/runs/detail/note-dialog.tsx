/** Writes down what was done or seen, as of now. */
import { Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import type { RunNoteKind } from '../../../../../model/acquisition/curing.ts'
import { RUN_NOTES } from '../../../../../model/acquisition/curing.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'

interface NoteDialogProps {
  /** Gives whether it was done. */
  readonly run: (kind: RunNoteKind, text: string) => Promise<boolean>
  readonly onClose: () => void
}

const MAX_TEXT = 256

export default function NoteDialog({ run, onClose }: NoteDialogProps) {
  const t = useT()
  const id = useId()
  const [kind, setKind] = useState<RunNoteKind>('cover')
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    const isDone = await run(kind, text.trim())
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Modal
      open
      title={t('runs.note')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: text.trim() === '' }}
      onOk={() => void save()}
      onCancel={onClose}
      width={460}
      destroyOnHidden
    >
      <div className="run-fields">
        <label htmlFor={`${id}-kind`}>{t('runs.note-kind')}</label>
        <Select<RunNoteKind>
          id={`${id}-kind`}
          value={kind}
          options={RUN_NOTES.map((value) => ({ value, label: t(`choice.noteKind.${value}`) }))}
          onChange={setKind}
        />
        <label htmlFor={`${id}-text`}>{t('runs.note-text')}</label>
        <Input id={`${id}-text`} value={text} maxLength={MAX_TEXT} onChange={(event) => setText(event.target.value)} />
      </div>
    </Modal>
  )
}
