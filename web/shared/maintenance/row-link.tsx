/** Words that lead to the page of what they name, for whoever has that page; the words alone for everybody else. */
import { useMemo } from 'react'
import { Link } from 'react-router'
import { menuPaths } from '../../kernel/navigation/menu-routes.ts'
import { useSession } from '../../kernel/session/session-store.ts'

interface LinkProps {
  /** As a row has it; nothing where the row points at none. */
  readonly id: unknown
  readonly text: string
}

function RowLink({ path, id, text }: LinkProps & { readonly path: string }) {
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  return typeof id === 'string' && id !== '' && text !== '' && pages.has(path) ? <Link to={`${path}?id=${id}`}>{text}</Link> : text
}

/** A machine by its name. */
export const MachineLink = (props: LinkProps) => <RowLink path="/reports/equipmentdetail" {...props} />
/** A work order by its number. */
export const OrderLink = (props: LinkProps) => <RowLink path="/maintenance/workorder" {...props} />
/** A fault by its number. */
export const FaultLink = (props: LinkProps) => <RowLink path="/maintenance/fault" {...props} />

const ALARMS = '/acquisition/alarms'

interface AlarmOf {
  readonly ruleName: string
  readonly pointName: string
}

/** An alarm, leading to it in the list of alarms: of a rule at a point there is one. */
export function AlarmLink({ of: { ruleName, pointName }, text }: { readonly of: AlarmOf; readonly text: string }) {
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  return pages.has(ALARMS) ? <Link to={`${ALARMS}?${String(new URLSearchParams({ ruleName, pointName }))}`}>{text}</Link> : text
}
