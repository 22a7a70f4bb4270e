/** A screen on the whole display, for somebody who is signed in: `/screen/` and the id of the screen, or the code of a ready-made one. */
import { useCallback } from 'react'
import { useNavigate, useParams } from 'react-router'
import Player from '../../../shared/screens/player/player.tsx'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function PlayerPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const leave = useCallback((address: string) => void navigate(address), [navigate])
  return (
    <main>
      <Player key={id} {...(UUID.test(id) ? { id } : { screenCode: id })} isAlone onLeave={leave} />
    </main>
  )
}
