/** Attaches a file to a device, or says anew what is said of one. */
import { Modal, Select } from 'antd'
import { useId, useState } from 'react'
import type { AttachmentKind } from '../../../../../model/acquisition/device-attachments.ts'
import { ATTACHMENT_KINDS, MAX_ATTACHMENTS } from '../../../../../model/acquisition/device-attachments.ts'
import type { DeviceAttachment } from '../../../../../model/contract/acquisition/device-attachments.ts'
import { addDeviceAttachment, updateDeviceAttachment } from '../../../../../model/contract/acquisition/device-attachments.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { MEGABYTE } from '../../../../kernel/i18n/size.ts'
import { DropZone } from '../../../../kernel/resource/exchange/import-choice.tsx'
import { isFilled, useLeaveForm } from '../../../../kernel/resource/leave-form.ts'
import Day from '../../../../ui/day.tsx'
import { toast } from '../../../../ui/toast.ts'
import '../../../../kernel/resource/exchange/import-dialog.css'

interface AttachmentDialogProps {
  readonly deviceId: string
  /** Absent: a new one. */
  readonly attachment: DeviceAttachment | undefined
  readonly open: boolean
  readonly onSaved: () => Promise<unknown>
  readonly onClose: () => void
}

/** Milliseconds: a file may be large and the line slow. */
const LIMIT = 600_000

export default function AttachmentDialog({ deviceId, attachment, open, onSaved, onClose }: AttachmentDialogProps) {
  const t = useT()
  const id = useId()
  const [file, setFile] = useState<File>()
  const beginning = { kind: attachment?.attachmentKind ?? 'calibration', until: attachment?.validUntil ?? '' } as const
  const [kind, setKind] = useState<AttachmentKind>(beginning.kind)
  const [until, setUntil] = useState<string>(beginning.until)
  const [busy, setBusy] = useState(false)
  // An upload that is under way takes long on a slow line: that one can leave, after the question.
  const leave = useLeaveForm(() => file !== undefined || isFilled({ kind, until }, beginning), onClose)
  const { megabytes } = MAX_ATTACHMENTS

  function choose(files: FileList | null): void {
    const [chosen] = files ?? []
    if (!chosen) return
    if (chosen.size >= megabytes * MEGABYTE) toast.error(t('error.upload.too-large', { megabytes }))
    else setFile(chosen)
  }

  async function save(): Promise<void> {
    if (!file && !attachment) return
    setBusy(true)
    try {
      const facts = { attachmentKind: kind, ...(until === '' ? {} : { validUntil: until }) }
      if (attachment) await ask(updateDeviceAttachment, { id: attachment.id, version: attachment.version, ...facts })
      else if (file) await ask(addDeviceAttachment, { id: deviceId, ...facts, file }, { limit: LIMIT })
      toast.success(t(attachment ? 'form.saved' : 'attachments.saved'))
      await onSaved()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      title={attachment ? t('attachments.edit', { name: attachment.fileName }) : t('attachments.add')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !file && !attachment }}
      onOk={() => void save()}
      onCancel={leave}
      width={480}
      destroyOnHidden
    >
      <div className="device-attach">
        {!attachment && (
          <DropZone drop={t('attachments.drop')} hint={t('attachments.hint', { megabytes })} accept="" file={file} onFiles={choose} />
        )}
        <label htmlFor={`${id}-kind`}>{t('field.device-attachments.attachmentKind')}</label>
        <Select<AttachmentKind>
          id={`${id}-kind`}
          value={kind}
          options={ATTACHMENT_KINDS.map((value) => ({ value, label: t(`choice.attachmentKind.${value}`) }))}
          onChange={setKind}
        />
        <label htmlFor={`${id}-until`}>{t('field.device-attachments.validUntil')}</label>
        <Day id={`${id}-until`} value={until} onChange={setUntil} />
      </div>
    </Modal>
  )
}
