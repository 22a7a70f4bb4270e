/** From a machine, as its label leads to it, to the report of a fault of it and to a new order about it, for whoever may add one. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { faults, workOrders } from '../../../../../model/index.ts'
import type { Resource } from '../../../../../model/resource.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { listOf } from '../../../../kernel/http/resource-client.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { openAddFormWith } from '../../../../kernel/navigation/open-add-form.ts'
import { menuPaths } from '../../../../kernel/navigation/menu-routes.ts'
import { mayUse } from '../../../../kernel/session/permissions.ts'
import { useSession } from '../../../../kernel/session/session-store.ts'

interface AddProps {
  readonly of: Resource
  readonly path: string
  readonly text: 'fault.report' | 'work-order.new'
  readonly id: string
}

function AddOfMachine({ of, path, text, id }: AddProps) {
  const t = useT()
  const navigate = useNavigate()
  const { authority } = useSession()
  const { data, error } = useQuery(listOf(of, { equipmentId: id, currentPage: 1, pageSize: 1 }, { quiet: true }))
  // Whoever may not list them is offered no way to them.
  if (error instanceof ApiError || !menuPaths(authority.menu).has(path) || !mayUse('add', of.menu, data?.allowed, authority.menuButton))
    return null
  return (
    <Button size="small" onClick={() => void navigate(`${path}?equipmentId=${id}`, { state: openAddFormWith({ equipmentId: id }) })}>
      {t(text)}
    </Button>
  )
}

export const ReportFault = ({ id }: { readonly id: string }) => (
  <AddOfMachine of={faults} path="/maintenance/faults" text="fault.report" id={id} />
)

export const NewOrder = ({ id }: { readonly id: string }) => (
  <AddOfMachine of={workOrders} path="/maintenance/workorders" text="work-order.new" id={id} />
)
