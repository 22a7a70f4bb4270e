/** One device: what it is, how it is connected, and what its points say now. */
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { devices } from '../../../../../model/index.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { listOf } from '../../../../kernel/http/resource-client.ts'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { Behind } from './behind.tsx'
import { Connection } from './connection.tsx'
import { DeviceAlarms } from './device-alarms.tsx'
import { Nameplate } from './nameplate.tsx'
import { Points } from './points.tsx'
import './device-detail.css'

const RecordHistory = lazyWithPreload(() => import('../../../../kernel/resource/history/record-history.tsx'))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export default function DevicePage() {
  const t = useT()
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  return (
    <div className="device-detail">
      {UUID.test(id) ? (
        <Device key={id} id={id} />
      ) : (
        <section className="device-card">
          <h1>{t('menu.devicedetail')}</h1>
          <p>{t('monitor.choose')}</p>
          <p>
            <Link to="/acquisition/devices">{t('monitor.to-devices')}</Link>
          </p>
        </section>
      )}
    </div>
  )
}

function Device({ id }: { id: string }) {
  const t = useT()
  const [past, setPast] = useState<'open' | 'closed'>()
  const { data, error, refetch } = useQuery(listOf(devices, { id, currentPage: 1, pageSize: 1 }, { quiet: true }))
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  const row = data?.list[0]
  if (!data)
    return (
      <section className="device-card">
        <h1>{t('menu.devicedetail')}</h1>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </section>
    )
  if (!row) {
    return (
      <section className="device-card">
        <h1>{t('menu.devicedetail')}</h1>
        <p role="alert">{t('error.row.not-found')}</p>
        <p>
          <Link to="/acquisition/devices">{t('monitor.to-devices')}</Link>
        </p>
      </section>
    )
  }
  return (
    <>
      <header className="device-card device-head">
        <h1>{String(row['deviceName'] ?? t('menu.devicedetail'))}</h1>
        <span className="device-ways">
          {data.allowed?.includes('history') && (
            <Button size="small" aria-haspopup="dialog" onPointerEnter={() => void RecordHistory.preload()} onClick={() => setPast('open')}>
              {t('button.history')}
            </Button>
          )}
          <Link to="/acquisition/devices">{t('monitor.to-devices')}</Link>
        </span>
      </header>
      <Nameplate row={row} fields={data.fields} />
      {data.allowed?.includes('state') && <Connection id={id} />}
      <Behind gatewayId={id} fields={data.fields} />
      <Points deviceId={id} />
      <DeviceAlarms deviceId={id} />
      {past && (
        <Suspense fallback={null}>
          <RecordHistory
            of={devices}
            row={row}
            mayRestore={data.allowed?.includes('update') ?? false}
            open={past === 'open'}
            onClose={() => setPast('closed')}
            onRestored={async () => void (await refetch())}
          />
        </Suspense>
      )}
    </>
  )
}
