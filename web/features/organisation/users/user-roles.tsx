import { useQueryClient } from '@tanstack/react-query'
import { queryRoleNameCheckbox } from '../../../../model/contract/authority/roles.ts'
import { authorizeRoleToUser, queryRoleIdByUserId } from '../../../../model/contract/organisation/users.ts'
import { roles, users } from '../../../../model/index.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { GrantSet } from '../../../shared/authority/granting/grant-dialog.tsx'
import { GrantDialog } from '../../../shared/authority/granting/grant-dialog.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'

/** Roles of one user: those of the person, and for each post those of the post. */
export default function UserRoles({ row, onClose }: { row: ResourceRow; onClose: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const name = String(row['nickname'] ?? row['username'] ?? '')

  async function load(): Promise<GrantSet> {
    const [all, held] = await Promise.all([ask(queryRoleNameCheckbox, {}), ask(queryRoleIdByUserId, { userId: row.id })])
    const groups = [
      { code: '', label: t('granting.direct') },
      ...held.posts.map(({ postCode, postName, status }) => ({
        code: postCode,
        label: t(status === 1 ? 'granting.for-post' : 'granting.for-post-off', { post: postName }),
      })),
    ]
    return {
      nodes: groups.map(({ code, label }) => ({
        id: `post:${code}`,
        label,
        children: all.map((role) => ({ id: `${code}|${role.value}`, label: role.label })),
      })),
      ticked: [
        ...held.roleId.map((id) => `|${id}`),
        ...held.posts.flatMap(({ postCode, roleId }) => roleId.map((id) => `${postCode}|${id}`)),
      ],
    }
  }

  async function save(ticked: readonly string[], before: readonly string[]): Promise<void> {
    const of = (list: readonly string[], code: string) =>
      list
        .filter((id) => id.startsWith(`${code}|`))
        .map((id) => id.slice(code.length + 1))
        .sort()
    const codes = [...new Set([...ticked, ...before].map((id) => id.slice(0, id.lastIndexOf('|'))))]
    for (const postCode of codes) {
      const wanted = of(ticked, postCode)
      if (wanted.join() === of(before, postCode).join()) continue
      await ask(authorizeRoleToUser, { userId: row.id, roleId: wanted, ...(postCode ? { postCode } : {}) })
    }
  }

  return (
    <GrantDialog
      id={`user:${row.id}`}
      open
      title={t('granting.user-title', { user: name })}
      onClose={onClose}
      onSaved={() => {
        void forgetLists(queries, users)
        void forgetLists(queries, roles)
      }}
      panels={[
        {
          key: 'roles',
          label: t('granting.roles'),
          // Who has no post is told nothing about posts.
          hint: ({ nodes }) => (nodes.length > 1 ? t('granting.user-hint') : undefined),
          load,
          save,
          check: (ticked) => (ticked.some((one) => one.startsWith('|')) ? undefined : t('granting.needs-role')),
        },
      ]}
    />
  )
}
