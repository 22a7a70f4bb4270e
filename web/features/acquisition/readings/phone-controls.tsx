/** What of a trend is set seldom, on a phone: it comes from below, and leaves the drawing to be seen. */
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'

interface PhoneControlsProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export default function PhoneControls({ open, onClose, children }: PhoneControlsProps) {
  const t = useT()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="bottom"
      size="min(340px, 75dvh)"
      title={t('trends.controls')}
      rootClassName="trend-controls"
    >
      {children}
    </Drawer>
  )
}
