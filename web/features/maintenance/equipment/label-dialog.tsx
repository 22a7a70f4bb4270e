/** Labels to stick on machines: on which sheet, and the PDF. */
import { Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { EQUIPMENT_LABELS, printEquipmentLabel } from '../../../../model/contract/maintenance/equipment.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'

interface LabelDialogProps {
  /** Of the machines. */
  readonly ids: readonly string[]
  readonly onClose: () => void
}

export default function LabelDialog({ ids, onClose }: LabelDialogProps) {
  const t = useT()
  const id = useId()
  const [sheet, setSheet] = useState<(typeof EQUIPMENT_LABELS)[number]>('24')
  const [busy, setBusy] = useState(false)

  async function make(): Promise<void> {
    setBusy(true)
    try {
      await fetchFile(printEquipmentLabel, { id: ids, sheet })
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
      title={t('equipment.print-labels')}
      okText={t('labels.make')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={() => void make()}
      onCancel={onClose}
      width={460}
    >
      <p>{t('equipment.labels-about', { count: ids.length })}</p>
      <p id={`${id}-sheet`}>{t('labels.sheet')}</p>
      <Radio.Group
        aria-labelledby={`${id}-sheet`}
        vertical
        value={sheet}
        onChange={({ target }) => setSheet(target.value as typeof sheet)}
        options={EQUIPMENT_LABELS.map((value) => ({
          value,
          label: value === '60x40' ? t('equipment.sheet-60x40') : t(`labels.sheet-${value}`),
        }))}
      />
      <p className="quiet">{t('labels.hint')}</p>
    </Modal>
  )
}
