import type { ReactNode } from 'react'
import { useAvatar } from '../../../shared/people/avatar.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { useNow } from '../../../kernel/i18n/use-now.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { hourOf, longDayOf, useClockZone } from '../../../ui/clock.ts'

/** Who I am here. */
export function Greeting({ action }: { action: ReactNode }) {
  const t = useT()
  const language = useLanguage()
  const { user } = useSession()
  const now = useNow(60_000)
  useClockZone()
  return (
    <header className="greeting">
      <img src={useAvatar(user.avatar)} alt="" width={56} height={56} />
      <div>
        <h1>{t(greetingKey(hourOf(now)), { name: user.nickname || user.username })}</h1>
        <p>{longDayOf(now, localeOf[language])}</p>
      </div>
      <dl className="who">
        <div>
          <dt>{t('workbench.tenant')}</dt>
          <dd>{user.tenantName || user.tenantCode}</dd>
        </div>
        <div>
          <dt>{t('field.users.username')}</dt>
          <dd>{user.username}</dd>
        </div>
        <div>
          <dt>{t('field.users.orgId')}</dt>
          <dd>{user.orgName}</dd>
        </div>
        <div>
          <dt>{t('field.users.roleId')}</dt>
          <dd>{user.roleNames.join(t('common.between'))}</dd>
        </div>
      </dl>
      {action}
    </header>
  )
}

function greetingKey(hour: number): LabelKey {
  if (hour < 5) return 'workbench.night'
  if (hour < 12) return 'workbench.morning'
  return hour < 18 ? 'workbench.afternoon' : 'workbench.evening'
}
