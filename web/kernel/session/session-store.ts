/** The open session of this tab. Empty before sign-in and after sign-out; everything role-dependent derives from it. */
import { create } from 'zustand'
import { setClockZone } from '../../ui/clock.ts'
import { toast } from '../../ui/toast.ts'
import type { Authority, UserInfo } from '../../../model/contract/account/session.ts'
import { getSysUser, queryCurrentAuthority } from '../../../model/contract/account/session.ts'
import { querySysOrg } from '../../../model/contract/organisation/organisations.ts'
import { actAs } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { t } from '../i18n/i18n.ts'
import { keepMenuChoice, readMenuChoice } from '../navigation/menu-choice.ts'
import type { MenuChoice } from '../navigation/menu-choice.ts'
import { menuPaths } from '../navigation/menu-routes.ts'
import type { Session, SessionSteps } from './session.ts'
import { openSession, renewSession } from './session.ts'

/** Names the user of this browser, and the role they act in, to its other tabs: they share the token and must not go on as before. */
const WHO = 'session_user'
const ALL = { currentPage: 1, pageSize: 10000 }

interface Store {
  readonly session: Session | undefined
  readonly menuChoice: MenuChoice | undefined
  /** Menu paths that were open at some time since the session began: what is closed now was taken away. */
  readonly onceOpen: ReadonlySet<string>
}

const nothing: Store = { session: undefined, menuChoice: undefined, onceOpen: new Set() }
export const useSessionStore = create<Store>(() => nothing)

/** Whether somebody is signed in on this page. */
export const isSessionOpen = (): boolean => useSessionStore.getState().session !== undefined

/**
 * Opens the session unless it is open already; calls at the same moment share one opening.
 * @param whenKnown Called once it is known who asks and in which roles, while what they may do is still being asked for.
 */
export async function ensureSession(whenKnown?: (roles: readonly string[]) => void): Promise<Session> {
  const { session } = useSessionStore.getState()
  if (session) return session
  opening ??= open(undefined, whenKnown).finally(() => {
    opening = undefined
  })
  return opening
}

let opening: Promise<Session> | undefined

/** Asks everything again: what the session may do has changed, or the session itself. @throws what opening it throws */
export async function reopenSession(): Promise<Session> {
  await opening?.catch(() => undefined)
  opening = open().finally(() => {
    opening = undefined
  })
  return opening
}

/** What the session may do has changed: everything is asked at once, and in order where that does not do. @throws what opening throws */
export async function followSession(): Promise<Session> {
  const { session } = useSessionStore.getState()
  if (opening) await opening.catch(() => undefined)
  opening = (session ? open(session.user).catch(() => open()) : open()).finally(() => {
    opening = undefined
  })
  return opening
}

// Quiet: whoever opens the session says why it failed, and goes to the sign-in page instead of asking.
const quiet = { quiet: true, ownsSession: true }

async function open(known?: UserInfo, whenKnown?: (roles: readonly string[]) => void): Promise<Session> {
  let menuChoice = readMenuChoice()
  const steps: SessionSteps = {
    fetchUser: () => ask(getSysUser, {}, quiet),
    actAs,
    fetchAuthority: async (user) => {
      // In a post the roles come with the menu; and whoever has to do something else first may ask for nothing yet.
      if (menuChoice?.postCode === undefined && !user.mustChangePassword && !user.mustEnrol) whenKnown?.(user.roles)
      const chosen = await fetchAuthority(user, menuChoice)
      if (!menuChoice || chosen.menu.length > 0) return chosen
      // Kept from earlier, and no longer this person's to choose.
      toast.warning(t('menuSwitch.gone'))
      menuChoice = undefined
      keepMenuChoice(undefined)
      return fetchAuthority(user)
    },
    fetchOrganisations: async () => (await ask(querySysOrg, ALL, quiet)).list,
  }
  const session = await (known ? renewSession(steps, known) : openSession(steps))
  adopt(session, menuChoice)
  localStorage.setItem(WHO, whoOf(session))
  return session
}

/** The menu of a choice; without one the whole menu. */
export function fetchAuthority({ id, username }: UserInfo, { parentId, postCode }: Partial<MenuChoice> = {}): Promise<Authority> {
  return ask(queryCurrentAuthority, { username, userId: id, parentId, postCode }, quiet)
}

function adopt(session: Session, menuChoice: MenuChoice | undefined): void {
  // In a post one acts with the roles of that post, and with no others.
  if (menuChoice?.postCode !== undefined) actAs(session.authority.currentAuthority)
  setClockZone(session.user.timeZone)
  useSessionStore.setState(({ onceOpen }) => ({
    session,
    menuChoice,
    onceOpen: new Set([...onceOpen, ...menuPaths(session.authority.menu)]),
  }))
}

/** Shows another part of the menu, or the whole of it. @throws ApiError */
export async function chooseMenu(choice: MenuChoice | undefined): Promise<void> {
  const { session } = useSessionStore.getState()
  if (!session) return
  actAs(session.user.roles)
  keepMenuChoice(choice)
  adopt({ ...session, authority: await fetchAuthority(session.user, choice) }, choice)
}

/** The person, and the role they act in. */
export function whoOf({ user }: Session): string {
  return user.acting ? `${user.id} ${user.acting} ${user.roles.join()}` : user.id
}

/**
 * Whether this browser is signed in as the person, at work and not looking as a role does. Its pages share the token: another one may have signed out, or in as somebody else,
 * a moment ago.
 */
export function isSignedInAs(userId: string): boolean {
  const { session } = useSessionStore.getState()
  return session?.user.id === userId && session.user.acting !== 'preview' && localStorage.getItem(WHO) === whoOf(session)
}

addEventListener('storage', ({ key, newValue }) => {
  const { session } = useSessionStore.getState()
  if (key === WHO && session && newValue !== whoOf(session)) location.reload()
})

/** Forgets the session and what was chosen in it; other pages of the browser follow. */
export function closeSession(): void {
  actAs([])
  keepMenuChoice(undefined)
  if (useSessionStore.getState().session) localStorage.removeItem(WHO)
  useSessionStore.setState(nothing)
  setClockZone(undefined)
}

/** After organisations were changed: forms and filters choose from this list. */
export async function reloadOrganisations(): Promise<void> {
  const { list } = await ask(querySysOrg, ALL)
  useSessionStore.setState(({ session }) => ({ session: session && { ...session, organisations: list } }))
}

/** The session inside the console, where there always is one. */
export function useSession(): Session {
  const session = useSessionStore((state) => state.session)
  if (!session) throw new Error('A page of the console was drawn without a session')
  return session
}
