/** Labels to stick on devices: on which sheet, and the PDF. */
import { Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { LABELS_PER_PAGE, printDeviceLabel } from '../../../../model/contract/acquisition/devices.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'

interface LabelDialogProps {
  /** Of the devices. */
  readonly ids: readonly string[]
  readonly onClose: () => void
}

export default function LabelDialog({ ids, onClose }: LabelDialogProps) {
  const t = useT()
  const id = useId()
  const [perPage, setPerPage] = useState<(typeof LABELS_PER_PAGE)[number]>('24')
  const [busy, setBusy] = useState(false)

  async function make(): Promise<void> {
    setBusy(true)
    try {
      await fetchFile(printDeviceLabel, { id: ids, perPage })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('labels.print')}
      okText={t('labels.make')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={() => void make()}
      onCancel={onClose}
      width={460}
    >
      <p>{t('labels.about', { count: ids.length })}</p>
      <p id={`${id}-sheet`}>{t('labels.sheet')}</p>
      <Radio.Group
        aria-labelledby={`${id}-sheet`}
        vertical
        value={perPage}
        onChange={({ target }) => setPerPage(target.value as typeof perPage)}
        options={LABELS_PER_PAGE.map((value) => ({ value, label: t(`labels.sheet-${value}`) }))}
      />
      <p className="quiet">{t('labels.hint')}</p>
    </Modal>
  )
}
