import { Suspense, lazy, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { exportEquipmentArchive } from '../../../../model/contract/maintenance/equipment.ts'
import { equipment } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { fetchFileOrJob, saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { EXPORT_CENTRE } from '../../../kernel/resource/exchange/use-export.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { StateTag } from '../../../shared/maintenance/state-tag.tsx'
import { toast } from '../../../ui/toast.ts'
import { TransfersToSign } from './to-sign.tsx'

const LabelDialog = lazy(() => import('./label-dialog.tsx'))

const DETAIL = '/reports/equipmentdetail'

const columns: ColumnSetups = {
  equipmentName: { width: 180, first: true },
  equipmentCode: { width: 140 },
  equipmentState: { width: 120, first: true, render: (row, text) => <StateTag state={row['equipmentState']} text={text} /> },
  calibrationState: { width: 130, first: true, render: (row, text) => <StateTag state={row['calibrationState']} text={text} /> },
  calibratedUntil: { width: 140 },
  category: { width: 140 },
  siteId: { width: 170 },
  orgId: { width: 150 },
  keeperId: { width: 130 },
  deviceId: { width: 140 },
  usePointId: { hide: true },
  useKind: { hide: true },
  maker: { width: 150 },
  model: { width: 150 },
  serialNumber: { width: 140 },
  firmware: { hide: true },
  isScrapped: { hide: true },
  purchasedAt: { hide: true },
  commissionedAt: { width: 140 },
  warrantyUntil: { width: 140 },
  scrappedAt: { hide: true },
  scrapReason: { hide: true },
  equipmentDescription: { width: 220 },
}

const filters = ['equipmentName', 'equipmentCode', 'category', 'equipmentState', 'calibrationState', 'siteId']

const defaults = { category: 'measuring', equipmentState: 'in-service' }

/** The ledger of machines. */
export default function EquipmentPage() {
  const t = useT()
  const navigate = useNavigate()
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const [labelled, setLabelled] = useState<readonly string[]>()

  /** The call has said what went wrong, if anything did; what is too large to be waited for is made by a job. */
  async function archive(ids: readonly string[]): Promise<void> {
    try {
      const saved = await fetchFileOrJob(exportEquipmentArchive, { id: ids })
      if (!('queued' in saved)) return saveFile(saved)
      toast.success(t('export.queued'), { text: t('menu.exportcentre'), go: () => void navigate(EXPORT_CENTRE) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  return (
    <>
      <TransfersToSign />
      <ResourcePage
        of={equipment}
        columns={columns}
        filters={filters}
        defaults={{ ...defaults, ...useNarrowedTo('siteId') }}
        actions={(chosen, may) => [
          ...(may('label') && chosen.length > 0
            ? [{ key: 'labels', label: t('equipment.print-labels'), run: () => setLabelled(chosen.map(({ id }) => id)) }]
            : []),
          ...(may('archive') && chosen.length > 0
            ? [{ key: 'archive', label: t('equipment.archive'), run: () => void archive(chosen.map(({ id }) => id)) }]
            : []),
        ]}
        rowActions={(row, may) =>
          may('life') && pages.has(DETAIL)
            ? [{ key: 'details', label: t('button.details'), main: true, run: () => void navigate(`${DETAIL}?id=${row.id}`) }]
            : []
        }
      />
      {labelled && (
        <Suspense fallback={null}>
          <LabelDialog ids={labelled} onClose={() => setLabelled(undefined)} />
        </Suspense>
      )}
    </>
  )
}
