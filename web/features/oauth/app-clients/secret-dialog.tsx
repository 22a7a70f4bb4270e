/** Shows a secret, once. It is closed on purpose only: what is lost here is lost. */
import { Alert, Button, Modal } from 'antd'
import { useId } from 'react'
import { useT } from '../../../kernel/i18n.ts'
import type { Issued } from './calls.ts'
import { CopyButton } from './copy-button.tsx'

export default function SecretDialog({ issued: { clientId, clientSecret }, onClose }: { issued: Issued; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const lines = [[t('appClients.clientId'), clientId], [t('appClients.clientSecret'), clientSecret]] as const
  return (
    <Modal
      open title={t('appClients.secret-title', { name: clientId })} closable={false} keyboard={false} mask={{ closable: false }} width={560}
      footer={<Button type="primary" onClick={onClose}>{t('appClients.secret-kept')}</Button>}
    >
      <Alert type="warning" showIcon title={t('appClients.secret-once')} />
      {lines.map(([label, value], at) => (
        <div key={label} className="secret-line">
          <label htmlFor={`${id}-${at}`}>{label}</label>
          <input id={`${id}-${at}`} readOnly value={value} onFocus={(event) => event.target.select()} autoComplete="off" spellCheck={false} />
          <CopyButton text={value} name={label} />
        </div>
      ))}
    </Modal>
  )
}
