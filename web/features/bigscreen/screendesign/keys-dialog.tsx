import { Button, Modal } from 'antd'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { KeyName } from './keys.ts'
import { KEYS } from './keys.ts'

/** The keys of the canvas. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return (
    <Modal open title={t('screen-design.keys-title')} footer={<Button onClick={onClose}>{t('common.close')}</Button>} onCancel={onClose}>
      <p>{t('screen-design.keys')}</p>
      <dl className="screen-key-list">
        {(Object.keys(KEYS) as KeyName[]).map((name) => (
          <div key={name}>
            <dt>
              {KEYS[name].map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`screen-key.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">{t('screen-design.keys-pointer')}</p>
    </Modal>
  )
}
