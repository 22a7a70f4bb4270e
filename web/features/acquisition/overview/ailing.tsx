import { Link } from 'react-router'
import { agoOf } from '../../../shared/acquisition/figures.ts'
import { PresenceTag } from '../../../shared/acquisition/quality-tag.tsx'
import { refusalText } from '../../../shared/acquisition/refusal-text.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { useNow } from '../../../kernel/i18n/use-now.ts'
import type { Overview } from '../../../../model/contract/acquisition/overview.ts'
import { secondOf } from '../../../ui/clock.ts'

/** Devices that are silent or had an error, what happened last first. */
export function Ailing({ ailing }: { ailing: NonNullable<Overview['ailing']> }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const now = useNow()
  const { authority } = useSession()
  const hasDetails = menuPaths(authority.menu).has('/acquisition/device')
  if (ailing.length === 0) return <p className="quiet">{t('overview.no-ailing')}</p>
  return (
    <ul className="overview-rows">
      {ailing.map(({ id, name, state, seen, error }) => {
        const named = name === '' ? t('noun.devices') : name
        return (
          <li key={id}>
            <strong>{hasDetails ? <Link to={`/acquisition/device?id=${id}`}>{named}</Link> : named}</strong>
            <span className="quiet">
              {error
                ? `${refusalText(error, t)} (${agoOf(error.time ?? now, now, locale, t)})`
                : seen !== null && (
                    <time title={secondOf(seen)}>{`${t('monitor.seen')}${t('common.means')}${agoOf(seen, now, locale, t)}`}</time>
                  )}
            </span>
            <PresenceTag presence={state} />
          </li>
        )
      })}
    </ul>
  )
}
