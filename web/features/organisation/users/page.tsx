import { users } from '../../../../model/index.ts'
import type { ColumnSetups } from '../../../kernel/columns.tsx'
import type { ResourceRow } from '../../../kernel/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource-page.tsx'

/** The country code stands before the number it belongs to. */
const columns: ColumnSetups = {
  prefix: { hide: true },
  mobile: { width: 152, text: fullNumber },
  email: { width: 180 },
  username: { width: 126 },
  nickname: { width: 118 },
  roleId: { width: 132 },
  orgId: { width: 136 },
  status: { width: 104 },
}

const filters = ['username', 'nickname', 'orgId', 'status']

const defaults = { prefix: '86', status: '1' }

export default function UsersPage() {
  return <ResourcePage of={users} columns={columns} filters={filters} defaults={defaults} />
}

function fullNumber({ prefix, mobile }: ResourceRow): string {
  if (!mobile) return ''
  return prefix ? `+${String(prefix)} ${String(mobile)}` : String(mobile)
}
