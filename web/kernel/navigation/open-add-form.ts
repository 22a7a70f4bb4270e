/** A page may be opened in order to add a row: its location says so, once. */
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The state of a navigation. */
export const openAddFormOnArrival = { wish: 'add' } as const

/** Opens the form for a new row where the link that led here asked for it. @param may Whether it is known by now that a row may be added. */
export function useOpenAddFormOnArrival(may: boolean, add: () => void): void {
  const navigate = useNavigate()
  const { state, pathname, search } = useLocation() as { state: { wish?: string } | null; pathname: string; search: string }
  const isWished = state?.wish === openAddFormOnArrival.wish
  const fulfil = useEffectEvent(() => {
    add()
    void navigate(pathname + search, { replace: true, state: null })
  })
  useEffect(() => {
    if (isWished && may) fulfil()
  }, [isWished, may])
}
