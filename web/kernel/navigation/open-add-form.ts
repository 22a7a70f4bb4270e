/** A page may be opened in order to add a row: its location says so, once. */
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface Wish {
  readonly wish: 'add'
  /** What the form begins with. */
  readonly values?: Readonly<Record<string, string>>
}

/** The state of a navigation. */
export const openAddFormOnArrival: Wish = { wish: 'add' }

/** The same, for a form that begins with these values. */
export const openAddFormWith = (values: Readonly<Record<string, string>>): Wish => ({ wish: 'add', values })

/** Opens the form for a new row where the link that led here asked for it. @param may Whether it is known by now that a row may be added. */
export function useOpenAddFormOnArrival(may: boolean, add: (values: Readonly<Record<string, string>>) => void): void {
  const navigate = useNavigate()
  const { state, pathname, search } = useLocation() as { state: Partial<Wish> | null; pathname: string; search: string }
  const isWished = state?.wish === openAddFormOnArrival.wish
  const fulfil = useEffectEvent(() => {
    add(state?.values ?? {})
    void navigate(pathname + search, { replace: true, state: null })
  })
  useEffect(() => {
    if (isWished && may) fulfil()
  }, [isWished, may])
}
