import type { ReactNode } from 'react'
import { permittedRoutes } from '../kernel/navigation/menu-routes.ts'
import { restrictedRoutes } from '../kernel/session/restricted-routes.ts'
import { useSession } from '../kernel/session/session-store.ts'
import { Withdrawn } from './error-pages.tsx'

/** A page that only some roles open, whatever the menu of the others shows: they see 401. */
export function ForRoles({ path, children }: { path: string; children: ReactNode }) {
  const { authority } = useSession()
  const open = permittedRoutes(restrictedRoutes, authority.currentAuthority)
  return open.some((route) => route.path === path) ? children : <Withdrawn />
}
