import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { toast } from '../../../ui/toast.ts'
import './new-password.css'

/** A password that was just made, shown this once. */
export default function NewPassword({ name, password, onClose }: { name: string; password: string; onClose: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(true)

  async function copy(): Promise<void> {
    // Browsers keep the clipboard from pages that came without encryption; there it can still be selected.
    await navigator.clipboard?.writeText(password)
    toast.success(t('password.copied'))
  }

  return (
    <Modal
      open={open}
      title={t('password.reset-done', { name })}
      width={440}
      closable={false}
      mask={{ closable: false }}
      afterClose={onClose}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('common.close')}
        </Button>
      }
    >
      <p>{t('password.reset-once')}</p>
      <p className="new-password">
        <code>{password}</code>
        {'clipboard' in navigator && (
          <Button size="small" onClick={() => void copy()}>
            {t('password.copy')}
          </Button>
        )}
      </p>
    </Modal>
  )
}
