/** The outbox of a round on its page: what was filled in and has not arrived yet (sender.ts), sent again and again while the page is open. */
import { useEffect, useState } from 'react'
import { addRoundPhoto, recordRoundStop } from '../../../../../model/contract/maintenance/rounds.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { storeOf } from './picture-store.ts'
import type { Entry, Sender, Waiting } from './sender.ts'
import { openSender } from './sender.ts'

/** Milliseconds between two attempts, and for which a picture may take on a slow line. */
const [PAUSE, PHOTO_LIMIT] = [8000, 600_000]

const send = (entry: Entry): Promise<unknown> =>
  entry.kind === 'photo'
    ? ask(addRoundPhoto, { id: entry.id, stopId: entry.stopId, file: entry.file }, { quiet: true, limit: PHOTO_LIMIT })
    : ask(
        recordRoundStop,
        {
          id: entry.stopId,
          results: [...entry.results],
          scanned: entry.scanned,
          ...(entry.token === undefined ? {} : { token: entry.token }),
          requestId: entry.requestId,
        },
        { quiet: true },
      )

export interface Outbox extends Waiting, Pick<Sender, 'add' | 'again' | 'dropPhoto' | 'has'> {
  /** Whether what was kept before a reload is known: until then `has` takes pictures for lost. */
  readonly isRead: boolean
  /** The browser could not keep something that waits: only this page has it. */
  readonly isUnkept: boolean
}

/** The outbox of a round, at work while its page is open. @param onSent Something has been stored */
export function useOutbox(roundId: string, onSent: () => void): Outbox {
  const [waiting, setWaiting] = useState<Waiting>(() => ({ entries: storeOf(roundId).stops(), refusals: new Map(), isOffline: false }))
  const [isRead, setRead] = useState(false)
  const [isUnkept, setUnkept] = useState(false)
  const [sender] = useState(() => openSender(storeOf(roundId, { onRead: () => setRead(true), onUnkept: setUnkept }), send))
  useEffect(() => sender.listen({ onWaiting: setWaiting, onSent }), [sender, onSent])
  useEffect(() => {
    const again = () => void sender.flush()
    again()
    const timer = setInterval(again, PAUSE)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [sender])
  return { ...waiting, isRead, isUnkept, add: sender.add, again: sender.again, dropPhoto: sender.dropPhoto, has: sender.has }
}
