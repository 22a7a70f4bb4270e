/** Shows a part of a page to those who may see it, like a button by its right. What is hidden here the server refuses anyhow. */
import type { ReactNode } from 'react'
import { ADMINISTRATOR } from '../navigation/menu-routes.ts'
import { useSession } from './session-store.ts'

/** @param roles One of them is enough; an administrator sees everything. */
export function Permitted({ roles, children }: { roles: readonly string[]; children: ReactNode }) {
  return useHasRole(roles) ? children : null
}

/** Whether the session acts with one of these roles, or with that of an administrator. */
export function useHasRole(wanted: readonly string[]): boolean {
  const { authority } = useSession()
  const active = authority.currentAuthority
  return active.includes(ADMINISTRATOR) || wanted.some((role) => active.includes(role))
}
