/** The pictures of people. */
import { useEffect, useState } from 'react'
import { isAskedFor, loadPicture } from '../../kernel/resource/pictures.ts'

const USUAL = '/avatar.svg'

/** An address that an image element can show; the usual picture until it is there. */
export function useAvatar(avatar: string | null | undefined): string {
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly address: string }>()
  const own = avatar && isAskedFor(avatar) ? avatar : undefined
  useEffect(() => {
    let gone = false
    if (own !== undefined)
      void loadPicture(own).then((address) => {
        if (!gone) setLoaded({ of: own, address: address ?? USUAL })
      })
    return () => {
      gone = true
    }
  }, [own])
  if (own === undefined) return avatar || USUAL
  return loaded?.of === own ? loaded.address : USUAL
}
