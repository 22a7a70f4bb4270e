/** What was found on rounds and stayed in this browser is sent once the one who found it is signed in, whatever page they look at. */
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../kernel/session/session-store.ts'
import { hasKept } from '../../shared/maintenance/rounds/has-kept.ts'

/** Sends what rounds have left in this browser with the session, and whenever the network is back; what did not arrive is said, with the way to its round. */
export function useKeptRounds(): void {
  const navigate = useNavigate()
  const { user } = useSession()
  const { id, acting } = user
  useEffect(() => {
    // Who looks as a role does is not at work there.
    if (acting === 'preview') return
    const again = () => {
      if (!hasKept(id)) return
      // A page whose network is away has no more files either: it is tried again with the next one.
      import('./unsent-rounds.ts').then(
        ({ sendAll }) => sendAll(id, (address) => void navigate(address)),
        () => undefined,
      )
    }
    again()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [id, acting, navigate])
}
