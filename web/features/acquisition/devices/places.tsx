/** The tree beside the devices: projects, their sites and, unfolded, the devices there. What is pressed narrows the list. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { devices } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { useNow } from '../../../kernel/i18n/use-now.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { useRemembered } from '../../../kernel/resource/remembered.ts'
import { agoOf } from '../../../shared/acquisition/figures.ts'
import { useLiveStore } from '../../../shared/acquisition/live-store.ts'
import { momentOfText, secondOf } from '../../../ui/clock.ts'
import { usePhone } from '../../../ui/use-media.ts'
import { AlarmCount, Value } from './board.tsx'
import { pointsOfDevices } from './device-points.ts'
import type { PlaceNode } from './place-tree.ts'
import { placeTree } from './place-tree.ts'
import { named } from '../../../ui/named.ts'
import { devicePlaces } from '../../../shared/acquisition/device-places.ts'

type Filters = Readonly<Record<string, string>>

interface PlacesProps {
  readonly filters: Filters
  readonly onFilter: (filters: Filters) => void
  /** Pages that the reader has. */
  readonly pages: ReadonlySet<string>
  readonly again: number
}

const SHOWN = 50
/** Points of a device whose values stand below it. */
const VALUES = 2

const noTree: readonly PlaceNode[] = []

/** The places by which the list of devices is narrowed; nothing where there are none to choose from. Until that is known it keeps its place; the cards beside it are drawn before what it has. */
export function Places({ filters, onFilter, pages, again }: PlacesProps) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const [open, setOpen] = useRemembered('devices.places', matchMedia('(min-width: 1200px)').matches ? 'open' : 'closed')
  // On a phone it would stand before the rows: there it is open while it is used.
  const isPhone = usePhone()
  const [openOnPhone, setOpenOnPhone] = useState(false)
  const { data, error, refetch } = useQuery({
    ...devicePlaces,
    // A failure stays until somebody asks again: it is read aloud whenever it appears.
    refetchInterval: ({ state }) => (state.error && !state.data ? false : again),
  })
  const tree = useMemo(() => placeTree(data?.list ?? [], locale), [data, locale])
  const drawn = useDeferredValue(tree, noTree)
  const { siteId, projectId, ...others } = filters
  const narrow = (place: Filters) => onFilter({ ...others, ...place })
  // Who may not ask has nothing to choose from.
  if (error instanceof ApiError && !data && error.status !== 403)
    return (
      <nav className="device-places" aria-label={t('board.places')}>
        <ListFailure error={error} onRetry={() => void refetch()} />
      </nav>
    )
  if (data ? !tree.some(({ sites }) => sites.some(({ name }) => name !== undefined)) : error) return null
  const isOpen = isPhone ? openOnPhone : open === 'open'
  return (
    <nav className={isOpen ? 'device-places' : 'device-places closed'} aria-label={t('board.places')}>
      <div className="place-row">
        <button
          type="button"
          className="place-fold"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'board.hide-places' : 'board.show-places')}
          title={t(isOpen ? 'board.hide-places' : 'board.show-places')}
          onClick={() => (isPhone ? setOpenOnPhone(!isOpen) : setOpen(isOpen ? 'closed' : 'open'))}
        >
          <span aria-hidden="true">{isOpen ? '«' : '»'}</span>
          {!isOpen && <span className="place-fold-name">{t('board.show-places')}</span>}
        </button>
        {isOpen && drawn.length > 0 && (
          <Name name={t('board.all')} isChosen={siteId === undefined && projectId === undefined} onChoose={() => narrow({})}>
            {drawn.reduce((sum, { devices: count }) => sum + count, 0)}
          </Name>
        )}
      </div>
      {isOpen && (
        <ul>
          {drawn.map((project) => (
            <Branch
              key={project.id}
              node={project}
              name={project.name ?? t('board.no-project')}
              isChosen={projectId === project.id && siteId === undefined}
              isFirstOpen={drawn.length <= 10 || projectId === project.id || project.sites.some(({ id }) => id === siteId)}
              onChoose={() => narrow({ projectId: project.id })}
            >
              <ul>
                {project.sites.map((site) => (
                  <Branch
                    key={site.id}
                    node={site}
                    name={site.name ?? t('board.no-site')}
                    isChosen={siteId === site.id}
                    isFirstOpen={false}
                    onChoose={() => narrow({ siteId: site.id })}
                  >
                    <DevicesThere
                      siteId={site.id}
                      place={site.name ?? t('board.no-site')}
                      pages={pages}
                      onMore={() => narrow({ siteId: site.id })}
                    />
                  </Branch>
                ))}
              </ul>
            </Branch>
          ))}
        </ul>
      )}
    </nav>
  )
}

interface BranchProps {
  readonly node: PlaceNode
  readonly name: string
  readonly isChosen: boolean
  readonly isFirstOpen: boolean
  readonly onChoose: () => void
  readonly children: React.ReactNode
}

function Branch({ node, name, isChosen, isFirstOpen, onChoose, children }: BranchProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(isFirstOpen)
  return (
    <li>
      <div className={isChosen ? 'place-row chosen' : 'place-row'}>
        <button
          type="button"
          className="place-fold"
          aria-expanded={isOpen}
          aria-label={named(t(isOpen ? 'list.fold' : 'list.unfold'), name)}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        </button>
        <Name name={name} isChosen={isChosen} onChoose={onChoose} of={node}>
          {node.devices}
        </Name>
      </div>
      {isOpen && children}
    </li>
  )
}

interface NameProps {
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly of?: PlaceNode
  readonly children: number
}

function Name({ name, isChosen, onChoose, of, children }: NameProps) {
  const t = useT()
  const { offline = 0, openAlarms = 0, seen } = of ?? {}
  return (
    <>
      <span className="place-text">
        <button type="button" className="place-name" aria-current={isChosen} title={name} onClick={onChoose}>
          {name}
        </button>
        {seen !== undefined && <Seen at={seen} />}
      </span>
      {openAlarms > 0 && (
        <span className="board-alarms" title={t('board.alarms', { count: openAlarms })}>
          <span aria-hidden="true">▲ {openAlarms}</span>
          <span className="visually-hidden">{t('board.alarms', { count: openAlarms })}</span>
        </span>
      )}
      <span className="place-count">
        {offline > 0 && (
          <span className="place-offline" title={t('board.offline', { count: offline })}>
            <span className="visually-hidden">{t('board.offline', { count: offline })}</span>
            <span aria-hidden="true">{offline} / </span>
          </span>
        )}
        {children}
      </span>
    </>
  )
}

/** How long ago something was heard of; the whole time stands in its title. */
function Seen({ at }: { at: number }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  return (
    <time className="place-seen" title={named(t('monitor.seen'), secondOf(at))}>
      {agoOf(at, useNow(), locale, t)}
    </time>
  )
}

interface DevicesThereProps extends Pick<PlacesProps, 'pages'> {
  readonly siteId: string
  /** What the site is called. */
  readonly place: string
  /** Narrows the list to the site: there are those that have no room here. */
  readonly onMore: () => void
}

/** The first of a site by their names, each with the newest values of its first points. */
function DevicesThere({ siteId, place, pages, onMore }: DevicesThereProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(
    listOf(devices, { siteId, sorter: 'deviceName_ascend', currentPage: 1, pageSize: SHOWN }, { quiet: true }),
  )
  const ids = data?.allowed.includes('points') ? data.list.map(({ id }) => id).join(',') : ''
  const { data: shown } = useQuery(pointsOfDevices(ids))
  const byDevice = useMemo(() => new Map(shown?.map(({ deviceId, points }) => [deviceId, points.slice(0, VALUES)])), [shown])
  const pointIds = useMemo(() => [...byDevice.values()].flatMap((points) => points.map(({ pointId }) => pointId)), [byDevice])
  const store = useLiveStore(pointIds)
  if (error instanceof ApiError && !data) return <ListFailure error={error} onRetry={() => void refetch()} />
  const left = data ? data.total - data.list.length : 0
  return (
    <ul>
      {data?.list.map((row) => {
        const name = String(row['deviceName'] ?? row['deviceCode'] ?? '')
        const presence = String(row['presence'] ?? '')
        const seen = momentOfText(String(row['lastSeenAt'] ?? ''))
        const alarms = Number(row['openAlarms'] ?? 0)
        const points = byDevice.get(row.id) ?? []
        return (
          <li key={row.id} className="place-row">
            <span className={`place-dot ${presence}`} aria-hidden="true" />
            <div className="place-text">
              {pages.has('/acquisition/device') ? (
                <Link className="place-name" to={`/acquisition/device?id=${row.id}`} title={name}>
                  {name}
                  {presence !== '' && (
                    <span className="visually-hidden">{` (${t(`choice.presence.${presence}` as 'choice.presence.online')})`}</span>
                  )}
                </Link>
              ) : (
                <span className="place-name">{name}</span>
              )}
              {seen !== undefined && <Seen at={seen} />}
              {points.length > 0 && (
                <dl className="place-values">
                  {points.map((point) => (
                    <Value key={point.pointId} point={point} store={store} />
                  ))}
                </dl>
              )}
            </div>
            {alarms > 0 && <AlarmCount id={row.id} count={alarms} pages={pages} />}
          </li>
        )
      })}
      {left > 0 && (
        <li className="place-row">
          <button type="button" className="place-name" aria-label={named(t('board.more-points', { count: left }), place)} onClick={onMore}>
            {t('board.more-points', { count: left })}
          </button>
        </li>
      )}
    </ul>
  )
}
