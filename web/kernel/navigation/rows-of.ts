/** From a row to the rows that point at it, on their own page: the types' points, the points of a device. */
import { useNavigate, useSearchParams } from 'react-router'
import type { RowAction } from '../../ui/data-table.tsx'
import { menuPaths } from './menu-routes.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { useSession } from '../session/session-store.ts'

/** The button that leads there, for whoever has that page. */
export function useRowsOf(path: string, field: string, label: string): (row: ResourceRow) => RowAction[] {
  const navigate = useNavigate()
  const { authority } = useSession()
  if (!menuPaths(authority.menu).has(path)) return none
  return (row) => [{ key: 'rows', label, run: () => void navigate(`${path}?${field}=${row.id}`) }]
}

const none = () => []

/** What the list is narrowed to is what a new row begins with. */
export function useNarrowedTo(field: string): Readonly<Record<string, string>> {
  const [address] = useSearchParams()
  const id = address.get(field)
  return id === null || id === '0' ? {} : { [field]: id }
}
