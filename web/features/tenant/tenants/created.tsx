import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { Alert, Button, Modal } from 'antd'
import type { AddedTenant } from '../../../../model/contract/tenant/tenants.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { toast } from '../../../ui/toast.ts'
import './tenants.css'

/** Closed by its button alone: what it shows cannot be had again. */
export function CreatedDialog({ created: { tenantCode, username, password }, onClose }: { created: AddedTenant; onClose: () => void }) {
  const t = useT()
  async function copy(): Promise<void> {
    const text = [
      `${t('field.tenantCode')}${t('common.means')}${tenantCode}`,
      `${t('tenants.adminUsername')}${t('common.means')}${username}`,
      `${t('tenants.created.password')}${t('common.means')}${password}`,
    ].join('\n')
    if (await copyText(text)) toast.success(t('tenants.copied'))
    else toast.warning(t('clipboard.refused'))
  }
  return (
    <Modal
      open
      title={t('tenants.created')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      rootClassName="resource-dialog"
      footer={[
        <Button key="copy" icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy()}>
          {t('tenants.copy')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {t('common.close')}
        </Button>,
      ]}
    >
      <div className="shown-once">
        <dl>
          <dt>{t('field.tenantCode')}</dt>
          <dd>{tenantCode}</dd>
          <dt>{t('tenants.adminUsername')}</dt>
          <dd>{username}</dd>
          <dt>{t('tenants.created.password')}</dt>
          <dd>
            <code>{password}</code>
          </dd>
        </dl>
        <Alert type="warning" showIcon title={t('tenants.created.once')} />
      </div>
    </Modal>
  )
}
