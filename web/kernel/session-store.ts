/** The open session of this tab. Empty before sign-in and after sign-out; everything role-dependent derives from it. */
import { create } from 'zustand'
import { actAs, call, get } from './api.ts'
import type { Authority, Organisation, Session, UserInfo } from './session.ts'
import { openSession } from './session.ts'

/** Names the user of this browser to its other tabs: they share the token and must not go on as somebody else. */
const WHO = 'session_user'
const ALL = { currentPage: 1, pageSize: 10000 }

export const useSessionStore = create<{ session: Session | undefined }>(() => ({ session: undefined }))

/** Opens the session unless it is open already; calls at the same moment share one opening. */
export async function ensureSession(): Promise<Session> {
  const { session } = useSessionStore.getState()
  if (session) return session
  opening ??= open().finally(() => { opening = undefined })
  return opening
}

let opening: Promise<Session> | undefined

async function open(): Promise<Session> {
  // Quiet: whoever opens the session says why it failed, and goes to the sign-in page instead of asking.
  const quiet = { quiet: true }
  const session = await openSession({
    fetchUser: () => get<UserInfo | undefined>('/api/uaa/users/getSysUser', {}, quiet),
    actAs,
    fetchAuthority: ({ id, username }) =>
      call<Authority>('POST', '/api/account/sysuserdetail/queryCurrentAuthority', { ...quiet, form: { username, userId: id } }),
    fetchOrganisations: async () => (await get<{ list: Organisation[] }>('/api/admin/sysorg/querySysOrg', ALL, quiet)).list,
  })
  useSessionStore.setState({ session })
  localStorage.setItem(WHO, session.user.id)
  return session
}

addEventListener('storage', ({ key, newValue }) => {
  const { session } = useSessionStore.getState()
  if (key === WHO && session && newValue !== session.user.id) location.reload()
})

export function closeSession(): void {
  actAs([])
  if (useSessionStore.getState().session) localStorage.removeItem(WHO)
  useSessionStore.setState({ session: undefined })
}

/** After organisations were changed: forms and filters choose from this list. */
export async function reloadOrganisations(): Promise<void> {
  const { list } = await get<{ list: Organisation[] }>('/api/admin/sysorg/querySysOrg', ALL)
  useSessionStore.setState(({ session }) => ({ session: session && { ...session, organisations: list } }))
}

/** The session inside the console, where there always is one. */
export function useSession(): Session {
  const session = useSessionStore((state) => state.session)
  if (!session) throw new Error('A page of the console was drawn without a session')
  return session
}
