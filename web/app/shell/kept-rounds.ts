/** What was found on rounds and stayed in this browser is sent once the one who found it is signed in, whatever page they look at. */
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../kernel/i18n/i18n.ts'
import { useSession } from '../../kernel/session/session-store.ts'
import { unsentOf } from '../../shared/maintenance/rounds/kept.ts'
import { toast } from '../../ui/toast.ts'

/** Sends what rounds have left in this browser with the session, and whenever the network is back; what did not arrive is said, with the way to its round. */
export function useKeptRounds(): void {
  const navigate = useNavigate()
  const { user } = useSession()
  const { id, acting } = user
  useEffect(() => {
    // Who looks as a role does is not at work there.
    if (acting === 'preview') return
    const again = () => void sendAll(id, (address) => void navigate(address))
    again()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [id, acting, navigate])
}

async function sendAll(owner: string, go: (address: string) => void): Promise<void> {
  if ((await unsentOf(owner)).count === 0) return
  // A page whose network is away has no more files either: it is tried again with the next one.
  const senders = await import('../../shared/maintenance/rounds/senders.ts').catch(() => undefined)
  const sent = (await senders?.sendKept(owner)) ?? 0
  if (sent > 0) toast.success(t('round.sent', { count: sent }))
  const { count, rounds } = await unsentOf(owner)
  const link = { text: t('round.unsent-open'), go: () => go(`/maintenance/round?id=${rounds[0]?.id ?? ''}`) }
  if (count > 0) toast.warning(t('round.unsent', { count }), link)
}
