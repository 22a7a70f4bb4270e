/** The calibrations of a machine: each with how much of its time is left, and the runs that an ended one casts doubt on. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { EquipmentLife } from '../../../../../model/contract/maintenance/equipment.ts'
import { calibrations } from '../../../../../model/index.ts'
import type { ResourceRow } from '../../../../kernel/http/resource-client.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { useNow } from '../../../../kernel/i18n/use-now.ts'
import { menuPaths } from '../../../../kernel/navigation/menu-routes.ts'
import { columnsOf } from '../../../../kernel/resource/columns.tsx'
import { useSession } from '../../../../kernel/session/session-store.ts'
import { StateTag } from '../../../../shared/maintenance/state-tag.tsx'
import { momentOfText } from '../../../../ui/clock.ts'
import { calibrationsOf } from './machine-client.ts'
import { Section } from './section.tsx'

const LIST = '/maintenance/calibrations'
const RUN = '/acquisition/run'
const DAY_MS = 86_400_000

const columns = {
  calibrationNumber: { width: 170, first: true },
  validity: { width: 110, first: true, render: (row: ResourceRow, text: string) => <StateTag state={row['validity']} text={text} /> },
  validUntil: { width: 240, first: true, render: (row: ResourceRow, text: string) => <ValidityBar row={row} text={text} /> },
  laboratory: { width: 200 },
  calibrationResult: { width: 110, render: (row: ResourceRow, text: string) => <StateTag state={row['calibrationResult']} text={text} /> },
  uncertainty: { width: 150 },
}

/** How much of the time between two moments has passed, from 0 to 1, with the end beside it. */
function ValidityBar({ row, text }: { row: ResourceRow; text: string }) {
  const t = useT()
  const now = useNow(60_000)
  const [from, until] = ['validFrom', 'validUntil'].map((name) => momentOfText(String(row[name] ?? '')))
  if (from === undefined || until === undefined || until <= from) return text
  const passed = Math.min(1, Math.max(0, (now - from) / (until - from)))
  const days = Math.ceil((until - now) / DAY_MS)
  return (
    <span className="validity">
      <meter className="validity-bar" min={0} max={1} low={0.25} optimum={1} value={1 - passed} aria-label={t('equipment.time-left')} />
      <span>
        {text.slice(0, 10)} {days > 0 ? t('equipment.days-left', { days }) : ''}
      </span>
    </span>
  )
}

export function Calibrations({ id, doubted }: { id: string; doubted: EquipmentLife['doubtedRuns'] }) {
  const t = useT()
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const { data, error } = useQuery(calibrationsOf(id))
  // Somebody may see the machine and not its calibrations.
  if (error instanceof ApiError) return null
  const shown = columnsOf(calibrations, data?.fields, columns, t)
    .filter(({ key }) => key in columns)
    .map((column) => ({ ...column, sortable: false }))
  return (
    <Section
      title={t('noun.calibrations')}
      button={pages.has(LIST) && <Link to={`${LIST}?equipmentId=${id}`}>{t('equipment.all-calibrations')}</Link>}
      about={
        doubted.length > 0 && (
          <p className="machine-about" role="status">
            {t('equipment.doubted-runs', { count: doubted.length })}{' '}
            {doubted.map((run, at) => (
              <span key={run.id}>
                {at > 0 && t('common.between')}
                {pages.has(RUN) ? <Link to={`${RUN}?id=${run.id}`}>{run.runNumber}</Link> : run.runNumber}
              </span>
            ))}
          </p>
        )
      }
      columns={shown}
      rows={data?.list}
      none={t('equipment.no-calibrations')}
      nameOf={(row) => String(row['calibrationNumber'] ?? '')}
    />
  )
}
