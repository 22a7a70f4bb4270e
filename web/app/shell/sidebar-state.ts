import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { readCookie, writeCookie } from '../../kernel/cookies.ts'

const COOKIE = 'sidebarStatus'
/** Below this width a device counts as mobile (section 9 of the specification). */
const mobile = matchMedia('(max-width: 991.98px)')

export interface SidebarState {
  readonly open: boolean
  readonly mobile: boolean
  readonly set: (open: boolean) => void
}

/** Open unless closed before; on a mobile device closed, and closed again by each change of page. */
export function useSidebar(pathname: string): SidebarState {
  const isMobile = useSyncExternalStore(watchMobile, () => mobile.matches)
  const [kept, setKept] = useState(() => readCookie(COOKIE) !== '0')
  const [drawer, setDrawer] = useState<string>()

  // Resizing to mobile closes the sidebar, and it stays closed when the window grows again.
  useEffect(() => {
    if (isMobile) return () => setKept(false)
    return undefined
  }, [isMobile])

  const set = useCallback((open: boolean) => {
    if (isMobile) return setDrawer(open ? pathname : undefined)
    setKept(open)
    writeCookie(COOKIE, open ? '1' : '0', 365)
  }, [isMobile, pathname])

  return { open: isMobile ? drawer === pathname : kept, mobile: isMobile, set }
}

function watchMobile(listener: () => void): () => void {
  mobile.addEventListener('change', listener)
  return () => mobile.removeEventListener('change', listener)
}
