/** How readings come in, asked again every few seconds while somebody looks. */
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import type { Fault } from '../../../../model/contract/acquisition/collectors.ts'
import { push as pushReadings, queryCollector } from '../../../../model/contract/acquisition/collectors.ts'
import { refusalText } from '../../../shared/acquisition/refusal-text.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask, urlOf } from '../../../kernel/http/ask.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { secondOf, timeOfDay } from '../../../ui/clock.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Buses } from './buses.tsx'
import './collectors.css'

const HistoryImport = lazyWithPreload(() => import('./history-import.tsx'))

const EVERY_MS = 4000
const kinds = {
  listening: 'good',
  polling: 'good',
  running: 'good',
  open: 'good',
  failed: 'urgent',
  off: 'quiet',
  elsewhere: 'quiet',
} as const

export default function CollectorsPage() {
  const t = useT()
  const language = useLanguage()
  const { authority } = useSession()
  const [importing, setImporting] = useState({ times: 0, open: false })
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['collectors'],
    queryFn: () => ask(queryCollector, {}, { quiet: true }),
    refetchInterval: EVERY_MS,
    retry: false,
  })
  if (!data) return error instanceof ApiError ? <ListFailure error={error} onRetry={() => void refetch()} /> : null
  const { mqtt, http, file, push, modbus, simulator, queue } = data
  const count = new Intl.NumberFormat(localeOf[language])
  const rate = (perMinute: number): Fact => [t('collector.rate'), t('collector.per-minute', { count: count.format(perMinute) })]
  const seen = (of: { devices: number; seen: number }): Fact => [
    t('collector.seen'),
    t('collector.seen-of', { seen: count.format(of.seen), devices: count.format(of.devices) }),
  ]
  const last = (error: Fault | null): Fact[] =>
    error
      ? [
          [
            t('collector.last-error'),
            <span key="error" className="collector-error">
              {wordsOf(error, t)} <time dateTime={new Date(error.time).toISOString()}>{secondOf(error.time)}</time>
            </span>,
          ],
        ]
      : []
  const at = (port: number | null): Fact[] => (port === null ? [] : [[t('collector.port'), String(port)]])
  const why = (reason: string | null): Fact[] => (reason === null ? [] : [[t('collector.reason'), reason]])

  return (
    <div className="collectors-page">
      <h1 className="visually-hidden">{t('menu.collectors')}</h1>
      <header>
        <p>{t(queue ? 'collector.about-server' : 'collector.about')}</p>
        <span>{t('info.as-of', { time: timeOfDay(dataUpdatedAt) })}</span>
      </header>
      <div className="collector-cards">
        <Card
          title={t('collector.mqtt')}
          state={mqtt.state}
          t={t}
          facts={[
            ...at(mqtt.port),
            ...(mqtt.port === null ? [] : [[t('collector.encryption'), mqtt.tls ? 'TLS' : t('collector.none')] as Fact]),
            ...why(mqtt.reason),
            [t('collector.connections'), count.format(mqtt.connections)],
            rate(mqtt.perMinute),
          ]}
        />
        <Card
          title={t('collector.http')}
          state="open"
          t={t}
          facts={[[t('collector.address'), urlOf(pushReadings)], rate(http.perMinute)]}
        />
        <Card title={t('collector.push')} t={t} facts={[seen(push), ...last(push.error)]} />
        <Card
          title={t('collector.modbus')}
          state={modbus.state}
          t={t}
          facts={[
            [
              t('collector.buses'),
              t('collector.connected-of', { connected: count.format(modbus.connected), total: count.format(modbus.total) }),
            ],
            seen(modbus),
            rate(modbus.perMinute),
            ...last(modbus.error),
          ]}
        />
        <Card
          title={t('collector.file')}
          state="open"
          t={t}
          facts={[[t('collector.takes'), t('collector.file-about')], rate(file.perMinute)]}
        >
          {mayUse('import', 'collectors', data.allowed, authority.menuButton) && (
            <Button
              icon={<UploadOutlined aria-hidden="true" />}
              aria-haspopup="dialog"
              onPointerEnter={() => void HistoryImport.preload()}
              onClick={() => setImporting(({ times }) => ({ times: times + 1, open: true }))}
            >
              {t('collector.import')}
            </Button>
          )}
        </Card>
        {simulator && (
          <Card
            title={t('collector.simulator')}
            state={simulator.state}
            t={t}
            facts={[
              ...at(simulator.port),
              ...why(simulator.reason),
              [t('collector.over-mqtt'), count.format(simulator.mqttDevices)],
              [t('collector.over-modbus'), count.format(simulator.modbusDevices)],
            ]}
          />
        )}
        {queue && (
          <Card
            title={t('collector.queue')}
            t={t}
            facts={[
              [t('collector.waiting-values'), count.format(queue.values)],
              [t('collector.waiting-messages'), count.format(queue.messages)],
            ]}
          />
        )}
      </div>
      {modbus.buses.length > 0 && <Buses buses={modbus.buses} t={t} />}
      {importing.times > 0 && (
        <Suspense fallback={null}>
          <HistoryImport
            key={importing.times}
            open={importing.open}
            onClose={() => setImporting(({ times }) => ({ times, open: false }))}
          />
        </Suspense>
      )}
    </div>
  )
}

type Fact = readonly [name: string, value: ReactNode]

interface CardProps {
  readonly title: string
  readonly state?: keyof typeof kinds
  readonly facts: readonly Fact[]
  readonly t: Translate
  readonly children?: ReactNode
}

function Card({ title, state, facts, t, children }: CardProps) {
  return (
    <section className="collector-card" aria-label={title}>
      <h2>
        {title}
        {state && <Tag kind={kinds[state]}>{t(`collector.state.${state}`)}</Tag>}
      </h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

function wordsOf({ code, at, device }: Fault, t: Translate): string {
  const words = refusalText({ code, at: at ?? '' }, t)
  return device === null ? words : `${device}${t('common.means')}${words}`
}
