import { Alert, Input, Modal } from 'antd'
import { useState } from 'react'
import { deleteSysTenant } from '../../../../model/contract/tenant/tenants.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { toast } from '../../../ui/toast.ts'
import './tenants.css'

/** Nobody does this by a slip of the hand: the code of the tenant has to be typed. */
export default function Erase({ row, onClose, onErased }: { row: ResourceRow; onClose: () => void; onErased: () => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const code = String(row['tenantCode'])
  const isRight = typed.trim() === code

  async function erase(): Promise<void> {
    if (!isRight) return
    setBusy(true)
    try {
      const { rows } = await ask(deleteSysTenant, { id: row.id, tenantCode: code })
      toast.success(t('tenants.erase.done', { rows }))
      onErased()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  const [before, after] = t('tenants.erase.type', { code: '\u0000' }).split('\u0000')
  return (
    <Modal
      open
      title={t('tenants.erase.title', { name: String(row['tenantName']) })}
      okText={t('tenants.erase')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      rootClassName="resource-dialog"
      okButtonProps={{ danger: true, disabled: !isRight }}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={() => void erase()}
    >
      <div className="erase-form">
        <Alert type="error" showIcon title={t('tenants.erase.text')} />
        <label>
          <span>
            {before}
            <code>{code}</code>
            {after}
          </span>
          <Input
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={() => void erase()}
          />
        </label>
      </div>
    </Modal>
  )
}
