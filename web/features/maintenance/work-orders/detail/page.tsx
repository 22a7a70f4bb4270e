/** One work order: what is to be done, what has been done, and what can be done with it now. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { WorkOrderDetail, WorkOrderEvent } from '../../../../../model/contract/maintenance/work-orders.ts'
import { deleteOrderFile, downloadOrderFile } from '../../../../../model/contract/maintenance/work-orders.ts'
import { workOrders } from '../../../../../model/index.ts'
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
import { Events } from '../../../../shared/maintenance/events.tsx'
import { Facts } from '../../../../shared/maintenance/facts.tsx'
import { Files } from '../../../../shared/maintenance/files.tsx'
import { OrderStateTag, PriorityTag } from '../../../../shared/maintenance/order-tags.tsx'
import { AlarmLink, FaultLink, MachineLink } from '../../../../shared/maintenance/row-link.tsx'
import { sendOrderFile } from '../../../../shared/maintenance/upload.ts'
import { secondOf } from '../../../../ui/clock.ts'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { printElement } from '../../../../ui/print.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { Cause, trendOf } from './cause.tsx'
import { Checklist } from './checklist.tsx'
import { Labour } from './labour.tsx'
import { detailOf, refresh, useAct } from './order-client.ts'
import { Parts } from './parts.tsx'
import { PlantAlarms } from './plant.tsx'
import { Transitions } from './transitions.tsx'
import '../../../../shared/maintenance/maintenance.css'

const ResourceForm = lazyWithPreload(() => import('../../../../kernel/resource/resource-form.tsx'))

const LIST = '/maintenance/workorders'
const PLANS = '/maintenance/plans'
const TRENDS = '/acquisition/trends'

/** What stands in the head of the page. */
const IN_HEAD = ['orderNumber', 'orderTitle', 'orderState', 'orderPriority', 'isOpen', 'isOverdue']

export default function WorkOrderPage() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  return <div className="upkeep-page">{isRowId(id) ? <WorkOrder key={id} id={id} /> : <NoOrder />}</div>
}

function NoOrder() {
  const t = useT()
  return (
    <section className="upkeep-card">
      <h1>{t('menu.workorder')}</h1>
      <p role="alert">{t('error.row.not-found')}</p>
      <p>
        <Link to={LIST}>{t('work-order.to-list')}</Link>
      </p>
    </section>
  )
}

function WorkOrder({ id }: { readonly id: string }) {
  const t = useT()
  const queries = useQueryClient()
  const listed = useQuery(listOf(workOrders, { id, currentPage: 1, pageSize: 1 }, { quiet: true }))
  const detail = useQuery(detailOf(id))
  useInvalidation('work-orders', () => void refresh(queries))
  const error = [detail.error, listed.error].find((each) => each instanceof ApiError)
  if (error instanceof ApiError && error.status === 404) return <NoOrder />
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void Promise.all([listed.refetch(), detail.refetch()])} />
  if (!listed.data || !detail.data)
    return (
      <section className="upkeep-card">
        <h1>{t('menu.workorder')}</h1>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </section>
    )
  const row = listed.data.list[0]
  if (!row) return <NoOrder />
  return <Shown id={id} row={row} fields={listed.data.fields} allowed={listed.data.allowed} detail={detail.data} />
}

interface ShownProps {
  readonly id: string
  readonly row: ResourceRow
  readonly fields: readonly string[] | undefined
  readonly allowed: readonly string[] | undefined
  readonly detail: WorkOrderDetail
}

function Shown({ id, row, fields, allowed, detail }: ShownProps) {
  const t = useT()
  const act = useAct()
  const queries = useQueryClient()
  const { authority } = useSession()
  const sheet = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState({ times: 0, open: false })
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const may = (button: string) => mayUse(button, workOrders.menu, allowed, authority.menuButton)
  const number = String(row['orderNumber'] ?? t('menu.workorder'))
  const idIn = (name: string) => (typeof row[name] === 'string' && row[name] !== '' ? row[name] : undefined)
  const links = {
    equipmentId: (text: string) => <MachineLink id={row['equipmentId']} text={text} />,
    faultId: (text: string) => <FaultLink id={row['faultId']} text={text} />,
    planDay: (text: string) => {
      const code = detail.plan?.planCode
      if (code === undefined || !pages.has(PLANS)) return text
      return (
        <>
          {text} · <Link to={`${PLANS}?planCode=${encodeURIComponent(code)}`}>{code}</Link>
        </>
      )
    },
  }
  return (
    <div className="upkeep-page" ref={sheet}>
      <header className="upkeep-card">
        <div className="upkeep-head">
          <h1>{[number, row['orderTitle']].filter(Boolean).join(' · ')}</h1>
          <span className="upkeep-ways">
            <Transitions id={id} number={number} detail={detail} mustSign={row['mustSign'] === 1} assigneeId={idIn('assigneeId')} />
            {may('update') && row['isOpen'] === 1 && (
              <Button
                aria-haspopup="dialog"
                onPointerEnter={() => void ResourceForm.preload()}
                onClick={() => setForm({ times: form.times + 1, open: true })}
              >
                {t('button.update')}
              </Button>
            )}
            <Button onClick={() => sheet.current && printElement(sheet.current, number)}>{t('button.print')}</Button>
            <Link to={LIST}>{t('work-order.to-list')}</Link>
          </span>
        </div>
        <p className="upkeep-states">
          <OrderStateTag state={row['orderState']} />
          <PriorityTag
            priority={row['orderPriority']}
            text={row['orderPriority'] === undefined ? '' : t(`choice.orderPriority.${row['orderPriority'] as 1 | 2 | 3 | 4}`)}
          />
          {row['isOverdue'] === 1 && <Tag kind="urgent">{t('choice.isOverdue.1')}</Tag>}
          {detail.signature && (
            <Tag kind="good">
              {t('work-order.signature', {
                name: detail.signature.by ?? '–',
                time: secondOf(detail.signature.at),
                proof: t(`signature.by-${detail.signature.proof}`),
              })}
            </Tag>
          )}
        </p>
        {detail.state === 'done' && detail.hasWorkedOnIt && may('verify') && <p className="upkeep-about">{t('work-order.own-work')}</p>}
        {detail.alarm && (
          <p className="upkeep-about">
            {t('noun.alarms')}
            {t('common.means')}
            <AlarmLink of={detail.alarm} text={`${detail.alarm.ruleName} · ${detail.alarm.pointName}`} />
            {pages.has(TRENDS) && (
              <>
                {' · '}
                <Link to={trendOf(detail.alarm)}>{t('work-order.alarm-trend')}</Link>
              </>
            )}
          </p>
        )}
      </header>
      <Facts of={workOrders} row={row} fields={fields} without={IN_HEAD} links={links} />
      {detail.checks.length > 0 && <Checklist key={String(detail.mayCheck)} id={id} detail={detail} />}
      <PlantAlarms alarms={detail.alarms} />
      <Labour id={id} detail={detail} />
      <Parts id={id} number={number} />
      <Files
        files={detail.files}
        mayAdd={detail.mayAddFile}
        onAdd={(file) => act(() => sendOrderFile(id, file))}
        onRemove={(fileId) => act(() => ask(deleteOrderFile, { id: fileId }))}
        onFetch={(file) => act(() => fetchFile(downloadOrderFile, { id: file.id }))}
      />
      <Cause events={detail.causeEvents} />
      <OrderEvents events={detail.events} />
      {form.times > 0 && (
        <Suspense fallback={null}>
          <ResourceForm
            key={form.times}
            of={workOrders}
            row={row}
            open={form.open}
            visible={fields ?? []}
            defaults={{}}
            onClose={() => setForm({ ...form, open: false })}
            onSaved={async () => void (await refresh(queries))}
          />
        </Suspense>
      )}
    </div>
  )
}

function OrderEvents({ events }: { readonly events: readonly WorkOrderEvent[] }) {
  const t = useT()
  return (
    <Events
      title={t('work-order.events')}
      events={events.map(({ id, transition, fromState, toState, happenedAt, by, reason, note }) => ({
        id,
        what: t(`work-order.${transition}`),
        tag: fromState === toState ? null : <OrderStateTag state={toState} />,
        happenedAt,
        facts: [by, reason === null ? null : t(`choice.holdReason.${reason as 'other'}`), note],
      }))}
    />
  )
}
