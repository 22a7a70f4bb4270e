/** One device: what it is, how it is connected, and what its points say now. */
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { devices } from '../../../../../model/index.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { isRowId } from '../../../../kernel/resource/row-id.ts'
import { listOf } from '../../../../kernel/http/resource-client.ts'
import { menuPaths } from '../../../../kernel/navigation/menu-routes.ts'
import { mayUse } from '../../../../kernel/session/permissions.ts'
import { useSession } from '../../../../kernel/session/session-store.ts'
import { deviceControls, newDevice, showsOfDevice } from '../../../../shared/acquisition/device-form/device-form.tsx'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { Attachments, OverdueAttachments } from './attachments.tsx'
import { Behind } from './behind.tsx'
import { ConnectionLog } from './connection-log.tsx'
import { Connection } from './connection.tsx'
import { DeviceAlarms } from './device-alarms.tsx'
import { Nameplate } from './nameplate.tsx'
import { Points } from './points.tsx'
import { RecentMessages } from './recent-messages.tsx'
import { Unfolding } from './unfolding.tsx'
import './device-detail.css'

const ResourceForm = lazyWithPreload(() => import('../../../../kernel/resource/resource-form.tsx'))
const ConnectionWizard = lazyWithPreload(() => import('../../../../shared/acquisition/connect/wizard.tsx'))
const LabelDialog = lazyWithPreload(() => import('../label-dialog.tsx'))
const RecordHistory = lazyWithPreload(() => import('../../../../kernel/resource/history/record-history.tsx'))

export default function DevicePage() {
  const t = useT()
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  return (
    <div className="device-detail">
      {isRowId(id) ? (
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
  const [form, setForm] = useState({ times: 0, open: false })
  const [isConnecting, setConnecting] = useState(false)
  const [isLabelling, setLabelling] = useState(false)
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
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
  const may = (button: string) => mayUse(button, devices.menu, data.allowed, authority.menuButton)
  return (
    <>
      <header className="device-card device-head">
        <h1>{String(row['deviceName'] ?? t('menu.devicedetail'))}</h1>
        <OverdueAttachments deviceId={id} />
        <span className="device-ways">
          {may('update') && (
            <Button
              size="small"
              aria-haspopup="dialog"
              onPointerEnter={() => void ResourceForm.preload()}
              onClick={() => setForm({ times: form.times + 1, open: true })}
            >
              {t('button.update')}
            </Button>
          )}
          {may('connection') && (
            <Button
              size="small"
              aria-haspopup="dialog"
              onPointerEnter={() => void ConnectionWizard.preload()}
              onClick={() => setConnecting(true)}
            >
              {t('devices.connect')}
            </Button>
          )}
          {data.allowed?.includes('history') && (
            <Button size="small" aria-haspopup="dialog" onPointerEnter={() => void RecordHistory.preload()} onClick={() => setPast('open')}>
              {t('button.history')}
            </Button>
          )}
          <Button size="small" aria-haspopup="dialog" onPointerEnter={() => void LabelDialog.preload()} onClick={() => setLabelling(true)}>
            {t('labels.print')}
          </Button>
          <Link to="/acquisition/devices">{t('monitor.to-devices')}</Link>
        </span>
      </header>
      <Nameplate row={row} fields={data.fields} />
      {data.allowed?.includes('state') && <Connection id={id} />}
      <Behind gatewayId={id} fields={data.fields} />
      <Points deviceId={id} hasTrends={pages.has('/acquisition/trends')} />
      <DeviceAlarms deviceId={id} />
      <Attachments deviceId={id} />
      {data.allowed?.includes('log') && (
        <Unfolding title={t('monitor.log')} about={t('monitor.log-about')}>
          {() => <ConnectionLog id={id} />}
        </Unfolding>
      )}
      {data.allowed?.includes('messages') && row['connection'] !== 'modbus' && (
        <Unfolding title={t('monitor.recent')} about={t('monitor.recent-about')}>
          {() => <RecentMessages id={id} />}
        </Unfolding>
      )}
      {form.times > 0 && (
        <Suspense fallback={null}>
          <ResourceForm
            key={form.times}
            of={devices}
            row={row}
            open={form.open}
            visible={data.fields ?? []}
            defaults={newDevice}
            controls={deviceControls}
            shows={showsOfDevice}
            onClose={() => setForm({ ...form, open: false })}
            onSaved={async () => void (await refetch())}
          />
        </Suspense>
      )}
      {isLabelling && (
        <Suspense fallback={null}>
          <LabelDialog ids={[id]} onClose={() => setLabelling(false)} />
        </Suspense>
      )}
      {isConnecting && (
        <Suspense fallback={null}>
          <ConnectionWizard row={row} mayIssue={may('secret')} onClose={() => setConnecting(false)} />
        </Suspense>
      )}
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
