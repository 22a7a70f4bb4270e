/** What a device is told of its message (MQTT 5, 3.4.2.1): earlier versions have no way to say more than that it was taken. */
import { translatorFor } from '../../kernel/http/language.ts'
import type { Receipt, RefusalCode } from '../ingest.ts'
import type { Verdict } from './host.ts'
import type { Reason } from './reasons.ts'
import { REASON } from './reasons.ts'

/** Nobody says over MQTT which language they read. */
const t = translatorFor('en')
const MAX_TEXT = 500

/** Of what can be refused: the device may not say this, or it was read and cannot be stored. All else could not be read. */
const FORBIDDEN: ReadonlySet<RefusalCode> = new Set(['topic', 'unknown-device'])
const UNDERSTOOD: ReadonlySet<RefusalCode> = new Set(['unknown-point', 'clock', 'too-old'])

/** The answer to a message of which this has become. */
export function verdictOf({ stored, repeated, refused, refusals: [first] }: Receipt): Verdict {
  if (!first) return { reason: REASON.success }
  const text = `${t(`refusal.${first.code}`, { at: first.at })}${refused > 1 ? ` (+${refused - 1})` : ''}`.slice(0, MAX_TEXT)
  return { reason: stored + repeated > 0 ? REASON.success : reasonOf(first.code), text }
}

function reasonOf(code: RefusalCode): Reason {
  if (FORBIDDEN.has(code)) return REASON.notAuthorized
  return UNDERSTOOD.has(code) ? REASON.refused : REASON.payload
}
