/** Reports that were issued: what has become of them, and the way to each. */
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { downloadIssuedReport } from '../../../../model/contract/report/issued-reports.ts'
import { issuedReports } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { StateTag } from '../../../shared/reports/state-tag.tsx'

const DETAIL = '/reports/issuedreportdetails'

const columns: ColumnSetups = {
  reportNumber: { width: 240, first: true },
  reportTitle: { width: 215, first: true },
  periodName: { width: 205 },
  reportState: { width: 110, first: true, render: (row) => <StateTag state={row['reportState']} /> },
  signatureCount: { width: 100 },
  siteId: { width: 170 },
  issuedBy: { width: 130 },
  createTime: { width: 180 },
  revision: { hide: true },
  supersedesId: { width: 230, hide: true },
  withdrawReason: { hide: true },
}

const filters = ['reportNumber', 'reportTitle', 'reportState', 'siteId', 'createTime']

export default function IssuedReportsPage() {
  const t = useT()
  const navigate = useNavigate()
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])

  async function download(id: string): Promise<void> {
    try {
      await fetchFile(downloadIssuedReport, { id, format: 'pdf' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  return (
    <ResourcePage
      of={issuedReports}
      columns={columns}
      filters={filters}
      empty={t('issued.empty')}
      rowActions={(row, may) => [
        ...(may('detail') && pages.has(DETAIL)
          ? [{ key: 'detail', label: t('button.details'), main: true, run: () => void navigate(`${DETAIL}?id=${row.id}`) }]
          : []),
        ...(may('download') ? [{ key: 'download', label: t('issued.pdf'), run: () => void download(row.id) }] : []),
      ]}
    />
  )
}
