import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'

/** A message as its reader gets it; secrets are masked by the server. */
export default function Text({ row, onClose }: { row: ResourceRow; onClose: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(true)
  return (
    <Modal
      open={open}
      title={String(row['subject'] ?? row['messageKindCn'] ?? '')}
      width={560}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('common.close')}
        </Button>
      }
    >
      <p>{String(row['recipient'] ?? '')}</p>
      <p className="outbox-text">{String(row['body'] ?? '')}</p>
    </Modal>
  )
}
