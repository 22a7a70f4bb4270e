/** A notification as its readers see it, and who of them has read it. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { textPictures } from '../../../kernel/resource/text-pictures.ts'
import RichContent from '../../../ui/rich-text/rich-content.tsx'
import { Readers } from './readers.tsx'

export default function Preview({ row, withReaders, onClose }: { row: ResourceRow; withReaders: boolean; onClose: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(true)
  return (
    <Modal
      open={open}
      title={String(row['title'] ?? t('notifications.show'))}
      width={720}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('common.close')}
        </Button>
      }
    >
      <RichContent html={String(row['content'] ?? '')} pictures={textPictures} />
      {withReaders && <Readers notificationId={row.id} />}
    </Modal>
  )
}
