import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { useT } from '../../kernel/i18n/i18n.ts'
import { copyText } from '../../ui/clipboard.ts'
import { toast } from '../../ui/toast.ts'
import { named } from '../../ui/named.ts'
import './copy-button.css'

/** Copies a text. @param name What is copied, for somebody who hears the button. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const t = useT()
  async function copy(): Promise<void> {
    if (await copyText(text)) toast.success(t('appClients.copied'))
    else toast.warning(t('appClients.not-copied'))
  }
  const label = named(t('appClients.copy'), name)
  return (
    <button type="button" className="copy-button" aria-label={label} title={t('appClients.copy')} onClick={() => void copy()}>
      <CopyOutlined aria-hidden="true" />
    </button>
  )
}
