import { useQueryClient } from '@tanstack/react-query'
import { queryRoleNameCheckbox } from '../../../../model/contract/authority/roles.ts'
import { authorizeRoleToUrl, queryRoleIdByUrlId } from '../../../../model/contract/authority/urls.ts'
import { urls } from '../../../../model/index.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { GrantDialog } from '../../../shared/authority/granting/grant-dialog.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'

/** Which roles may make one call. */
export default function UrlRoles({ row, title, onClose }: { row: ResourceRow; title: string; onClose: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  return (
    <GrantDialog
      id={row.id}
      open
      title={t('granting.url-title', { url: title })}
      onClose={onClose}
      onSaved={() => void forgetLists(queries, urls)}
      panels={[
        {
          key: 'roles',
          label: t('granting.roles'),
          hint: `${String(row['url'] ?? '')} — ${t('granting.url-hint')}`,
          check: (ticked) => (ticked.length === 0 ? t('authority.tick-something') : undefined),
          load: async () => {
            const [roles, held] = await Promise.all([ask(queryRoleNameCheckbox, {}), ask(queryRoleIdByUrlId, { urlId: row.id })])
            return { nodes: roles.map(({ value, label }) => ({ id: value, label })), ticked: held }
          },
          save: (ticked) => ask(authorizeRoleToUrl, { urlId: row.id, roleId: ticked }),
        },
      ]}
    />
  )
}
