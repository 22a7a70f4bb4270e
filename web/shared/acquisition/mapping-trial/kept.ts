/** The newest messages that could not be read, to choose one from. */
import { useQuery } from '@tanstack/react-query'
import { unparsedMessages } from '../../../../model/index.ts'
import type { Option } from '../../../ui/options.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useSession } from '../../../kernel/session/session-store.ts'

const SHOWN = 20

/** The newest kept messages as options by their ids; none for whoever does not have their page. */
export function useKept(): readonly Option[] {
  const { authority } = useSession()
  const { data } = useQuery({
    ...listOf(unparsedMessages, { currentPage: 1, pageSize: SHOWN }),
    enabled: menuPaths(authority.menu).has('/acquisition/unparsedmessages'),
  })
  const rows = data?.allowed?.includes('text') ? data.list : []
  return rows.map((row) => ({
    value: row.id,
    label: [row['deviceIdCn'], row['topic'], row['messageHead']].filter(Boolean).join(' · ').slice(0, 120),
  }))
}
