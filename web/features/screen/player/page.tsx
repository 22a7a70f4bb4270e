/** A screen on the whole display, for somebody who is signed in: `/screen/` and the id of the screen, or the code of a ready-made one. */
import { Suspense, lazy, useCallback } from 'react'
import { useNavigate, useParams } from 'react-router'

/** By itself: the names of all its files would be part of the first load, where the pages outside the console are listed. */
const Player = lazy(() => import('../../../shared/screens/player/player.tsx'))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function PlayerPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const leave = useCallback((address: string) => void navigate(address), [navigate])
  return (
    <main>
      <Suspense fallback={null}>
        <Player key={id} {...(UUID.test(id) ? { id } : { screenCode: id })} isAlone onLeave={leave} />
      </Suspense>
    </main>
  )
}
