/** What the window is like, followed as it changes. The style sheets have the same bounds. */
import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 640px)')
const desk = matchMedia('(min-width: 992px)')

const followed = (media: MediaQueryList) => {
  const subscribe = (notify: () => void) => {
    media.addEventListener('change', notify)
    return () => media.removeEventListener('change', notify)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

/** Whether the window is as narrow as a phone: rows are cards then, and what is not needed at once is folded. */
export const usePhone = followed(phone)

/** Whether there is room for a table whose actions stay at its edge. */
export const useDesk = followed(desk)
