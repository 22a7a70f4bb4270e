/** What somebody keeps about themselves: details, picture, how they sign in, where they are signed in, what they have allowed. */
import { Link, useSearchParams } from 'react-router'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Applications } from './applications.tsx'
import { Details } from './details.tsx'
import { Password } from './password.tsx'
import { Security } from './security.tsx'
import { Sessions } from './sessions.tsx'
import './profile.css'

const parts = { details: Details, security: SignIn, sessions: Sessions, applications: Applications } as const
type Part = keyof typeof parts

function SignIn() {
  return (
    <div className="profile-factors">
      <Password />
      <Security />
    </div>
  )
}

/** Each part has its address: it can be linked to, and a reload stays in it. */
export default function ProfilePage() {
  const t = useT()
  const [parameters] = useSearchParams()
  const wanted = parameters.get('tab') ?? ''
  const shown = Object.hasOwn(parts, wanted) ? (wanted as Part) : 'details'
  const Shown = parts[shown]
  return (
    <div className="profile-page">
      <h1 className="visually-hidden">{t('menu.profile')}</h1>
      <nav className="profile-parts" aria-label={t('menu.profile')}>
        {(Object.keys(parts) as Part[]).map((part) => (
          <Link key={part} to={part === 'details' ? '?' : `?tab=${part}`} replace aria-current={part === shown ? 'page' : undefined}>
            {t(`profile.${part}`)}
          </Link>
        ))}
      </nav>
      <Shown />
    </div>
  )
}
