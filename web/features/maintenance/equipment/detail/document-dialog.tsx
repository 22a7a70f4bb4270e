/** Adds a file to a machine. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { addEquipmentDocument } from '../../../../../model/contract/maintenance/equipment-documents.ts'
import type { DocumentKind } from '../../../../../model/maintenance/equipment-documents.ts'
import { DOCUMENT_KINDS, MAX_DOCUMENTS } from '../../../../../model/maintenance/equipment-documents.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { MEGABYTE } from '../../../../kernel/i18n/size.ts'
import { DropZone } from '../../../../kernel/resource/exchange/import-choice.tsx'
import { toast } from '../../../../ui/toast.ts'
import { act, calibrationsOf } from './machine-client.ts'
import '../../../../kernel/resource/exchange/import-dialog.css'
import '../../../../shared/dialogs/dialog-fields.css'

/** Milliseconds: a file may be large and the line slow. */
const LIMIT = 600_000
const { megabytes } = MAX_DOCUMENTS

export default function DocumentDialog({ id: machineId, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useT()
  const id = useId()
  const queries = useQueryClient()
  const { data } = useQuery(calibrationsOf(machineId))
  const [file, setFile] = useState<File>()
  const [kind, setKind] = useState<DocumentKind>('manual')
  const [calibrationId, setCalibration] = useState<string>()
  const [busy, setBusy] = useState(false)

  function choose(files: FileList | null): void {
    const [chosen] = files ?? []
    if (!chosen) return
    if (chosen.size >= megabytes * MEGABYTE) toast.error(t('error.upload.too-large', { megabytes }))
    else setFile(chosen)
  }

  async function save(): Promise<void> {
    if (!file) return
    setBusy(true)
    const of = kind === 'certificate' && calibrationId ? { calibrationId } : {}
    const isDone = await act(queries, () => ask(addEquipmentDocument, { id: machineId, documentKind: kind, ...of, file }, { limit: LIMIT }))
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Modal
      open
      title={t('attachments.add')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !file }}
      onOk={() => void save()}
      onCancel={onClose}
      width={480}
      destroyOnHidden
    >
      <div className="dialog-fields">
        <DropZone drop={t('attachments.drop')} hint={t('attachments.hint', { megabytes })} accept="" file={file} onFiles={choose} />
        <label htmlFor={`${id}-kind`}>{t('field.equipment-documents.documentKind')}</label>
        <Select<DocumentKind>
          id={`${id}-kind`}
          value={kind}
          options={DOCUMENT_KINDS.map((value) => ({ value, label: t(`choice.documentKind.${value}`) }))}
          onChange={setKind}
        />
        {kind === 'certificate' && (
          <>
            <label htmlFor={`${id}-calibration`}>{t('field.calibrations.calibrationNumber')}</label>
            <Select
              id={`${id}-calibration`}
              allowClear
              value={calibrationId ?? null}
              options={(data?.list ?? []).map((row) => ({ value: row.id, label: String(row['calibrationNumber'] ?? '') }))}
              onChange={(value: string | null) => setCalibration(value ?? undefined)}
            />
          </>
        )}
      </div>
    </Modal>
  )
}
