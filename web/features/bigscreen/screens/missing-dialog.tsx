/** What a screen of a file names and this tenant has not: it was left out, and is to be bound anew. */
import { Button, Modal } from 'antd'
import type { ImportedScreen } from '../../../../model/contract/screen/files.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

export type Missing = ImportedScreen['missing']
/** More of them nobody reads. */
const MAX_SHOWN = 100

export default function MissingDialog({ missing, onClose }: { readonly missing: Missing; readonly onClose: () => void }) {
  const t = useT()
  return (
    <Modal open title={t('screen-list.missing-title')} footer={<Button onClick={onClose}>{t('common.close')}</Button>} onCancel={onClose}>
      <p>{t('screen-list.missing-about')}</p>
      <ul>
        {missing.slice(0, MAX_SHOWN).map(({ of, key, count }) => (
          <li key={`${of} ${key.join(' ')}`}>
            {t('screen-list.missing', { what: t(`screen-list.thing-${of}`), name: key.join(' · '), count })}
          </li>
        ))}
        {missing.length > MAX_SHOWN && <li>{t('screen-list.more', { count: missing.length - MAX_SHOWN })}</li>}
      </ul>
    </Modal>
  )
}
