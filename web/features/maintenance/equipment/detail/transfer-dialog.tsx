/** To whom a machine is handed over, and where it goes. */
import { useQueryClient } from '@tanstack/react-query'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { addEquipmentTransfer } from '../../../../../model/contract/maintenance/equipment.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../../../kernel/resource/row-picker.tsx'
import { act } from './machine-client.ts'
import '../../../../shared/dialogs/dialog-fields.css'

const MAX_REASON = 256

export default function TransferDialog({ id: machineId, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useT()
  const id = useId()
  const queries = useQueryClient()
  const [keeperId, setKeeper] = useState<string>()
  const [siteId, setSite] = useState<string>()
  const [orgId, setOrganisation] = useState<string>()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    if (!keeperId) return
    setBusy(true)
    const places = { ...(siteId ? { siteId } : {}), ...(orgId ? { orgId } : {}), ...(reason.trim() ? { reason: reason.trim() } : {}) }
    const isDone = await act(queries, () => ask(addEquipmentTransfer, { id: machineId, keeperId, ...places }))
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Modal
      open
      title={t('equipment.transfer')}
      okText={t('equipment.transfer')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !keeperId }}
      onOk={() => void save()}
      onCancel={onClose}
      width={460}
      destroyOnHidden
    >
      <p>{t('equipment.transfer-about')}</p>
      <div className="dialog-fields">
        <label htmlFor={`${id}-keeper`}>{t('equipment.taker')}</label>
        <RowPicker noun="users" id={`${id}-keeper`} value={keeperId ?? null} onChange={(value: string) => setKeeper(value)} />
        <label htmlFor={`${id}-site`}>{t('equipment.to-site')}</label>
        <RowPicker noun="sites" id={`${id}-site`} clearable value={siteId ?? null} onChange={(value: string) => setSite(value)} />
        <label htmlFor={`${id}-organisation`}>{t('equipment.to-organisation')}</label>
        <RowPicker
          noun="organisations"
          id={`${id}-organisation`}
          clearable
          value={orgId ?? null}
          onChange={(value: string) => setOrganisation(value)}
        />
        <label htmlFor={`${id}-reason`}>{t('equipment.transfer-reason')}</label>
        <Input id={`${id}-reason`} value={reason} maxLength={MAX_REASON} onChange={(event) => setReason(event.target.value)} />
      </div>
    </Modal>
  )
}
