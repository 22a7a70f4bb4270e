import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Organisation } from '../../../../model/contract/organisation/organisations.ts'
import { users } from '../../../../model/index.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { useMenuPages } from '../../../kernel/navigation/console-menu.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { useResetFactor } from './reset-factor.ts'
import { useResetPassword } from './reset-password.ts'
import { useSuccessor } from './successor.ts'

const NewPassword = lazy(() => import('./new-password.tsx'))

const UserForm = lazy(() => import('./user-form.tsx'))
const PictureDialog = lazy(() => import('./picture-dialog.tsx'))
const SuccessorDialog = lazy(() => import('./successor-dialog.tsx'))
const UserRoles = lazy(() => import('./user-roles.tsx'))

/** The country code stands before the number it belongs to; what is personal stands in the form. */
const columns: ColumnSetups = {
  prefix: { hide: true },
  provinceRegionCode: { hide: true },
  cityRegionCode: { hide: true },
  address: { hide: true },
  profile: { hide: true },
  avatar: { hide: true },
  mobile: { width: 146, isFirm: true, text: fullNumber },
  email: { width: 160 },
  username: { width: 126 },
  nickname: { width: 118 },
  roleId: { width: 132 },
  orgId: { width: 130 },
  status: { width: 104 },
}

/** Where the posts of a user are given and taken. */
const POSTS = '/admin/sysuserpost'

const filters = ['username', 'nickname', 'orgId', 'status']

const usual = { prefix: '86', status: '1' }

export default function UsersPage() {
  const t = useT()
  const go = useNavigate()
  const seesPosts = useMenuPages().some(({ path }) => path === POSTS)
  const queries = useQueryClient()
  const [granting, setGranting] = useState<ResourceRow>()
  const [pictured, setPictured] = useState<ResourceRow>()
  const defaults = useDefaults()
  const reset = useResetPassword()
  const resetFactor = useResetFactor()
  const successor = useSuccessor()
  return (
    <>
      <ResourcePage
        of={users}
        columns={columns}
        filters={filters}
        defaults={defaults}
        turningOff="turn.off-users"
        ending={successor.ending}
        form={UserForm}
        rowActions={(row, may) => [
          ...(may('authorize') ? [{ key: 'authorize', label: t('button.authorize'), run: () => setGranting(row) }] : []),
          ...(seesPosts ? [{ key: 'posts', label: t('users.posts'), rare: true, run: () => void go(`${POSTS}?userId=${row.id}`) }] : []),
          // A row has the field where the caller sees it.
          ...(may('update') && 'avatar' in row
            ? [{ key: 'picture', label: t('field.users.avatar'), rare: true, run: () => setPictured(row) }]
            : []),
          ...reset.actionsOf(row, may),
          ...resetFactor(row, may),
        ]}
      />
      {successor.asked && (
        <Suspense fallback={null}>
          <SuccessorDialog {...successor.asked} />
        </Suspense>
      )}
      {granting && (
        <Suspense fallback={null}>
          <UserRoles key={granting.id} row={granting} onClose={() => setGranting(undefined)} />
        </Suspense>
      )}
      {pictured && (
        <Suspense fallback={null}>
          <PictureDialog
            key={pictured.id}
            row={pictured}
            onChanged={() => forgetLists(queries, users)}
            onClose={() => setPictured(undefined)}
          />
        </Suspense>
      )}
      {reset.made && (
        <Suspense fallback={null}>
          <NewPassword {...reset.made} onClose={reset.done} />
        </Suspense>
      )}
    </>
  )
}

/** Most people are added to the organisation of whoever adds them. */
function useDefaults() {
  const { user, organisations } = useSession()
  return useMemo(() => {
    const own = organisationsNamed(organisations, user.orgName)
    return { ...usual, ...(own.length === 1 ? { orgId: own[0]?.id } : {}) }
  }, [user.orgName, organisations])
}

const organisationsNamed = (some: readonly Organisation[], name: string): Organisation[] =>
  some.flatMap((one) => [...(one.orgName === name ? [one] : []), ...organisationsNamed(one.children ?? [], name)])

function fullNumber({ prefix, mobile }: ResourceRow): string {
  if (!mobile) return ''
  return prefix ? `+${String(prefix)} ${String(mobile)}` : String(mobile)
}
