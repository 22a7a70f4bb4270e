import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PRESENCES } from '../../model/acquisition/presence.ts'
import { overviewOf } from '../shared/acquisition/overview.ts'
import { PresenceTag } from '../shared/acquisition/quality-tag.tsx'
import { useMenuPages } from '../kernel/navigation/console-menu.ts'
import { localeOf, useLanguage, useT } from '../kernel/i18n/i18n.ts'
import { CardFailure } from './card-failure.tsx'
import { Panel } from './panel.tsx'

const PATH = '/acquisition/devices'

/** How many devices are heard of as they should be, and how many are not; which they are is a click away for those who have the list. */
export function Devices() {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const hasList = useMenuPages().some(({ path }) => path === PATH)
  const { data, error, refetch } = useQuery(overviewOf)
  return (
    <Panel title={t('noun.devices')} action={<Link to="/acquisition/overview">{t('workbench.all')}</Link>}>
      {!data && <CardFailure error={error} onRetry={refetch} />}
      <ul className="panel-rows">
        {data &&
          PRESENCES.map((state) => {
            const row = (
              <>
                <span className="row-name">
                  <span>
                    <PresenceTag presence={state} />
                  </span>
                </span>
                <span className="row-count">{data.devices[state].toLocaleString(locale)}</span>
              </>
            )
            return <li key={state}>{hasList ? <Link to={`${PATH}?presence=${state}`}>{row}</Link> : row}</li>
          })}
      </ul>
    </Panel>
  )
}
