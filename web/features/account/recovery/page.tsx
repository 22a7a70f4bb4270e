/** A forgotten password: asking for the mail, and (with the link it brings) choosing another one. */
import { useLocation } from 'react-router'
import { EntryPage } from '../../../shared/entry/entry-page.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { AskForLink } from './ask-for-link.tsx'
import { NewPassword } from './new-password.tsx'

export function RecoveryPage() {
  const t = useT()
  // Behind the hash mark, which is sent to nobody.
  const token = useLocation().hash.slice(1)
  return <EntryPage title={t('forgot.title')}>{token ? <NewPassword key={token} token={token} /> : <AskForLink />}</EntryPage>
}
