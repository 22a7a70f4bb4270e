/** One device: what it is, how it is connected, and what its points say now. */
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { devices } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/api.ts'
import { useT } from '../../../kernel/i18n.ts'
import { ListFailure } from '../../../kernel/list-failure.tsx'
import { listOf } from '../../../kernel/resource-client.ts'
import { Connection } from './connection.tsx'
import { Nameplate } from './nameplate.tsx'
import { Points } from './points.tsx'
import './device-detail.css'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export default function DevicePage() {
  const t = useT()
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  return (
    <div className="device-detail">
      {UUID.test(id) ? <Device key={id} id={id} /> : (
        <section className="device-card">
          <h1>{t('menu.devicedetail')}</h1>
          <p>{t('monitor.choose')}</p>
          <p><Link to="/acquisition/devices">{t('monitor.to-devices')}</Link></p>
        </section>
      )}
    </div>
  )
}

function Device({ id }: { id: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(listOf(devices, { id, currentPage: 1, pageSize: 1 }, { quiet: true }))
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  const row = data?.list[0]
  if (!data) return <section className="device-card"><h1>{t('menu.devicedetail')}</h1><Skeleton active title={false} paragraph={{ rows: 6 }} /></section>
  if (!row) {
    return (
      <section className="device-card">
        <h1>{t('menu.devicedetail')}</h1>
        <p role="alert">{t('error.row.not-found')}</p>
        <p><Link to="/acquisition/devices">{t('monitor.to-devices')}</Link></p>
      </section>
    )
  }
  return (
    <>
      <header className="device-card device-head">
        <h1>{String(row['deviceName'] ?? t('menu.devicedetail'))}</h1>
        <Link to="/acquisition/devices">{t('monitor.to-devices')}</Link>
      </header>
      <Nameplate row={row} fields={data.fields} />
      {data.allowed?.includes('state') && <Connection id={id} />}
      <Points deviceId={id} />
    </>
  )
}
