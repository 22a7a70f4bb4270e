/** One fault: what was seen, with photographs, and what has become of it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { FaultDetail } from '../../../../../model/contract/maintenance/faults.ts'
import { actOnFault, deleteFaultFile, downloadFaultFile, orderFault } from '../../../../../model/contract/maintenance/faults.ts'
import { faults } from '../../../../../model/index.ts'
import type { FaultTransition } from '../../../../../model/maintenance/faults.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../../kernel/http/resource-client.ts'
import { listOf } from '../../../../kernel/http/resource-client.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../../kernel/navigation/menu-routes.ts'
import { useInvalidation } from '../../../../kernel/realtime/live.ts'
import { fetchFile } from '../../../../kernel/resource/exchange/save-file.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { isRowId } from '../../../../kernel/resource/row-id.ts'
import { mayUse } from '../../../../kernel/session/permissions.ts'
import { useSession } from '../../../../kernel/session/session-store.ts'
import { Facts } from '../../../../shared/maintenance/facts.tsx'
import { FaultEvents } from '../../../../shared/maintenance/fault-events.tsx'
import { Files } from '../../../../shared/maintenance/files.tsx'
import { FaultStateTag } from '../../../../shared/maintenance/order-tags.tsx'
import { MachineLink, OrderLink } from '../../../../shared/maintenance/row-link.tsx'
import { sendFaultFile } from '../../../../shared/maintenance/upload.ts'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../../ui/toast.ts'
import type { FaultValues } from './fault-dialog.tsx'
import { detailOf, refresh, useAct } from './fault-client.ts'
import '../../../../shared/maintenance/maintenance.css'

const FaultDialog = lazyWithPreload(() => import('./fault-dialog.tsx'))
const ResourceForm = lazyWithPreload(() => import('../../../../kernel/resource/resource-form.tsx'))

const LIST = '/maintenance/faults'
const ORDER = '/maintenance/workorder'
const IN_HEAD = ['faultNumber', 'faultTitle', 'faultState']

export default function FaultPage() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  return <div className="upkeep-page">{isRowId(id) ? <Fault key={id} id={id} /> : <NoFault />}</div>
}

function NoFault() {
  const t = useT()
  return (
    <section className="upkeep-card">
      <h1>{t('menu.fault')}</h1>
      <p role="alert">{t('error.row.not-found')}</p>
      <p>
        <Link to={LIST}>{t('fault.to-list')}</Link>
      </p>
    </section>
  )
}

function Fault({ id }: { readonly id: string }) {
  const t = useT()
  const queries = useQueryClient()
  const listed = useQuery(listOf(faults, { id, currentPage: 1, pageSize: 1 }, { quiet: true }))
  const detail = useQuery(detailOf(id))
  useInvalidation('work-orders', () => void refresh(queries))
  const error = [detail.error, listed.error].find((each) => each instanceof ApiError)
  if (error instanceof ApiError && error.status === 404) return <NoFault />
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void Promise.all([listed.refetch(), detail.refetch()])} />
  if (!listed.data || !detail.data)
    return (
      <section className="upkeep-card">
        <h1>{t('menu.fault')}</h1>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </section>
    )
  const row = listed.data.list[0]
  if (!row) return <NoFault />
  return <Shown id={id} row={row} fields={listed.data.fields} allowed={listed.data.allowed} detail={detail.data} />
}

interface ShownProps {
  readonly id: string
  readonly row: ResourceRow
  readonly fields: readonly string[] | undefined
  readonly allowed: readonly string[] | undefined
  readonly detail: FaultDetail
}

function Shown({ id, row, fields, allowed, detail }: ShownProps) {
  const t = useT()
  const act = useAct()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { authority } = useSession()
  const [asked, setAsked] = useState<FaultTransition>()
  const [form, setForm] = useState({ times: 0, open: false })
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const { version } = detail
  const may = (button: string) => mayUse(button, faults.menu, allowed, authority.menuButton)

  async function go(transition: FaultTransition, { note, orderPriority, assigneeId }: FaultValues): Promise<boolean> {
    if (transition !== 'order') return act(() => ask(actOnFault, { id, version, transition, note }))
    return act(async () => {
      const order = await ask(orderFault, { id, version, orderPriority, assigneeId })
      toast.success(t('work-order.of-alarm-new', { number: order.orderNumber }))
      if (pages.has(ORDER)) void navigate(`${ORDER}?id=${order.id}`)
    })
  }

  const links = {
    equipmentId: (text: string) => <MachineLink id={row['equipmentId']} text={text} />,
    orderId: (text: string) => <OrderLink id={row['orderId']} text={text} />,
  }
  return (
    <>
      <header className="upkeep-card">
        <div className="upkeep-head">
          <h1>{[row['faultNumber'], row['faultTitle']].filter(Boolean).join(' · ') || t('menu.fault')}</h1>
          <span className="upkeep-ways">
            {detail.transitions.map((transition) => (
              <Button
                key={transition}
                type={transition === 'order' || transition === 'confirm' ? 'primary' : 'default'}
                danger={transition === 'reject'}
                aria-haspopup="dialog"
                onPointerEnter={() => void FaultDialog.preload()}
                onClick={() => setAsked(transition)}
              >
                {t(`fault.${transition}`)}
              </Button>
            ))}
            {may('update') && detail.state !== 'rejected' && (
              <Button
                aria-haspopup="dialog"
                onPointerEnter={() => void ResourceForm.preload()}
                onClick={() => setForm({ times: form.times + 1, open: true })}
              >
                {t('button.update')}
              </Button>
            )}
            <Link to={LIST}>{t('fault.to-list')}</Link>
          </span>
        </div>
        <p className="upkeep-states">
          <FaultStateTag state={detail.state} />
        </p>
      </header>
      <Facts of={faults} row={row} fields={fields} without={IN_HEAD} links={links} />
      <Files
        files={detail.files}
        mayAdd={detail.mayAddFile}
        onAdd={(file) => act(() => sendFaultFile(id, file))}
        onRemove={(fileId) => act(() => ask(deleteFaultFile, { id: fileId }))}
        onFetch={(file) => act(() => fetchFile(downloadFaultFile, { id: file.id }))}
      />
      <FaultEvents events={detail.events} />
      {asked && (
        <Suspense fallback={null}>
          <FaultDialog key={asked} transition={asked} run={(values) => go(asked, values)} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      {form.times > 0 && (
        <Suspense fallback={null}>
          <ResourceForm
            key={form.times}
            of={faults}
            row={row}
            open={form.open}
            visible={fields ?? []}
            defaults={{}}
            onClose={() => setForm({ ...form, open: false })}
            onSaved={async () => void (await refresh(queries))}
          />
        </Suspense>
      )}
    </>
  )
}
