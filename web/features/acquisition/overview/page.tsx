/** How everything does: what there is, what comes in, and what needs looking after. */
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PRESENCES } from '../../../../model/acquisition/presence.ts'
import { WORTHS } from '../../../../model/acquisition/quality.ts'
import { PresenceTag, QualityTag } from '../../../shared/acquisition/quality-tag.tsx'
import { ApiError } from '../../../kernel/http/api.ts'
import { useMenuPages } from '../../../kernel/navigation/console-menu.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { Ailing } from './ailing.tsx'
import type { Overview } from '../../../../model/contract/acquisition/overview.ts'
import { overviewOf } from '../../../shared/acquisition/overview.ts'
import { Collectors } from './collectors.tsx'
import { Panel } from './panel.tsx'
import { Places } from './places.tsx'
import { LastMinutes } from './received.tsx'
import './overview.css'

const DEVICES = '/acquisition/devices'
const POINTS = '/acquisition/points'

export default function OverviewPage() {
  const t = useT()
  const { data, error, refetch } = useQuery(overviewOf)
  if (error instanceof ApiError && (!data || error.status === 403)) return <ListFailure error={error} onRetry={() => void refetch()} />
  return (
    <div className="overview" aria-busy={!data}>
      <h1 className="visually-hidden">{t('menu.overview')}</h1>
      {data ? <Figures data={data} /> : <Skeleton active title={false} paragraph={{ rows: 10 }} />}
    </div>
  )
}

function Figures({ data }: { data: Overview }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const reachable = new Set(useMenuPages().map(({ path }) => path))
  const number = (value: number) => value.toLocaleString(locale)
  const tiles = [
    [t('noun.projects'), number(data.projects), '/acquisition/projects'],
    [t('noun.sites'), number(data.sites), '/acquisition/sites'],
    [t('overview.devices'), number(sum(data.devices)), DEVICES],
    ...(data.points ? [[t('overview.points'), number(sum(data.points)), POINTS] as const] : []),
    [t('overview.received'), number(data.perMinute), ''],
  ] as const
  return (
    <>
      <ul className="overview-tiles">
        {tiles.map(([name, value, path]) => {
          const body = (
            <>
              <span className="overview-name">{name}</span>
              <strong>{value}</strong>
            </>
          )
          return (
            <li key={name}>
              {reachable.has(path) ? (
                <Link className="overview-tile" to={path}>
                  {body}
                </Link>
              ) : (
                <div className="overview-tile">{body}</div>
              )}
            </li>
          )
        })}
      </ul>
      <div className="overview-panels">
        <Panel title={t('overview.by-state')}>
          <Shares
            of={PRESENCES.map((state) => [<PresenceTag key={state} presence={state} />, data.devices[state], state])}
            to={reachable.has(DEVICES) ? `${DEVICES}?presence=` : undefined}
          />
        </Panel>
        {data.points && (
          <Panel title={t('overview.by-quality')}>
            <Shares
              of={WORTHS.map((worth) => [<QualityTag key={worth} worth={worth} />, data.points?.[worth] ?? 0, worth])}
              to={reachable.has(POINTS) ? `${POINTS}?newestQuality=` : undefined}
            />
          </Panel>
        )}
        <Panel title={t('overview.received-hour')}>
          <LastMinutes received={data.received} />
        </Panel>
        <Panel title={t('overview.collectors')}>
          <Collectors collectors={data.collectors} />
        </Panel>
        {data.places && (
          <Panel title={t('overview.map')} wide>
            <Places places={data.places} />
          </Panel>
        )}
        {data.ailing && (
          <Panel title={t('overview.ailing')} wide>
            <Ailing ailing={data.ailing} />
          </Panel>
        )}
      </div>
    </>
  )
}

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, count) => total + count, 0)

interface SharesProps {
  readonly of: readonly (readonly [word: ReactNode, count: number, key: string])[]
  /** Where those of a kind are listed, but for the key of the kind; absent for whoever has no such list. */
  readonly to: string | undefined
}

/** How many of each, and how much of the whole that is. */
function Shares({ of, to }: SharesProps) {
  const locale = localeOf[useLanguage()]
  const whole = of.reduce((total, [, count]) => total + count, 0)
  return (
    <ul className="overview-shares">
      {of.map(([word, count, key]) => (
        <li key={key}>
          {to === undefined ? (
            word
          ) : (
            <Link className="overview-share" to={to + key}>
              {word}
            </Link>
          )}
          <span className="overview-bar" aria-hidden="true">
            <span className={key} style={{ width: `${whole === 0 ? 0 : (count / whole) * 100}%` }} />
          </span>
          <strong>{count.toLocaleString(locale)}</strong>
        </li>
      ))}
    </ul>
  )
}
