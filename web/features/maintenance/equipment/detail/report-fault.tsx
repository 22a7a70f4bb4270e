/** From a machine, as its label leads to it, to the report of a fault of it, for whoever may report one. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { faults } from '../../../../../model/index.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { listOf } from '../../../../kernel/http/resource-client.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { openAddFormWith } from '../../../../kernel/navigation/open-add-form.ts'
import { menuPaths } from '../../../../kernel/navigation/menu-routes.ts'
import { mayUse } from '../../../../kernel/session/permissions.ts'
import { useSession } from '../../../../kernel/session/session-store.ts'

const FAULTS = '/maintenance/faults'

export function ReportFault({ id }: { readonly id: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { authority } = useSession()
  const { data, error } = useQuery(listOf(faults, { equipmentId: id, currentPage: 1, pageSize: 1 }, { quiet: true }))
  // Whoever may not list faults is offered no way to them.
  if (
    error instanceof ApiError ||
    !menuPaths(authority.menu).has(FAULTS) ||
    !mayUse('add', faults.menu, data?.allowed, authority.menuButton)
  )
    return null
  return (
    <Button size="small" onClick={() => void navigate(`${FAULTS}?equipmentId=${id}`, { state: openAddFormWith({ equipmentId: id }) })}>
      {t('fault.report')}
    </Button>
  )
}
