/** The sidebar of this window. A store of its own: the hamburger, the settings and the command palette all turn it. */
import { create } from 'zustand'
import { readCookie, writeCookie } from '../../kernel/http/cookies.ts'
import { changeSettings, useSettings } from '../../kernel/appearance/settings.ts'
import type { SidebarEvent, SidebarState } from './sidebar-rules.ts'
import { firstSidebar, isRemembered, nextSidebar } from './sidebar-rules.ts'

const COOKIE = 'sidebarStatus'
/** Below this width a device counts as mobile (section 9 of the specification). */
const narrow = matchMedia('(max-width: 991.98px)')

export const useSidebar = create<SidebarState>(() => firstSidebar(readCookie(COOKIE), narrow.matches))

/** Lets the sidebar follow the event, and remembers what the person chose. */
export function dispatchSidebar(event: SidebarEvent): void {
  const now = useSidebar.getState()
  const next = nextSidebar(now, event)
  useSidebar.setState(next)
  if (isRemembered(now, event)) writeCookie(COOKIE, next.open ? '1' : '0', 365)
}

/** Puts the menu to the side, or on top. */
export function chooseLayout(vertical: boolean): void {
  changeSettings({ vertical })
  dispatchSidebar({ kind: 'layout-changed' })
}

narrow.addEventListener('change', ({ matches }) => dispatchSidebar({ kind: 'resized', mobile: matches }))
useSidebar.subscribe(keepDevice)
keepDevice(useSidebar.getState())

function keepDevice({ mobile }: SidebarState): void {
  const device = mobile ? 'mobile' : 'desktop'
  if (useSettings.getState().device !== device) changeSettings({ device })
}
