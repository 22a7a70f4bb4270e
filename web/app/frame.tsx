import type { ReactNode } from 'react'
import { useT } from '../kernel/i18n/i18n.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Toasts } from '../ui/toasts.tsx'

/** What lies around every page, signed in or not: messages and questions. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <>
      {children}
      <Toasts label={t('common.messages')} close={t('common.close')} />
      <ConfirmDialog />
    </>
  )
}
