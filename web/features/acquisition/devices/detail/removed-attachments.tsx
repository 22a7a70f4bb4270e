/** Files that were removed from a device, and the two ways for each: back, or gone for good. */
import { Button } from 'antd'
import type { RemovedAttachment } from '../../../../../model/contract/acquisition/device-attachments.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { secondOf } from '../../../../ui/clock.ts'
import { named } from '../../../../ui/named.ts'
import './removed-attachments.css'

interface RemovedAttachmentsProps {
  readonly list: readonly RemovedAttachment[]
  readonly onRestore: (attachment: RemovedAttachment) => void
  readonly onErase: (attachment: RemovedAttachment) => void
}

export function RemovedAttachments({ list, onRestore, onErase }: RemovedAttachmentsProps) {
  const t = useT()
  if (list.length === 0) return null
  return (
    <details className="removed-attachments">
      <summary>{t('attachments.bin', { count: list.length })}</summary>
      <ul>
        {list.map((attachment) => (
          <li key={attachment.id}>
            <span className="removed-name">{attachment.fileName}</span>
            <span className="removed-time">{t('bin.removed', { time: secondOf(attachment.removedAt).slice(0, 16) })}</span>
            <Button size="small" onClick={() => onRestore(attachment)} aria-label={named(t('bin.restore'), attachment.fileName)}>
              {t('bin.restore')}
            </Button>
            <Button size="small" danger onClick={() => onErase(attachment)} aria-label={named(t('disk.erase'), attachment.fileName)}>
              {t('disk.erase')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
