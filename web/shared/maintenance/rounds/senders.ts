/** How what was found on rounds goes to the server. Each sending end begins with what the browser keeps at that moment; what two of them send is stored once, by its name. */
import { addRoundPhoto, recordRoundStop } from '../../../../model/contract/maintenance/rounds.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { isSignedInAs } from '../../../kernel/session/session-store.ts'
import type { Owner, Watch } from './kept.ts'
import { storeOf, unsentOf } from './kept.ts'
import type { Entry, Sender } from './sender.ts'
import { openSender } from './sender.ts'

/** Milliseconds that a picture may take on a slow line. */
const PHOTO_LIMIT = 600_000

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

/** The sending end of a round on its page. */
export const openSenderOf = (owner: Owner, roundId: string, watch: Watch): Sender =>
  openSender(storeOf(owner, roundId, watch), send, () => isSignedInAs(owner))

/** Rounds whose page is open: it sends its own. */
const shown = new Set<string>()

/** Leaves a round to its page. @returns how to end that */
export function leaveToPage(roundId: string): () => void {
  shown.add(roundId)
  return () => void shown.delete(roundId)
}

/** Sends what rounds without an open page have left in this browser. @returns how many entries have arrived */
export async function sendKept(owner: Owner): Promise<number> {
  let arrived = 0
  for (const { id, count } of (await unsentOf(owner)).rounds.filter((round) => !shown.has(round.id))) {
    const store = storeOf(owner, id)
    // Another page may have sent it meanwhile, or have found something else there: that must not be overwritten.
    const isKept = (entry: Entry) => entry.kind === 'photo' || store.stops().some(({ requestId }) => requestId === entry.requestId)
    await openSender(store, send, (entry) => isSignedInAs(owner) && isKept(entry)).flush()
    arrived += count - ((await unsentOf(owner)).rounds.find((round) => round.id === id)?.count ?? 0)
  }
  return arrived
}
