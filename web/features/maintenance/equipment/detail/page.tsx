/** One machine: what it is, its files, its calibrations, what its device measures, and what happened to it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { EquipmentLife } from '../../../../../model/contract/maintenance/equipment.ts'
import { exportEquipmentArchive, scrapEquipment } from '../../../../../model/contract/maintenance/equipment.ts'
import { equipment } from '../../../../../model/index.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import type { ResourceList, ResourceRow } from '../../../../kernel/http/resource-client.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { columnsOf } from '../../../../kernel/resource/columns.tsx'
import { fetchFile } from '../../../../kernel/resource/exchange/save-file.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { isRowId } from '../../../../kernel/resource/row-id.ts'
import { StateTag } from '../../../../shared/maintenance/state-tag.tsx'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { NewOrder, ReportFault } from './add-of-machine.tsx'
import { Calibrations } from './calibrations.tsx'
import { Documents } from './documents.tsx'
import { Life } from './life.tsx'
import { LivePoints } from './live-points.tsx'
import { act, lifeOf, machineOf } from './machine-client.ts'
import { Upkeep } from './upkeep.tsx'
import { Use } from './use.tsx'
import { Waiting } from './waiting.tsx'
import './machine.css'

const ReasonDialog = lazyWithPreload(() => import('../../../../shared/dialogs/reason-dialog.tsx'))
const TransferDialog = lazyWithPreload(() => import('./transfer-dialog.tsx'))
const LabelDialog = lazyWithPreload(() => import('../label-dialog.tsx'))

const LIST = '/reports/equipmentarchive'
/** They stand above the facts. */
const HEAD: ReadonlySet<string> = new Set(['isScrapped', 'equipmentName', 'equipmentState', 'calibrationState'])

export default function MachinePage() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  return <div className="machine">{isRowId(id) ? <Machine key={id} id={id} /> : <NoMachine />}</div>
}

function NoMachine() {
  const t = useT()
  return (
    <section className="machine-card">
      <h1>{t('menu.equipmentdetail')}</h1>
      <p role="alert">{t('error.row.not-found')}</p>
      <p>
        <Link to={LIST}>{t('menu.equipmentarchive')}</Link>
      </p>
    </section>
  )
}

function Machine({ id }: { id: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(machineOf(id))
  const life = useQuery(lifeOf(id))
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <section className="machine-card">
        <h1>{t('menu.equipmentdetail')}</h1>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </section>
    )
  const [row] = data.list
  if (!row) return <NoMachine />
  const deviceId = typeof row['deviceId'] === 'string' ? row['deviceId'] : undefined
  return (
    <>
      <Head row={row} data={data} life={life.data} />
      {life.data?.transfer && <Waiting transfer={life.data.transfer} />}
      {life.data?.use && <Use use={life.data.use} />}
      <Calibrations id={id} doubted={life.data?.doubtedRuns ?? []} />
      <Documents id={id} />
      <Upkeep id={id} />
      {deviceId && <LivePoints deviceId={deviceId} hours={life.data?.hours ?? null} />}
      {life.data && <Life life={life.data.life} />}
    </>
  )
}

function Head({ row, data, life }: { row: ResourceRow; data: ResourceList; life: EquipmentLife | undefined }) {
  const t = useT()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'transfer' | 'scrap' | 'label'>()
  const columns = columnsOf(equipment, data.fields, {}, t)
  const textOf = (name: string) => columns.find(({ key }) => key === name)?.text?.(row) ?? ''
  const facts = columns.filter(({ key, text }) => !HEAD.has(key) && text?.(row))
  const close = () => setAsked(undefined)
  return (
    <section className="machine-card">
      <header className="machine-head">
        <h1>{textOf('equipmentName') || textOf('equipmentCode') || t('menu.equipmentdetail')}</h1>
        <span className="machine-ways">
          {data.allowed?.includes('label') && (
            <Button size="small" aria-haspopup="dialog" onPointerEnter={() => void LabelDialog.preload()} onClick={() => setAsked('label')}>
              {t('equipment.print-labels')}
            </Button>
          )}
          {data.allowed?.includes('archive') && (
            <Button size="small" onClick={() => void act(queries, () => fetchFile(exportEquipmentArchive, { id: [row.id] }))}>
              {t('equipment.archive')}
            </Button>
          )}
          {life?.mayTransfer && (
            <Button
              size="small"
              aria-haspopup="dialog"
              onPointerEnter={() => void TransferDialog.preload()}
              onClick={() => setAsked('transfer')}
            >
              {t('equipment.transfer')}
            </Button>
          )}
          {life?.mayScrap && (
            <Button
              size="small"
              danger
              aria-haspopup="dialog"
              onPointerEnter={() => void ReasonDialog.preload()}
              onClick={() => setAsked('scrap')}
            >
              {t('equipment.scrap')}
            </Button>
          )}
          <ReportFault id={row.id} />
          <NewOrder id={row.id} />
          <Link to={LIST}>{t('menu.equipmentarchive')}</Link>
        </span>
      </header>
      <p className="machine-states">
        <StateTag state={row['equipmentState']} text={textOf('equipmentState')} />{' '}
        <StateTag state={row['calibrationState']} text={textOf('calibrationState')} />
      </p>
      <dl className="machine-facts">
        {facts.map(({ key, title, text }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{text?.(row)}</dd>
          </div>
        ))}
      </dl>
      <Suspense fallback={null}>
        {asked === 'scrap' && (
          <ReasonDialog
            title={t('equipment.scrap')}
            label={t('field.equipment.scrapReason')}
            isDanger
            run={(reason) => act(queries, () => ask(scrapEquipment, { id: row.id, version: Number(row['version']), reason }))}
            onClose={close}
          />
        )}
        {asked === 'transfer' && <TransferDialog id={row.id} onClose={close} />}
        {asked === 'label' && <LabelDialog ids={[row.id]} onClose={close} />}
      </Suspense>
    </section>
  )
}
