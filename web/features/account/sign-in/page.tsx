import { useRef } from 'react'
import { EntryPage } from '../../../shared/entry/entry-page.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage({ onFirstUse }: { onFirstUse: () => void }) {
  const t = useT()
  const used = useRef(false)

  function noticeFirstUse(): void {
    if (used.current) return
    used.current = true
    onFirstUse()
  }

  return (
    <EntryPage title={t('signIn.title')} onUse={noticeFirstUse}>
      <SignInForm />
    </EntryPage>
  )
}
