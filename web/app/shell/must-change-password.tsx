import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '../../kernel/session/account.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { closeSession, reopenSession } from '../../kernel/session/session-store.ts'
import ChangePassword from './change-password.tsx'

/** In place of the console while somebody else knows the password: the one dialog, which cannot be dismissed. */
export function MustChangePassword() {
  const t = useT()
  const navigate = useNavigate()
  const [open, setOpen] = useState(true)

  async function leave(): Promise<void> {
    await signOut()
    await navigate('/login')
    closeSession()
  }

  function changed(): void {
    setOpen(false)
    void reopenSession()
  }

  return (
    <main className="must-change">
      <h1 className="visually-hidden">{t('password.must-title')}</h1>
      <ChangePassword open={open} onClose={changed} instead={{ label: t('shell.log-out'), run: () => void leave() }} />
    </main>
  )
}
