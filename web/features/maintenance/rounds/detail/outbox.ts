/** The outbox of a round on its page: what was filled in and has not arrived yet, sent again and again while the page is open. */
import { useEffect, useState } from 'react'
import { useSession } from '../../../../kernel/session/session-store.ts'
import type { Sender, Waiting } from '../../../../shared/maintenance/rounds/sender.ts'
import { leaveToPage, openSenderOf } from '../../../../shared/maintenance/rounds/senders.ts'

/** Milliseconds between two attempts. */
const PAUSE = 8000

export interface Outbox extends Waiting, Pick<Sender, 'add' | 'again' | 'dropPhoto' | 'has'> {
  /** Whether what was kept before a reload is known: until then `has` takes pictures for lost. */
  readonly isRead: boolean
  /** The browser could not keep something that waits: only this page has it. */
  readonly isUnkept: boolean
}

/** The outbox of a round of whoever is signed in, at work while its page is open. @param onSent Something has been stored */
export function useOutbox(roundId: string, onSent: () => void): Outbox {
  const { user } = useSession()
  const [isRead, setRead] = useState(false)
  const [isUnkept, setUnkept] = useState(false)
  const [sender] = useState(() => openSenderOf(user.id, roundId, { onRead: () => setRead(true), onUnkept: setUnkept }))
  const [waiting, setWaiting] = useState<Waiting>(sender.now)
  useEffect(() => sender.listen({ onWaiting: setWaiting, onSent }), [sender, onSent])
  useEffect(() => {
    const again = () => void sender.flush()
    const end = leaveToPage(roundId)
    again()
    const timer = setInterval(again, PAUSE)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
      end()
    }
  }, [sender, roundId])
  return { ...waiting, isRead, isUnkept, add: sender.add, again: sender.again, dropPhoto: sender.dropPhoto, has: sender.has }
}
