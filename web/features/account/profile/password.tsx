import { Button } from 'antd'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { openOverlay } from '../../../kernel/navigation/overlays.ts'
import './profile.css'

/** The password: changed in the dialog that the account menu opens as well. */
export function Password() {
  const t = useT()
  return (
    <section className="profile-card profile-head" aria-labelledby="profile-password">
      <h2 id="profile-password">{t('signIn.password')}</h2>
      <Button onClick={() => openOverlay('password')}>{t('navbar.change-password')}</Button>
    </section>
  )
}
