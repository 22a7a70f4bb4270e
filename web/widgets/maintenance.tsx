import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { FigureKey } from '../../model/maintenance/console.ts'
import { USUAL_DAYS } from '../../model/maintenance/console.ts'
import { localeOf, useLanguage, useT } from '../kernel/i18n/i18n.ts'
import { useInvalidation } from '../kernel/realtime/live.ts'
import { CONSOLE, consoleOf } from '../shared/maintenance/console.ts'
import { CardFailure } from './card-failure.tsx'
import { Panel } from './panel.tsx'

const PATH = '/bigscreen/maintenanceconsole'
const SHOWN = [
  'orders-overdue',
  'orders-due-7',
  'faults-open',
  'plans-overdue',
  'rounds-open',
  'calibration-expired',
  'parts-short',
] as const satisfies readonly FigureKey[]

/** What of the upkeep has to be done today: some figures of the console. */
export default function Maintenance() {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(consoleOf({ days: USUAL_DAYS }))
  useInvalidation('work-orders', () => void queries.invalidateQueries({ queryKey: [CONSOLE] }))
  const shown = SHOWN.flatMap((key) => data?.figures.filter((figure) => figure.key === key) ?? [])
  return (
    <Panel title={t('workbench.maintenance')} action={<Link to={PATH}>{t('workbench.all')}</Link>}>
      {!data && <CardFailure error={error} onRetry={refetch} />}
      {data && shown.length === 0 && <p className="quiet">{t('console.nothing')}</p>}
      <ul className="panel-rows">
        {shown.map(({ key, value }) => (
          <li key={key}>
            <Link to={PATH}>
              <span className="row-name">
                <strong>{t(`console.figure.${key}`)}</strong>
              </span>
              <span className="row-count">{(value ?? 0).toLocaleString(locale)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
