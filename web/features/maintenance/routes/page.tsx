/** Routes of rounds: where somebody goes, how often, and until when. Their stops are a list of their own. */
import { useState } from 'react'
import { roundRoutes } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useNarrowedTo, useRowsOf } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { dayOf } from '../../../ui/clock.ts'

const STOPS = '/maintenance/stops'

const columns: ColumnSetups = {
  routeName: { width: 220, first: true },
  routeCode: { width: 130 },
  siteId: { width: 170 },
  everyCount: { width: 90 },
  everyUnit: { width: 110 },
  roundTimes: { width: 150, first: true },
  graceMinutes: { width: 170 },
  nextDue: { width: 180, first: true },
  assigneeId: { width: 140 },
  notifyRole: { width: 140 },
  routeStatus: { width: 100 },
  firstDue: { hide: true },
  routeDescription: { width: 220 },
}

const filters = ['routeName', 'siteId', 'nextDue', 'routeStatus']

export default function RoutesPage() {
  const t = useT()
  const [today] = useState(() => dayOf(Date.now()))
  const defaults = {
    everyCount: 1,
    everyUnit: 'day',
    firstDue: `${today} 00:00:00`,
    roundTimes: '08:00',
    graceMinutes: 120,
    routeStatus: '1',
  }
  return (
    <ResourcePage
      of={roundRoutes}
      columns={columns}
      filters={filters}
      defaults={{ ...defaults, ...useNarrowedTo('siteId') }}
      empty={t('round-route.empty')}
      rowActions={useRowsOf(STOPS, 'routeId', t('menu.roundstops'))}
    />
  )
}
