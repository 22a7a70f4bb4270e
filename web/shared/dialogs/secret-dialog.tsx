/** Shows a secret, once. It is closed on purpose only: what is lost here is lost. */
import { Alert, Button, Modal } from 'antd'
import { useId } from 'react'
import { CopyButton } from './copy-button.tsx'
import { useT } from '../../kernel/i18n/i18n.ts'
import './secret-dialog.css'

/** @param lines What is told, each with its label. */
export default function SecretDialog({
  name,
  lines,
  onClose,
}: {
  name: string
  lines: readonly (readonly [label: string, value: string])[]
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  return (
    <Modal
      open
      title={t('appClients.secret-title', { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={560}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('appClients.secret-kept')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('appClients.secret-once')} />
      {lines.map(([label, value], at) => (
        <div key={label} className="secret-line">
          <label htmlFor={`${id}-${at}`}>{label}</label>
          <input
            id={`${id}-${at}`}
            readOnly
            value={value}
            onFocus={(event) => event.target.select()}
            autoComplete="off"
            spellCheck={false}
          />
          <CopyButton text={value} name={label} />
        </div>
      ))}
    </Modal>
  )
}
