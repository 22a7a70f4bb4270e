/** The maintenance console: the day's board of whoever leads the upkeep. Each figure opens what it is made of, and that the lists. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Segmented, Select, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Figure, MaintenanceConsole } from '../../../../model/contract/maintenance/console.ts'
import { equipment, sites } from '../../../../model/index.ts'
import type { ConsoleDays, FigureKey } from '../../../../model/maintenance/console.ts'
import { CONSOLE_DAYS, USUAL_DAYS } from '../../../../model/maintenance/console.ts'
import { EQUIPMENT_CATEGORIES } from '../../../../model/maintenance/equipment.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { choiceOptions } from '../../../kernel/resource/options.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { CONSOLE, consoleOf } from '../../../shared/maintenance/console.ts'
import { Narrowing } from '../../../shared/panels/narrowing.tsx'
import { secondOf } from '../../../ui/clock.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { OrderTable } from './order-table.tsx'
import { Failing, Figures, OutOfService, Panel } from './panels.tsx'
import './console.css'

const FigureDrawer = lazyWithPreload(() => import('./figure-drawer.tsx'))

const PANELS = [
  ['today', ['orders-overdue', 'orders-due-7', 'orders-due-30', 'faults-open', 'rounds-open', 'parts-short', 'backlog']],
  ['reliability', ['mtbf', 'mttr', 'availability', 'planned-share', 'oee', 'uptime', 'performance', 'quality']],
  ['plans', ['plans-overdue', 'plans-due-7', 'plans-due-30', 'compliance-30', 'compliance-90', 'rounds-done', 'rounds-missed']],
  ['calibration', ['calibration-expired', 'calibration-failed', 'calibration-7', 'calibration-30', 'calibration-60', 'calibration-90']],
  ['hold', ['hold-material', 'hold-plant', 'hold-people', 'hold-other']],
  ['alarms', ['alarms-nothing', 'alarms-out']],
] as const satisfies readonly (readonly [string, readonly FigureKey[]])[]

export default function MaintenanceConsolePage() {
  const t = useT()
  const queries = useQueryClient()
  const [address, setAddress] = useSearchParams()
  const [opened, setOpened] = useState<{ key: FigureKey; open: boolean }>()
  const days = CONSOLE_DAYS.find((each) => String(each) === address.get('days')) ?? USUAL_DAYS
  const category = EQUIPMENT_CATEGORIES.find((each) => each === address.get('category'))
  const siteId = address.get('siteId') ?? undefined
  const query = consoleOf({ days, ...(siteId ? { siteId } : {}), ...(category ? { category } : {}) })
  const { data, error, isFetching, refetch } = useQuery(query)
  const again = () => void queries.invalidateQueries({ queryKey: [CONSOLE] })
  useInvalidation('work-orders', again)
  useInvalidation('alarms', again)
  const choose = (name: string) => (value: string) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const categories = choiceOptions('category', equipment.fields.category, t)
  return (
    <div className="console" aria-busy={isFetching}>
      <h1 className="visually-hidden">{t('menu.maintenanceconsole')}</h1>
      <div className="console-bar-of-choices">
        <Segmented<ConsoleDays>
          aria-label={t('console.window')}
          value={days}
          onChange={(value) => choose('days')(value === USUAL_DAYS ? '' : String(value))}
          options={CONSOLE_DAYS.map((value) => ({ value, label: t(`console.days-${value}`) }))}
        />
        <Narrowing of={sites} label={t('noun.sites')} all={t('console.all-sites')} value={siteId} onChange={choose('siteId')} />
        <Select
          aria-label={t('console.category')}
          className="console-choice"
          value={category ?? ''}
          popupMatchSelectWidth={false}
          options={[{ value: '', label: t('console.all-categories') }, ...categories]}
          onChange={choose('category')}
        />
        {data && <span className="quiet console-as-of">{t('console.as-of', { time: secondOf(data.asOf) })}</span>}
      </div>
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 12 }} />}
      {error instanceof ApiError && (!data || error.status === 403) ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        data && <Board data={data} onOpen={({ key }) => setOpened({ key, open: true })} />
      )}
      {data && opened && <Opened data={data} opened={opened} onClose={() => setOpened({ ...opened, open: false })} />}
    </div>
  )
}

interface OpenedProps {
  readonly data: MaintenanceConsole
  readonly opened: { readonly key: FigureKey; readonly open: boolean }
  readonly onClose: () => void
}

/** It follows with the figures behind it. */
function Opened({ data, opened, onClose }: OpenedProps) {
  const { authority } = useSession()
  const figure = data.figures.find(({ key }) => key === opened.key)
  if (!figure) return null
  return (
    <Suspense fallback={null}>
      <FigureDrawer figure={figure} of={data} pages={menuPaths(authority.menu)} open={opened.open} onClose={onClose} />
    </Suspense>
  )
}

function Board({ data, onOpen }: { readonly data: MaintenanceConsole; readonly onOpen: (figure: Figure) => void }) {
  const t = useT()
  const { authority } = useSession()
  const pages: ReadonlySet<string> = menuPaths(authority.menu)
  const figures = new Map(data.figures.map((figure) => [figure.key, figure]))
  if (figures.size === 0) return <p className="quiet">{t('console.nothing')}</p>
  return (
    <div className="console-panels">
      {PANELS.map(([name, keys]) =>
        keys.some((key) => figures.has(key)) ? (
          <Panel key={name} title={t(`console.panel-${name}`)}>
            <Figures keys={keys} figures={figures} onOpen={onOpen} onNear={() => FigureDrawer.preload()} />
          </Panel>
        ) : null,
      )}
      {data.orders && (
        <Panel title={t('console.panel-orders')} wide>
          <OrderTable cells={data.orders} pages={pages} />
        </Panel>
      )}
      {data.failing && (
        <Panel title={t('console.panel-failing')}>
          <Failing machines={data.failing} pages={pages} />
        </Panel>
      )}
      {data.outOfService && (
        <Panel title={t('console.panel-out')}>
          <OutOfService alarms={data.outOfService} pages={pages} />
        </Panel>
      )}
    </div>
  )
}
