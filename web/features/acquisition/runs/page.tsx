import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { runs } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { percentText } from '../../../kernel/i18n/percent.ts'
import { useNow } from '../../../kernel/i18n/use-now.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { momentOfText } from '../../../ui/clock.ts'
import { ResultTag } from '../../../shared/acquisition/result-tag.tsx'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const DETAIL = '/acquisition/run'

const columns: ColumnSetups = {
  runNumber: { width: 160, first: true },
  runState: { width: 110, first: true },
  runStage: { width: 120 },
  readyAt: { width: 200, render: (row) => <Remaining at={row['readyAt']} /> },
  runVerdict: { width: 130, first: true, render: (row) => <ResultTag result={row['runVerdict']} /> },
  componentId: { width: 150 },
  runKind: { width: 140 },
  siteId: { width: 170 },
  startedAt: { width: 180 },
  endedAt: { width: 180 },
  runCoverage: { width: 110, text: (row) => percentOf(row['runCoverage']) },
  limitSetId: { width: 150 },
  setVersion: { hide: true },
  plannedHours: { hide: true },
  deviceId: { width: 140 },
  waterAddedAt: { hide: true },
  revisedAt: { width: 180 },
  acceptedAt: { hide: true },
  acceptReason: { hide: true },
  runDescription: { width: 220 },
}

const percentOf = (share: unknown): string => (typeof share === 'number' ? percentText(share) : '')

const filters = ['runNumber', 'runState', 'runStage', 'runVerdict', 'componentId', 'siteId']

const defaults = { runKind: 'steam' }

/** How long it takes until a moment of a forecast, and the moment; nothing where none is. */
function Remaining({ at }: { readonly at: unknown }) {
  const t = useT()
  const now = useNow(MINUTE_MS)
  if (typeof at !== 'string' || at === '') return null
  const moment = momentOfText(at)
  if (moment === undefined) return null
  const hours = (moment - now) / HOUR_MS
  return <span title={at}>{hours <= 0 ? t('runs.ready-now') : t('runs.ready-in', { hours: hours.toFixed(1) })}</span>
}

/** What is being cured, and what was found of it. */
export default function RunsPage() {
  const t = useT()
  const navigate = useNavigate()
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const narrowed = useNarrowedTo('componentId')
  return (
    <ResourcePage
      of={runs}
      columns={columns}
      filters={filters}
      defaults={{ ...defaults, ...narrowed }}
      rowActions={(row, may) =>
        may('detail') && pages.has(DETAIL)
          ? [{ key: 'detail', label: t('button.details'), main: true, run: () => void navigate(`${DETAIL}?id=${row.id}`) }]
          : []
      }
    />
  )
}
