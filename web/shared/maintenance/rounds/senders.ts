/** The sending ends of rounds on this page, one a person and round: the page of the round and whatever sends what was left behind take the same, so that nothing is sent twice at once. */
import { addRoundPhoto, recordRoundStop } from '../../../../model/contract/maintenance/rounds.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { isSignedInAs } from '../../../kernel/session/session-store.ts'
import type { Owner } from './kept.ts'
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

const senders = new Map<string, Sender>()

/** The sending end of somebody's round. */
export function senderOf(owner: Owner, roundId: string): Sender {
  const key = `${owner}:${roundId}`
  let sender = senders.get(key)
  if (!sender) senders.set(key, (sender = openSender(storeOf(owner, roundId), send, () => isSignedInAs(owner))))
  return sender
}

/** Sends what all rounds of somebody have left in this browser. @returns how many entries have arrived */
export async function sendKept(owner: Owner): Promise<number> {
  const before = await unsentOf(owner)
  for (const roundId of before.rounds) await senderOf(owner, roundId).flush()
  return Math.max(0, before.count - (await unsentOf(owner)).count)
}
